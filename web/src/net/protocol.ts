// Made by `zauber schema --typescript` from src/zauber/server/protocol. Do not edit.

export const PROTOCOL = 2;

/** The command was carried out and stored as number `n` (0 when there was nothing to store). `token` is set in the answer to a `take_seat` without a token. `played` counts the actions of a run; if the run stopped early, `stopped` says why. */
export interface Ack {
  type: "ack";
  id: string;
  n: number;
  token: string | null;
  played: number | null;
  stopped: Refusal | null;
}

/** A turn that mattered: the actions after `since` up to `ply`, all by `seat`, with everybody's chances before and after. It was made by a choice of that seat (at action `choice`, with a better move if there was one), by luck, or, where single strokes are not judged, by the whole turn. */
export interface AnalysisMoment {
  since: number;
  ply: number;
  seat: number;
  kind: "choice" | "luck" | "turn";
  before: number[];
  after: number[];
  error: number;
  choice: number;
  chosen: string;
  better: string;
}

/** How far an analysis is: a line of the response to POST /api/analysis. `seconds` is what all of it takes. */
export interface AnalysisProgress {
  done: number;
  of: number;
  seconds: number;
}

/** POST /api/analysis: the record of a finished match, as its JSON object or as text. */
export interface AnalysisRequest {
  record: unknown;
}

/** A match has begun: the table's new state and the first position, as one viewer sees it. */
export interface Begun {
  type: "begun";
  n: number;
  viewer: number | null;
  match: string;
  table: TableView;
  position: Position;
  state: SeatState;
}

/** A seat's chances after `ply` actions, for somebody who sees everything; `error` is the standard error. */
export interface ChancePoint {
  ply: number;
  share: number;
  error: number;
}

/** One check of a record, and its result. */
export interface Check {
  what: string;
  ok: boolean;
  sentence: string;
}

/** One choice of an option, with its label. */
export interface ChoiceInfo {
  value: string;
  words: string;
}

/** An edition of a game and the options it sets. */
export interface EditionInfo {
  name: string;
  title: string;
  about: string;
  options: Record<string, string | number>;
}

/** How a match ended: each seat's share of the win, and the game's own description. */
export interface Ending {
  shares: number[];
  winners: number[];
  phrase: Said;
  sentence?: string;
}

/** An action was played (or, with `undone`, taken back), as one viewer sees it. `seat` acted; `action` is its notation, or null when it is hidden from the viewer. If `moves` is absent, the moves are unchanged. `phrases` describe the action now; `later` is the part of them that a log may keep in a game of memory (absent: all of them). `bot` is true if a bot acted that stands in for the person at the seat. */
export interface Event {
  type: "event";
  n: number;
  viewer: number | null;
  match: string;
  at: number;
  ply: number;
  seat: number | null;
  action: string | null;
  phrases: Said[];
  view: unknown;
  turn: number | null;
  waiting: number[];
  later?: Said[];
  moves?: Move[];
  sentence?: string;
  over: boolean;
  outcome: Ending | null;
  undone: boolean;
  bot?: boolean;
}

/** The inputs of a match's chance, as far as they may be known. During the match: the commitment to the house's secret, each seat's pledge ("" for none), and the seats that were left out because they did not reveal their entropy in time. After the match also the secret, everyone's entropy, the edition's hash, and the `key` that is derived from these. `pledges` is null for old matches, in which entropy was given openly. */
export interface Fairness {
  commitment: string;
  secret: string | null;
  entropy: string[] | null;
  pledges: string[] | null;
  left_out: number[];
  edition: string | null;
  key: string | null;
}

/** Host: take a seat away from its holder; its token becomes void. */
export interface FreeSeat {
  type: "free_seat";
  id: string;
  seat: number;
}

/** A game as the front page shows it. */
export interface GameInfo {
  name: string;
  title: string;
  line: string;
  designer: string;
  seats: number[];
  age: number;
  minutes: string;
  difficulty: "" | "easy" | "hard" | "medium";
  blurb: string;
  status: string;
  teaser: Record<string, string>;
  editions: EditionInfo[];
  options: OptionInfo[];
  levels: LevelInfo[];
}

/** GET /api/games. */
export interface GamesInfo {
  games: GameInfo[];
}

/** Host, or the seat's holder: the stand-in leaves and the person plays on. */
export interface GiveBack {
  type: "give_back";
  id: string;
  seat: number;
}

/** The server closes the connection; if `again` is set, reconnect after that many seconds. */
export interface Goodbye {
  type: "goodbye";
  reason: "bad_message" | "idle" | "no_such_table" | "replaced" | "shutdown" | "too_fast" | "too_slow" | "trouble";
  sentence: string;
  again: number | null;
}

/** GET /healthz and /readyz. `compiled` lists the games whose rules are compiled; the others only run slower. */
export interface Health {
  ok: boolean;
  version: string;
  storage: string;
  tables: number;
  sockets: number;
  sentence: string;
  compiled: string[];
}

/** The first message: the table, the client's tokens for it, and the last number it has seen. */
export interface Hello {
  type: "hello";
  table: string;
  protocol?: number;
  tokens?: string[];
  resume_from?: number | null;
  sentences?: boolean;
}

/** The response to POST /api/tables/{id}/hint: the best moves first, judged from what the seat knows. */
export interface Hint {
  at: number;
  moves: HintMove[];
}

/** A move with its button label, its estimated chance of winning, all that is said for it, and the first reason. */
export interface HintMove {
  action: number;
  notation: string;
  label: string;
  share: number | null;
  error: number;
  why: string;
  reason: string;
}

/** POST /api/tables/{id}/hint: a seat that is to act, and tokens, one of which must be that seat's. */
export interface HintRequest {
  seat: number;
  tokens: string[];
}

/** GET /api/house: what all tables share, such as chat phrases and symbols, seat badges, bot paces and limits. */
export interface HouseInfo {
  protocol: number;
  version: string;
  phrases: Record<string, string>;
  symbols: string[];
  badges: string[];
  catalogue: Record<string, unknown>;
  paces: string[];
  longest_name: number;
  lan: string | null;
  base: string;
  reach: "everywhere" | "here" | "network";
  push: string | null;
  children: boolean;
  names: string[];
}

/** Give the seat up: its token becomes void, and the seat is free (or a bot's, in a running match). */
export interface LeaveSeat {
  type: "leave_seat";
  id: string;
  seat: number;
}

/** A bot that can be seated. */
export interface LevelInfo {
  level: string;
  name: string;
  words: string;
}

/** A past action without view and moves, for the log of a client that connects or reconnects. `seat` acted, `action` is its notation (null when the viewer did not see it), and `phrases` describe it. In a game of memory, a line of a running match leaves out the notation and whatever players have to remember. `bot` is true if a bot played it that stands in for the person at the seat. */
export interface Line {
  n: number;
  match: string;
  at: number;
  seat: number | null;
  action: string | null;
  phrases: Said[];
  sentence?: string;
  undone: boolean;
  bot?: boolean;
}

/** Something about the table changed: a phrase from the house's catalogue, and the table as it is now. */
export interface Lobby {
  type: "lobby";
  n: number;
  what: Said;
  table: TableView;
  sentence?: string;
}

/** The last line of the response to POST /api/analysis. `matches` were played on for it; with `by_turns` whole turns were judged, and `luck` is 0. */
export interface MatchAnalysis {
  seats: SeatAnalysis[];
  moments: AnalysisMoment[];
  by_turns: boolean;
  matches: number;
}

/** One legal action of a seat. `sentence` is set for clients that asked for sentences. */
export interface Move {
  action: number;
  notation: string;
  label: Said;
  sentence?: string;
}

/** POST /api/tables: a new table. `bots` maps seats to levels; `sit` seats people right away. With `days` it is played by the day: everybody has so many days for a move, and then a bot stands in, or the host decides. `own_edition` is the text of an edition file, in place of an `edition` by name. */
export interface NewTable {
  game: string;
  seats: number;
  edition?: string;
  options?: Record<string, string | number>;
  bots?: Record<string, string>;
  sit?: Sitter[];
  listed?: boolean;
  pace?: "fast" | "instant" | "normal" | "slow";
  free_text?: boolean;
  hints?: boolean;
  takeover?: number | null;
  days?: number | null;
  decides?: "bot" | "host";
  start?: boolean;
  own_edition?: string | null;
}

/** An announcement by the server's operator, such as a coming restart. Not numbered. */
export interface Notice {
  type: "notice";
  sentence: string;
}

/** The match is about to begin: all pledges are fixed, and each seat in `waiting` must reveal its entropy. At `until` (Unix time) or soon after, the match begins without the seats that have not. */
export interface Opening {
  waiting: number[];
  until: number;
}

/** An option of a game: any integer from `least` to `most` if `whole`, otherwise one of `choices`. */
export interface OptionInfo {
  key: string;
  words: string;
  rule: string;
  default: string | number;
  choices: ChoiceInfo[];
  whole: boolean;
  least: number;
  most: number;
}

/** POST /api/editions: an edition of somebody's own, as the text of its file. The response is an `EditionInfo`, or a `Problem` that says what is wrong with the file. */
export interface OwnEdition {
  game: string;
  text: string;
  seats?: number | null;
  options?: Record<string, string | number>;
}

/** A liveness check, answered by `pong` with the same number. */
export interface Ping {
  type: "ping";
  t?: number;
}

/** Play for a seat: one action by number or by notation, or a run of actions. `at` is the number of the position that the player saw, and `match` its match (numbering restarts with every match). If the table has moved on, the play is refused as late. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  action?: number | null;
  notation?: string | null;
  actions?: number[] | null;
  at?: number | null;
  match?: string | null;
}

/** Commit to this seat's contribution to the next match's chance, before any contribution is revealed. The pledge is the SHA-256 of four lines of text without a final newline: `zauber pledge 1`, the table's `next_commitment`, the seat's letter, and the entropy in hexadecimal. */
export interface Pledge {
  type: "pledge";
  id: string;
  seat: number;
  pledge: string;
}

/** The answer to `ping`: the server's time and the table's last number, by which a client detects a gap. */
export interface Pong {
  type: "pong";
  t: number;
  time: number;
  n: number;
}

/** The public facts of the position in play: its number, its ply, whose turn it is, and who may act. */
export interface Position {
  match: string;
  at: number;
  ply: number;
  turn: number | null;
  waiting: number[];
  over: boolean;
  outcome: Ending | null;
}

/** The number of spectators. Not numbered, because it describes only the present. */
export interface Presence {
  type: "presence";
  watchers: number;
}

/** The body of every response other than 200; `seat`: the seat of a new table whose name was refused. */
export interface Problem {
  reason: string;
  sentence: string;
  seat: number | null;
}

/** The response: whether messages will be sent to this browser. */
export interface PushKept {
  on: boolean;
}

/** POST /api/tables/{id}/push: a browser's push subscription, for the holder of `tokens` at a table by the day. With `on` false it is forgotten. */
export interface PushRequest {
  tokens: string[];
  endpoint: string;
  p256dh: string;
  auth: string;
  on?: boolean;
}

/** Why a command was not carried out. */
export interface Refusal {
  reason: "bad_message" | "bad_name" | "cannot_undo" | "full" | "illegal" | "late" | "no_such_seat" | "no_such_table" | "no_such_thing" | "not_host" | "not_now" | "not_your_seat" | "taken" | "too_fast" | "trouble";
  sentence: string;
  rule: string;
  phrase: Said | null;
}

/** The command was not carried out and nothing has changed. `id` is null if the message had no readable id. */
export interface Refused {
  type: "refused";
  id: string | null;
  reason: "bad_message" | "bad_name" | "cannot_undo" | "full" | "illegal" | "late" | "no_such_seat" | "no_such_table" | "no_such_thing" | "not_host" | "not_now" | "not_your_seat" | "taken" | "too_fast" | "trouble";
  sentence: string;
  rule: string;
  phrase: Said | null;
}

/** Host: begin another match with the same seats, after one is over. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** The response to POST /api/replay: frames `first` to `first + count` of `plies` + 1. */
export interface Replay {
  game: string;
  title: string;
  edition: string;
  options: Record<string, string | number>;
  seats: number;
  names: string[];
  plies: number;
  viewer: number | string | null;
  frames: ReplayFrame[];
  outcome: Ending | null;
  fairness: Fairness;
  record: unknown;
}

/** The position after `ply` actions, and the description of the last one. */
export interface ReplayFrame {
  ply: number;
  seat: number | null;
  action: string | null;
  phrases: Said[];
  sentence: string;
  view: unknown;
  turn: number | null;
  over: boolean;
}

/** POST /api/replay: a record, as its JSON object or as text (JSON or compact), and the viewer. `viewer` is a seat, null for a spectator, or "open" to reveal everything. */
export interface ReplayRequest {
  record: unknown;
  viewer?: number | "open" | null;
  first?: number;
  count?: number;
}

/** Resign a running match of two: the other seat wins. With more seats it is refused; see `leave_seat`. */
export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

/** Reveal the entropy that this seat pledged, in hexadecimal, when the table asks for it (`opening`). */
export interface Reveal {
  type: "reveal";
  id: string;
  seat: number;
  entropy: string;
}

/** GET /api/games/{name}/rules: the rules page and the game's catalogue of texts. */
export interface RulesInfo {
  name: string;
  title: string;
  markdown: string;
  catalogue: Record<string, unknown>;
}

/** A phrase: a key in the catalogue of the game or the house, and the arguments of its text. */
export interface Said {
  key: string;
  args: Record<string, unknown>;
}

/** Exactly one of: a fixed phrase, a symbol of the house, or free text where the table allows it. */
export interface Say {
  type: "say";
  id: string;
  seat: number;
  phrase?: string | null;
  symbol?: string | null;
  text?: string | null;
}

/** One seat's match: start + choices + others + luck = result, with standard errors. `others` is the effect of the other players' choices. */
export interface SeatAnalysis {
  seat: number;
  chances: ChancePoint[];
  start: number;
  choices: number;
  others: number;
  luck: number;
  result: number;
  start_error: number;
  choices_error: number;
  others_error: number;
  luck_error: number;
}

/** Host: seat a bot at a free seat, or let one stand in for a person, who keeps the seat and may come back. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  level: string;
}

/** The position of the match in play as one viewer knows it (`viewer` is null for a spectator). */
export interface SeatState {
  viewer: number | null;
  view: unknown;
  moves: Move[];
  lines: Line[];
}

/** The secret that proves who holds a seat. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** A seat as everybody sees it. `kind` is the holder: nobody (free), a person or a bot. A person who is not `here` has been away since `since` (Unix time). `stand_in` is the level of the bot that plays for the person meanwhile. `pledge` is the seat's commitment to its entropy for the next match. */
export interface SeatView {
  seat: number;
  kind: "bot" | "free" | "person";
  name: string;
  symbol: string;
  level: string | null;
  here: boolean;
  since: number | null;
  stand_in: string | null;
  pledge: string | null;
}

/** Change the name or the symbol of the seat's holder. */
export interface SetName {
  type: "set_name";
  id: string;
  seat: number;
  name: string;
  symbol?: string | null;
}

/** Host: set how long bots take for a move. */
export interface SetPace {
  type: "pace";
  id: string;
  pace: "fast" | "instant" | "normal" | "slow";
}

/** A person seated at a new table when it is created. `entropy` belongs to protocol 1 and is refused: entropy is now pledged at the table. */
export interface Sitter {
  seat: number;
  name: string;
  symbol?: string | null;
  entropy?: string | null;
}

/** A chat message: exactly one of phrase, symbol and text. */
export interface Spoken {
  type: "said";
  n: number;
  seat: number;
  phrase: string | null;
  symbol: string | null;
  text: string | null;
}

/** Host: begin the match. Every seat must be held by a person or a bot. */
export interface Start {
  type: "start";
  id: string;
}

/** Host, between matches: the holder of seat `order[i]` moves to seat i. */
export interface SwapSeats {
  type: "swap_seats";
  id: string;
  order: number[];
}

/** GET /api/tables: public tables with a free seat or a match to watch. */
export interface TableList {
  tables: TableView[];
}

/** The response to POST /api/tables. The link may be shared; the tokens are for the creator alone. */
export interface TableMade {
  table: string;
  link: string;
  qr: string;
  host_token: string;
  tokens: SeatToken[];
  reach: "everywhere" | "here" | "network";
}

/** A table as everybody sees it. `fairness` belongs to the match in play or, between matches, to the last one. `next_commitment` commits to the secret of the next match; while it is set, each seat may pledge entropy, until `opening`. Between matches, `last_names` are the seats' names when the last match ended, since people may have changed seats. `turn` is the seat that a running match waits for, as the table was when this was made. A table with `days` is played by the day: at `due` (Unix time) the time for the turn is over, and `decides` says who goes on. */
export interface TableView {
  table: string;
  game: string;
  title: string;
  edition: string;
  edition_title: string;
  options: Record<string, string | number>;
  seats: SeatView[];
  phase: "lobby" | "over" | "playing";
  match: string | null;
  matches: number;
  host: number | null;
  listed: boolean;
  pace: "fast" | "instant" | "normal" | "slow";
  free_text: boolean;
  takeover: number | null;
  watchers: number;
  fairness: Fairness;
  undo: UndoView | null;
  created: number;
  next_commitment: string | null;
  hints: boolean;
  opening: Opening | null;
  last_names: string[];
  turn: number | null;
  days: number | null;
  decides: "bot" | "host";
  due: number | null;
}

/** Sit down. A client that generates the token itself can safely repeat the command after a lost connection. `pledge` fixes the seat's entropy for the next match, as the `pledge` command does. */
export interface TakeSeat {
  type: "take_seat";
  id: string;
  seat: number;
  name: string;
  symbol?: string | null;
  token?: string | null;
  pledge?: string | null;
}

/** Agree to an undo or refuse it. The player who asked withdraws with `agree` false. */
export interface UndoAnswer {
  type: "undo_answer";
  id: string;
  seat: number;
  agree: boolean;
}

/** Ask to take back the seat's last action and the bots' replies to it. */
export interface UndoOffer {
  type: "undo_offer";
  id: string;
  seat: number;
}

/** A request to take back the last action: who asks, and who has not agreed yet. */
export interface UndoView {
  seat: number;
  waiting: number[];
}

/** The seats whose last move could be taken back now, with the bots' replies to it. Not numbered. Sent when the table has been quiet for a moment, and valid for this position only. Without it, nobody's can. */
export interface Undoable {
  type: "undoable";
  match: string;
  at: number;
  seats: number[];
}

/** The response to POST /api/verify and GET /api/matches/{id}/verify; `key` is the key of the match's chance. */
export interface Verified {
  fair: boolean;
  sentence: string;
  checks: Check[];
  key: string | null;
}

/** The answer to `hello`: the complete current state. Later frames are numbered from `n` + 1. The `lines` of each state are the actions after `resume_from` (the newest 200 at most); `complete` says whether these are all. `unknown` counts tokens that are not valid here (or no longer are). */
export interface Welcome {
  type: "welcome";
  n: number;
  protocol: number;
  table: TableView;
  you: You;
  position: Position | null;
  states: SeatState[];
  complete: boolean;
  unknown: number;
  time: number;
}

/** Ask why an action is illegal now. Answered by `refused`, or by `ack` if the action is legal. */
export interface Why {
  type: "why";
  id: string;
  seat: number;
  action?: number | null;
  notation?: string | null;
}

/** What the client's tokens give access to. */
export interface You {
  seats: number[];
  host: boolean;
}

export type Command = Hello | Ping | Play | Why | Say | TakeSeat | LeaveSeat | SetName | Pledge | Reveal | UndoOffer | UndoAnswer | Resign | Start | Rematch | SwapSeats | FreeSeat | SeatBot | GiveBack | SetPace;

export type Frame = Welcome | Event | Begun | Lobby | Spoken | Presence | Undoable | Notice | Ack | Refused | Pong | Goodbye;
