// A table as the page sees it: the wire's frames made into what is shown now, one event after another at the pace that
// was chosen. The stage, the named buttons and the speaking region all read this one controller.
import { hold } from '../lib/hold.svelte';
import { spokenName } from '../lib/names';
import type { Phrase } from '../lib/say';
import { makePart } from './chance';
import { Hints } from './hints.svelte';
import { keep, tokensFor, wasMadeToBegin } from './keys';
import { followed, isMuted, keepMuted, mutedAt, type Muted } from './muting';
import { keepSince, keptSince } from './past';
import { keepPlayed } from './played';
import type { Begun, Ending, Event, Frame, Lobby, Move, Refused, SeatView, Spoken, TableView, Welcome } from './protocol';
import { asLine, noteOf, sceneOf, shownLines, type LogLine, type Note, type Question, type Scene } from './scene';
import { LONGEST_PAST, Showing } from './showing.svelte';
import { Shuffle } from './shuffle';
import { Unthrown, type Opening } from './unthrown';
import { Wire, randomText, type Answer, type LinkState, type Wish, type Wires } from './wire';

const QUIETLY = ['lobby.pledged', 'lobby.revealed']; // not worth a line in the log
const STROKE = 50; // milliseconds between two actions of a pursuit

export class Table {
  link: LinkState = $state('connecting');
  gone: string | null = $state(null);
  table: TableView | null = $state.raw(null);
  yours: readonly number[] = $state.raw([]);
  host = $state(false);
  match: string | null = $state(null);
  /** What is shown, one scene after another. */
  readonly showing = new Showing(
    () => this.shown(),
    () => {
      if (this.match && this.scene && hold.after === null) this.unthrown.thrown(this.match, this.scene);
      this.chooseEyes(false);
    },
  );
  readonly hints = new Hints(this);
  private lines: LogLine[] = $state.raw([]);
  /** What has happened, as far as it has been shown here. */
  readonly log: LogLine[] = $derived.by(() => {
    const { scene, reached, untold, told, again } = this.showing;
    return shownLines(this.lines, reached, scene && untold && !again ? scene.events.slice(0, told) : null);
  });
  /** The viewer: one of `yours`, or null for a spectator. */
  eyes: number | null = $state(null);
  /** On a shared device: the seat that must be at the screen before its cards are shown. */
  curtain: number | null = $state(null);
  note: Note | null = $state.raw(null);
  /** What `note` answers, if it is the answer to a question. */
  private question: Question | null = null;
  /** What somebody has just said: a key of the house's words, or their own text. */
  speech: { seat: number; key: string | null; text: string } | null = $state.raw(null);
  /** Whom this browser does not listen to. */
  private muted: readonly Muted[] = $state.raw([]);
  busy = $state(false);
  /** Moves that the house has not answered yet. */
  sending = $state(0);
  watchers = $state(0);
  /** Whose last move could be taken back; the server says so anew after every change. */
  private undoable: readonly number[] = $state.raw([]);
  private readonly wire: Wire;
  private latest = new Map<number | null, Scene>();
  /** By viewer what has happened since its last move, after what lay there before. */
  private since = new Map<number | null, Scene[]>();
  private logs = new Map<number | null, LogLine[]>();
  private housekeeping: LogLine[] = [];
  private pursuit = 0;
  private stirredAt = 0;
  private flight: Promise<unknown> = Promise.resolve();
  private openly = false;
  /** Whether these events wait for the hand of one of these seats, such as a throw; set by the page that draws them. */
  byHand: (events: readonly Phrase[], seats: readonly number[]) => boolean = () => false;
  private readonly unthrown: Unthrown;
  private readonly shuffle = new Shuffle((wish) => this.ask(wish));
  /** A table just made that is to begin as soon as this browser's part of the shuffle is pledged. */
  beginning = $state(false);

  constructor(
    readonly id: string,
    socket?: Wires['socket'],
  ) {
    this.unthrown = new Unthrown(id);
    this.wire = new Wire({
      table: id,
      tokens: () => tokensFor(id).slice(0, 9),
      frame: (frame) => this.receive(frame),
      state: (state) => (this.link = state),
      refusedForGood: (sentence) => (this.gone = sentence),
      ...(socket ? { socket } : {}),
    });
  }

  open(): void {
    this.muted = mutedAt(this.id);
    this.beginning = wasMadeToBegin(this.id);
    globalThis.addEventListener?.('pagehide', this.keepSince);
    this.wire.open();
  }

  close(): void {
    globalThis.removeEventListener?.('pagehide', this.keepSince);
    this.keepSince();
    this.showing.stop();
    this.wire.close();
  }

  private readonly keepSince = () => {
    if (this.match && this.since.size > 0) keepSince(this.match, this.since);
  };

  get scene(): Scene | null {
    return this.showing.scene;
  }

  get step(): number {
    return this.showing.step;
  }

  get seats(): readonly SeatView[] {
    return this.table?.seats ?? [];
  }

  /** What the seats are called; between matches, what they were called when the last one ended. */
  get names(): readonly string[] {
    const then = this.table?.last_names ?? [];
    return then.length > 0 ? then.map((name, seat) => spokenName(name, seat)) : this.seats.map((seat) => spokenName(seat.name, seat.seat));
  }

  /** The seat that the reader has in what is told: the one of the last match, whatever seat it is now. */
  get reader(): number | null {
    const then = this.table?.last_names ?? [];
    const name = this.eyes === null ? undefined : this.seats[this.eyes]?.name;
    return name && then.includes(name) ? then.indexOf(name) : this.eyes;
  }

  /** The legal moves that may be shown: none while an older scene is still on the stage, what somebody else did has not
   * been seen to its end, a throw that decides them has not been made, or the curtain is closed. */
  get moves(): readonly Move[] {
    return hold.after === null ? this.coming : [];
  }
  /** These eyes are asked to do something, be it to throw first. */
  get asked(): boolean {
    return this.coming.length > 0;
  }
  private get coming(): readonly Move[] {
    if (this.curtain !== null || this.eyes === null || this.showing.lagging || this.showing.halt || this.unseen) return [];
    return this.scene?.moves ?? [];
  }
  /** What somebody else did is still being shown, and goes on by itself. */
  private get unseen(): boolean {
    return this.showing.playing && hold.after === null && this.scene?.seat !== this.eyes;
  }

  /**
   * The seat whose last move could be taken back from this screen: that of whoever is there, or, where people share it,
   * that of the one before, who has to come back then. At the curtain nobody is there.
   */
  get undoSeat(): number | null {
    if (this.curtain !== null || this.eyes === null || this.table?.undo) return null;
    return [this.eyes, ...this.yours].find((seat) => this.undoable.includes(seat)) ?? null;
  }

  isMuted(seat: number): boolean {
    return isMuted(this.muted, this.seats[seat], this.seats);
  }

  /** Their phrases and symbols are not shown at this screen (or are again). */
  mute(seat: number, on: boolean): void {
    const { name = '' } = this.seats[seat] ?? {};
    const others = this.muted.filter((one) => !isMuted([one], this.seats[seat], this.seats));
    this.follow(on ? [...others, { seat, name }] : others);
    if (on && this.speech?.seat === seat) this.speech = null;
  }

  private follow(muted: readonly Muted[]): void {
    if (muted.length > 0 || this.muted.length > 0) keepMuted(this.id, muted);
    this.muted = muted;
    this.updateLog();
  }

  /** Several people share this device. */
  get shared(): boolean {
    return this.yours.length > 1;
  }

  // What a person does --------------------------------------------------------------------------------------------

  async play(action: number): Promise<void> {
    this.showing.skip();
    this.pursuit += 1;
    if (this.busy) return;
    this.busy = true;
    this.note = null;
    await this.flight;
    await this.send(action);
    this.busy = false;
  }

  /** Plays action after action, each chosen from what is seen then, until `next` has none or something else is played. */
  async pursue(next: (view: unknown, made: number) => number | readonly number[] | null): Promise<void> {
    this.showing.skip();
    const own = ++this.pursuit;
    this.note = null;
    await this.flight;
    for (let made = 0; own === this.pursuit; ) {
      const scene = this.eyes === null ? undefined : this.latest.get(this.eyes);
      if (!scene || scene.moves.length === 0 || this.curtain !== null) return;
      const chosen = next(scene.view, made);
      const run = typeof chosen === 'number' ? [chosen] : (chosen ?? []);
      if (run.length === 0 || !scene.moves.some((move) => move.action === run[0])) return;
      const pause = new Promise((done) => setTimeout(done, STROKE * run.length));
      if (!(await this.send(chosen!))) return;
      made += run.length;
      await pause;
    }
  }

  private async send(action: number | readonly number[]): Promise<boolean> {
    const scene = this.eyes === null ? undefined : this.latest.get(this.eyes);
    if (this.eyes === null || !scene) return false;
    const played = typeof action === 'number' ? { action } : { actions: [...action] };
    const asked = this.ask({ type: 'play', seat: this.eyes, at: scene.at, ...played });
    this.flight = asked;
    this.sending += 1;
    const answer = await asked;
    this.sending -= 1;
    if (answer.type === 'refused') this.explain(answer);
    return answer.type === 'ack' && !answer.stopped;
  }

  /** Why is this not possible now? The answer stands in `note`. */
  async why(notation: string): Promise<void> {
    const early = this.unseen;
    this.showing.skip();
    if (this.eyes === null || early) return; // a touch has brought to its end what was shown
    const question = { seat: this.eyes, notation, asked: this.asked };
    const answer = await this.ask({ type: 'why', seat: question.seat, notation });
    if (answer.type === 'refused') this.explain(answer, question);
  }

  async sit(seat: number, name: string): Promise<Answer> {
    const token = randomText(24);
    keep(this.id, [token], this.table?.game);
    const commitment = this.table?.next_commitment;
    const pledge = commitment ? await makePart(commitment, seat) : null;
    const answer = await this.ask({ type: 'take_seat', seat, name, token, pledge });
    if (answer.type === 'ack' && !this.yours.includes(seat)) {
      this.yours = [...this.yours, seat].sort((a, b) => a - b);
      this.eyes ??= seat;
    }
    return answer;
  }

  /** Stand up; during a match a bot plays on. */
  async leave(seat: number): Promise<void> {
    if (!(await this.wish({ type: 'leave_seat', seat }))) return;
    this.yours = this.yours.filter((other) => other !== seat);
    if (this.eyes === seat) this.wire.again(); // what others see is told to those who come as such
  }

  async ask(wish: Wish): Promise<Answer> {
    return this.wire.ask(wish);
  }

  /** Ask for something of the host's or a seat's; a refusal is shown. */
  async wish(wish: Wish): Promise<boolean> {
    const answer = await this.ask(wish);
    if (answer.type === 'refused') this.explain(answer);
    return answer.type === 'ack';
  }

  liftCurtain(): void {
    if (this.curtain === null) return;
    this.eyes = this.curtain;
    this.curtain = null;
    this.showing.forget(this.since.get(this.eyes));
    this.showNow();
  }

  /** What a match begins with that no event tells, such as a first throw; known when the game has been loaded. */
  opens(opening: Opening): void {
    this.unthrown.opening = opening;
    if (this.scene?.ply === 0) this.showNow();
  }

  /** Nothing is hidden in this game: who shares the screen needs no curtain. */
  playOpenly(): void {
    this.openly = true;
    this.liftCurtain();
  }

  private explain(answer: Refused, question: Question | null = null): void {
    if (answer.reason === 'late') this.wire.check();
    this.note = noteOf(answer);
    this.question = question;
  }

  /** Another scene is on the stage: a note stays as long as the same question has the same answer. */
  private async doubt(): Promise<void> {
    const { note, question } = this;
    if (!note) return;
    if (question && question.seat === this.eyes && question.asked === this.asked) {
      const answer = await this.ask({ type: 'why', seat: question.seat, notation: question.notation });
      if (answer.type === 'refused' && JSON.stringify(noteOf(answer)) === JSON.stringify(note)) return;
    }
    if (this.note === note) this.note = null;
  }

  // What comes over the wire ----------------------------------------------------------------------------------------

  private receive(frame: Frame): void {
    if (frame.type === 'welcome') this.welcome(frame);
    else if (frame.type === 'begun') this.begun(frame);
    else if (frame.type === 'event') this.event(frame);
    else if (frame.type === 'lobby') this.lobby(frame);
    else if (frame.type === 'said') this.said(frame);
    else if (frame.type === 'presence') this.watchers = frame.watchers;
    else if (frame.type === 'undoable') this.undoable = frame.seats;
  }

  private welcome(frame: Welcome): void {
    this.table = frame.table;
    this.undoable = [];
    this.watchers = frame.table.watchers;
    this.yours = frame.you.seats;
    this.host = frame.you.host;
    const position = frame.position;
    if (position && position.match !== this.match) this.forgetMatch();
    this.match = position?.match ?? null;
    const kept = position && this.since.size === 0 ? keptSince(position.match) : this.since;
    for (const state of frame.states) {
      const first = state.lines[0]?.n ?? Infinity; // a welcome after new seats tells all from the start again
      const before = (this.logs.get(state.viewer) ?? []).filter((line) => line.n < first);
      this.logs.set(state.viewer, [...before, ...state.lines.map(asLine)]);
      if (position) {
        const { match, ...rest } = position;
        const last = state.lines.at(-1);
        const past = kept.get(state.viewer);
        if (past && (!last || past.at(-1)?.n === last.n)) this.since.set(state.viewer, past);
        else this.since.delete(state.viewer); // what happened meanwhile has not been seen
        this.latest.set(state.viewer, this.unthrown.scene(match, position.at, state.viewer) ?? {
          ...rest,
          n: last?.n ?? frame.n,
          view: state.view,
          moves: state.moves,
          events: last?.phrases ?? [],
          seat: last?.seat ?? null,
          action: last?.action ?? null,
          undone: false,
        });
      }
    }
    if (position?.over && this.yours.length > 0) this.wrote(position.match, position.outcome);
    void this.takePart(true);
    this.chooseEyes(true);
    this.showing.forget(this.curtain === null ? this.since.get(this.eyes) : undefined);
    this.showNow();
  }

  private begun(frame: Begun): void {
    if (frame.match !== this.match) this.forgetMatch();
    this.beginning = false;
    this.undoable = [];
    this.match = frame.match;
    this.table = frame.table;
    const { match: _match, ...rest } = frame.position;
    this.latest.set(frame.viewer, { ...rest, n: frame.n, view: frame.state.view, moves: frame.state.moves, events: [], seat: null, action: null, undone: false });
    this.logs.set(frame.viewer, []);
    this.chooseEyes(true);
    if (this.sees(frame.viewer)) this.showNow();
  }

  private event(frame: Event): void {
    const before = this.latest.get(frame.viewer);
    const scene = sceneOf(frame, before);
    this.latest.set(frame.viewer, scene);
    // One's last move of a match belongs to how it ended.
    const fresh = (frame.seat === frame.viewer && !frame.over) || frame.undone || frame.later !== undefined;
    this.since.set(frame.viewer, fresh ? [scene] : [...(this.since.get(frame.viewer) ?? (before ? [before] : [])), scene].slice(-LONGEST_PAST - 1));
    if (before && this.byHand(scene.events, this.yours)) this.unthrown.keep(frame.match, frame.viewer, before, scene);
    this.undoable = [];
    if (this.table?.undo) this.table = { ...this.table, undo: null }; // a move is an answer as well
    const kept = frame.later ?? frame.phrases; // what must be remembered cannot be looked up
    const line: LogLine = { n: frame.n, seat: frame.seat, events: kept, undone: frame.undone, house: false, bot: frame.bot === true };
    this.logs.set(frame.viewer, [...(this.logs.get(frame.viewer) ?? []), line]);
    if (frame.over) this.wrote(frame.match, frame.outcome);
    else this.stirred();
    if (this.sees(frame.viewer)) this.showing.add(scene, frame.seat === frame.viewer, this.since.get(frame.viewer)!);
    else if (this.showing.resting) this.chooseEyes(false); // another of our seats may have to act now
  }

  private lobby(frame: Lobby): void {
    this.table = frame.table;
    this.follow(followed(this.muted, frame.what, frame.table.seats));
    if (!QUIETLY.includes(frame.what.key)) {
      this.housekeeping = [...this.housekeeping, { n: frame.n, seat: null, events: [frame.what], undone: false, house: true }];
    }
    void this.takePart(false);
    this.updateLog();
    this.chooseEyes(false);
  }

  private said(frame: Spoken): void {
    const events = frame.phrase ? [{ key: `chat.${frame.phrase}`, args: {} }] : [];
    const text = frame.text ?? frame.symbol;
    if (!this.isMuted(frame.seat)) this.speech = { seat: frame.seat, key: frame.phrase ? `chat.${frame.phrase}` : null, text: text ?? '' };
    this.housekeeping = [
      ...this.housekeeping,
      { n: frame.n, seat: frame.seat, events, undone: false, house: true, ...(text ? { text } : {}) },
    ];
    this.updateLog();
  }

  /** The match has ended: it goes into the book of this browser. */
  private wrote(match: string, outcome: Ending | null): void {
    if (!this.table || !outcome) return;
    keepPlayed({
      match,
      table: this.id,
      game: this.table.game,
      edition: this.table.edition,
      when: Date.now(),
      names: [...this.names],
      levels: this.seats.map((seat) => (seat.kind === 'bot' ? (seat.level ?? '') : (seat.stand_in ?? ''))),
      yours: [...this.yours],
      winners: [...outcome.winners],
      scores: [],
    });
  }

  /** Something happened here: the front page says when, at least to ten seconds. */
  private stirred(): void {
    if (this.yours.length === 0 || Date.now() - this.stirredAt < 10_000) return;
    this.stirredAt = Date.now();
    keep(this.id, [], this.table?.game, this.yours);
  }

  private forgetMatch(): void {
    this.latest.clear();
    this.since.clear();
    this.logs.clear();
    this.showing.forget();
    this.showing.scene = null;
  }

  /** Every seat has its part in the chance of the next match: it is pledged first, and shown when the table asks. */
  private async takePart(coming: boolean): Promise<void> {
    if (!this.table) return;
    await this.shuffle.attend(this.table, this.yours, coming);
    if (!coming || !this.beginning) return;
    if (this.table.phase !== 'lobby' || this.table.opening || !(await this.wish({ type: 'start' }))) this.beginning = false;
  }

  // Whose eyes, and what they see ------------------------------------------------------------------------------------

  private sees(viewer: number | null): boolean {
    return viewer === this.eyes;
  }

  /**
   * On a shared device the eyes follow the turn, with a curtain between two people. Who could act out of turn is not
   * called to the screen: that alone would tell the others that there is something to catch.
   */
  private chooseEyes(opening: boolean): void {
    if (this.yours.length === 0) {
      this.eyes = null;
      this.curtain = null;
      return;
    }
    if (this.eyes === null || !this.yours.includes(this.eyes)) this.eyes = this.yours[0]!;
    if (!this.shared || this.showing.waiting > 0 || this.showing.halt || this.showing.held) return;
    const scene = this.latest.get(this.eyes);
    if (!scene || scene.over) return;
    const turn = scene.waiting[0] ?? -1;
    const called = this.yours.includes(turn) && !this.seats[turn]?.stand_in ? turn : this.eyes;
    if (called === this.eyes && !opening) return;
    this.curtain = called;
    this.updateLog();
    if (this.openly) this.liftCurtain();
  }

  private showNow(): void {
    const scene = this.latest.get(this.eyes);
    const throwing = scene && this.match ? this.unthrown.of(this.match, this.eyes, scene) : null;
    this.showing.stop();
    if (throwing) {
      this.showing.reached = throwing.before.n;
      this.showing.begin(throwing.before);
      this.showing.add(throwing.after);
    } else if (scene) this.showing.show(scene);
    else this.updateLog();
  }

  private shown(): void {
    void this.doubt();
    this.updateLog();
  }

  /** The log as these eyes may read it; behind a curtain nobody's. */
  private updateLog(): void {
    const lines = this.curtain === null ? (this.logs.get(this.eyes) ?? []) : [];
    const first = lines[0]?.n ?? Infinity;
    const heard = this.housekeeping.filter((line) => (line.n >= first || lines.length === 0) && (line.seat === null || !this.isMuted(line.seat)));
    this.lines = [...heard, ...lines].sort((a, b) => a.n - b.n);
  }
}
