// Made by `zauber schema --typescript` from src/zauber/server/protocol/messages.py. Do not edit.

export const PROTOCOL = 2;

/** The command was carried out and stored as number `n` (0 when there was nothing to store). `token` answers `take_seat` without a token. `played` counts the actions of a run; when the run stopped early, `stopped` says why. */
export interface Ack {
  type: "ack";
  id: string;
  n: number;
  token: string | null;
  played: number | null;
  stopped: Refusal | null;
}

/** A moment that mattered to a seat: its own choice, with a better move, or chance ("luck"). */
export interface AnalysisMoment {
  ply: number;
  seat: number;
  kind: "choice" | "luck";
  change: number;
  error: number;
  chosen: string;
  better: string;
}

/** POST /api/analysis: the record of a finished match, as its JSON object or as text. */
export interface AnalysisRequest {
  record: unknown;
}

/** A match begins: the table's new state and the first position, as one viewer sees it. */
export interface Begun {
  type: "begun";
  n: number;
  viewer: number | null;
  match: string;
  table: TableView;
  position: Position;
  state: SeatState;
}

/** What a seat's chances were after `ply` actions, from what it knew; `error` is the standard error. */
export interface ChancePoint {
  ply: number;
  share: number;
  error: number;
}

/** One thing that was checked about a record. */
export interface Check {
  what: string;
  ok: boolean;
  sentence: string;
}

/** One choice of an option, in words. */
export interface ChoiceInfo {
  value: string;
  words: string;
}

/** An edition of a game, and the options it sets. */
export interface EditionInfo {
  name: string;
  title: string;
  about: string;
  options: Record<string, string | number>;
}

/** How a match ended: each seat's share of the win, and the game's own words. */
export interface Ending {
  shares: number[];
  winners: number[];
  phrase: Said;
  sentence?: string;
}

/** An action was played (or, with `undone`, taken back), as one viewer sees it. `seat` acted, `action` is its notation, or null when it is hidden from the viewer. `moves` absent: as before. `phrases` tell it in the moment; `later` is what may be kept of them to be read again, where it is part of the game to remember the rest (absent: all of them). */
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
}

/** What a match's chance is made of, as far as it may be known. The commitment to the house's secret; each seat's pledge ("": none), and the seats that did not show their entropy in time and were left out; when the match is over the secret, everyone's entropy, the edition's fingerprint, and the `key` of all chance that is made of these. `pledges` null: a match of old, in which entropy was given openly. */
export interface Fairness {
  commitment: string;
  secret: string | null;
  entropy: string[] | null;
  pledges: string[] | null;
  left_out: number[];
  edition: string | null;
  key: string | null;
}

/** Host: take the seat from whoever has it; its token is void. */
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

/** The stand-in leaves and the person plays on; by the host or by the person. */
export interface GiveBack {
  type: "give_back";
  id: string;
  seat: number;
}

/** The server closes the connection; when `again`, come back after so many seconds. */
export interface Goodbye {
  type: "goodbye";
  reason: "bad_message" | "idle" | "no_such_table" | "replaced" | "shutdown" | "too_fast" | "too_slow" | "trouble";
  sentence: string;
  again: number | null;
}

/** GET /healthz and /readyz. `compiled`: the games whose rules run compiled (others are slower, that is all). */
export interface Health {
  ok: boolean;
  version: string;
  storage: string;
  tables: number;
  sockets: number;
  sentence: string;
  compiled: string[];
}

/** The first message: which table, the tokens one holds for it, and the last number one has seen. */
export interface Hello {
  type: "hello";
  table: string;
  protocol?: number;
  tokens?: string[];
  resume_from?: number | null;
  sentences?: boolean;
}

/** The answer to POST /api/tables/{id}/hint: the best moves first, judged from what the seat knows. */
export interface Hint {
  at: number;
  moves: HintMove[];
}

/** A move, as it reads on a button, with its estimated chance and why. */
export interface HintMove {
  action: number;
  notation: string;
  label: string;
  share: number | null;
  error: number;
  why: string;
}

/** POST /api/tables/{id}/hint: a seat that is to act, and tokens, one of which must be the seat's. */
export interface HintRequest {
  seat: number;
  tokens: string[];
}

/** GET /api/house: what all tables share: phrases and symbols of the chat, symbols of seats, paces, limits. */
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
}

/** Stand up for good: the token is void, and the seat is free (or a bot's, in a running match). */
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

/** A past action, without view and moves: for the log of somebody who comes (back) to the table. For an action, `seat` acted, `action` is its notation (null when the viewer did not see it), and `phrases` tell it. Where it is part of the game to remember what happened, a line of a match that goes on leaves out what must not be looked up, and the notation. */
export interface Line {
  n: number;
  match: string;
  at: number;
  seat: number | null;
  action: string | null;
  phrases: Said[];
  sentence?: string;
  undone: boolean;
}

/** Something about the table changed: what (a phrase of the house's catalogue), and the table as it is now. */
export interface Lobby {
  type: "lobby";
  n: number;
  what: Said;
  table: TableView;
  sentence?: string;
}

/** The answer to POST /api/analysis. `iterations` is how many matches were imagined for each decision. */
export interface MatchAnalysis {
  seats: SeatAnalysis[];
  moments: AnalysisMoment[];
  iterations: number;
}

/** One legal action of a seat. `sentence` is there for those who asked for sentences. */
export interface Move {
  action: number;
  notation: string;
  label: Said;
  sentence?: string;
}

/** POST /api/tables: the table one wants. `bots` maps seats to levels; `sit` seats the maker at once. */
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
  start?: boolean;
}

/** Something that whoever runs the house tells everybody, such as a restart to come. Not numbered. */
export interface Notice {
  type: "notice";
  sentence: string;
}

/** The match is about to begin: all pledges are fixed, and each seat in `waiting` is to show its entropy. At `until` (seconds since 1970) or soon after it begins without those who have not. */
export interface Opening {
  waiting: number[];
  until: number;
}

/** An option of a game. `whole`: any whole number from `least` to `most`; else one of `choices`. */
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

/** Are you there? Answered by `pong` with the same number. */
export interface Ping {
  type: "ping";
  t?: number;
}

/** Play for a seat: one action by number or by notation, or a run of actions. `at` is the number of the position that the player saw, and `match` the match that it belongs to (numbers begin anew with every match); if the table has moved on, the play is refused as late. */
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

/** Fix this seat's own contribution to the chance of the next match by its fingerprint, before anybody's is shown. It is SHA-256 of four lines of text, without an end of line after the last: `zauber pledge 1`, the table's `next_commitment`, the seat's letter, and the entropy in hexadecimal digits. */
export interface Pledge {
  type: "pledge";
  id: string;
  seat: number;
  pledge: string;
}

/** Yes, I am here; the server's time and the table's last number (a client that lacks it has a gap). */
export interface Pong {
  type: "pong";
  t: number;
  time: number;
  n: number;
}

/** What is public about the position of the match in play: its number, ply, whose turn, who may act. */
export interface Position {
  match: string;
  at: number;
  ply: number;
  turn: number | null;
  waiting: number[];
  over: boolean;
  outcome: Ending | null;
}

/** How many watch. Not numbered: it is about now only. */
export interface Presence {
  type: "presence";
  watchers: number;
}

/** The body of every HTTP answer that is not 200. */
export interface Problem {
  reason: string;
  sentence: string;
}

/** Why a command was not carried out. */
export interface Refusal {
  reason: "bad_message" | "bad_name" | "cannot_undo" | "full" | "illegal" | "late" | "no_such_seat" | "no_such_table" | "no_such_thing" | "not_host" | "not_now" | "not_your_seat" | "taken" | "too_fast" | "trouble";
  sentence: string;
  rule: string;
  phrase: Said | null;
}

/** The command was not carried out and nothing has changed. `id` null: the message had none that could be read. */
export interface Refused {
  type: "refused";
  id: string | null;
  reason: "bad_message" | "bad_name" | "cannot_undo" | "full" | "illegal" | "late" | "no_such_seat" | "no_such_table" | "no_such_thing" | "not_host" | "not_now" | "not_your_seat" | "taken" | "too_fast" | "trouble";
  sentence: string;
  rule: string;
  phrase: Said | null;
}

/** Host: when a match is over, begin another with the same seats. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** The answer to POST /api/replay: frames `first` to `first + count` of `plies` + 1. */
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

/** The position after `ply` actions, and how the last of them is told. */
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

/** POST /api/replay: a record, as its JSON object or as text (JSON or compact); whose eyes. `viewer`: a seat, null for what is public, or "open" for everything face up. */
export interface ReplayRequest {
  record: unknown;
  viewer?: number | "open" | null;
  first?: number;
  count?: number;
}

/** Show the entropy that this seat has pledged, when the table asks for it (`opening`); in hexadecimal digits. */
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

/** A phrase: a key of the game's (or the house's) catalogue, and the arguments of its text. */
export interface Said {
  key: string;
  args: Record<string, unknown>;
}

/** A fixed phrase or a symbol of the house; free text where the table allows it. Exactly one of the three. */
export interface Say {
  type: "say";
  id: string;
  seat: number;
  phrase?: string | null;
  symbol?: string | null;
  text?: string | null;
}

/** A seat's match: start + choices + others + luck = result, with standard errors. `others` is what the others' choices gave it. */
export interface SeatAnalysis {
  seat: number;
  chances: ChancePoint[];
  start: number;
  choices: number;
  others: number;
  luck: number;
  result: number;
  choices_error: number;
  others_error: number;
  luck_error: number;
}

/** Host: a bot takes a free seat, or stands in for a person who keeps the seat and may come back. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  level: string;
}

/** The position of the match in play as one viewer knows it (`viewer` null: a watcher). */
export interface SeatState {
  viewer: number | null;
  view: unknown;
  moves: Move[];
  lines: Line[];
}

/** The secret that a seat's holder keeps. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** A seat as everybody sees it. `kind` is who holds it: nobody (free), a person or a bot. A person who is not `here` is away since `since` (seconds since 1970). `stand_in` is the level of the bot that plays for the person meanwhile. `pledge` is the fingerprint of the seat's entropy for the match that has not begun. */
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

/** Change the name or the symbol of one's seat. */
export interface SetName {
  type: "set_name";
  id: string;
  seat: number;
  name: string;
  symbol?: string | null;
}

/** Host: how long bots take for a move. */
export interface SetPace {
  type: "pace";
  id: string;
  pace: "fast" | "instant" | "normal" | "slow";
}

/** Somebody who sits at a new table from the beginning. `entropy` is a wish of protocol 1 and refused: entropy is pledged first, when the table is there. */
export interface Sitter {
  seat: number;
  name: string;
  symbol?: string | null;
  entropy?: string | null;
}

/** Somebody said something: exactly one of phrase, symbol and text. */
export interface Spoken {
  type: "said";
  n: number;
  seat: number;
  phrase: string | null;
  symbol: string | null;
  text: string | null;
}

/** Host: begin the match. Free seats must have been filled or given to bots. */
export interface Start {
  type: "start";
  id: string;
}

/** Host, between matches: `order[i]` is the seat whose people and things move to seat i. */
export interface SwapSeats {
  type: "swap_seats";
  id: string;
  order: number[];
}

/** GET /api/tables: listed tables with a free seat or something to watch. */
export interface TableList {
  tables: TableView[];
}

/** The answer to POST /api/tables. The link is for guests; the tokens are for the maker alone. */
export interface TableMade {
  table: string;
  link: string;
  qr: string;
  host_token: string;
  tokens: SeatToken[];
  reach: "everywhere" | "here" | "network";
}

/** A table as everybody sees it. `fairness` is that of the match in play or, between matches, of the last one. `next_commitment` promises the secret of the match that has not begun: while it is there, each seat may pledge entropy, until `opening`. `last_names` are, between matches, the names of the seats when the last one ended: people may have changed seats since. */
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
}

/** Sit down. A client that makes the token itself may safely repeat the command after a break. `pledge` is that of the seat's entropy for the next match, as in the command of that name. */
export interface TakeSeat {
  type: "take_seat";
  id: string;
  seat: number;
  name: string;
  symbol?: string | null;
  token?: string | null;
  pledge?: string | null;
}

/** Agree, or not. The asker withdraws with `agree` false. */
export interface UndoAnswer {
  type: "undo_answer";
  id: string;
  seat: number;
  agree: boolean;
}

/** Ask to take one's last action back, with the answers that bots have given to it. */
export interface UndoOffer {
  type: "undo_offer";
  id: string;
  seat: number;
}

/** A wish to take back the last action: who asks, and whose consent is still missing. */
export interface UndoView {
  seat: number;
  waiting: number[];
}

/** Whose last move could be taken back now, with the answers that bots have given to it. Not numbered. It comes when the table has been quiet for a moment, and counts for this position only. No such frame: nobody's. */
export interface Undoable {
  type: "undoable";
  match: string;
  at: number;
  seats: number[];
}

/** The answer to POST /api/verify and GET /api/matches/{id}/verify; `key` is that of all chance. */
export interface Verified {
  fair: boolean;
  sentence: string;
  checks: Check[];
  key: string | null;
}

/** The answer to `hello`: all there is to know now. What follows is numbered from `n` + 1. `lines` of each state are the actions after `resume_from` (at most 200, the newest); `complete` says whether these are all. `unknown` counts tokens that are good for nothing here (any more). */
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

/** Why may this seat not do that now? Answered by `refused`, or by `ack` when it may. */
export interface Why {
  type: "why";
  id: string;
  seat: number;
  action?: number | null;
  notation?: string | null;
}

/** What one's tokens are good for. */
export interface You {
  seats: number[];
  host: boolean;
}

export type Command = Hello | Ping | Play | Why | Say | TakeSeat | LeaveSeat | SetName | Pledge | Reveal | UndoOffer | UndoAnswer | Start | Rematch | SwapSeats | FreeSeat | SeatBot | GiveBack | SetPace;

export type Frame = Welcome | Event | Begun | Lobby | Spoken | Presence | Undoable | Notice | Ack | Refused | Pong | Goodbye;
