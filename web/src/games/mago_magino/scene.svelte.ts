// What the stage shows, one thing after another: the events of a move as beats, each changing what is seen and lasting a
// while. Whoever touches the stage sees the end at once; the end is always the view itself.
import type { Phrase } from '../../lib/say';
import { release, wait } from '../../lib/hold.svelte';
import { sound } from '../../lib/sound';
import { args, childName, flips, follow, type Token } from './tokens';
import { place, voice, type View } from './view';

export interface Board {
  tokens: Token[];
  /** Crystals lying on each space, and brought home by each seat. */
  crystals: number[];
  brought: number[];
  throw: View['throw'];
  arrow: number | null;
  /** What is happening now, for the eye. */
  rolling: boolean;
  spinning: boolean;
  walking: string | null;
  struck: number | null;
  safe: number | null;
  /** A crystal on its way from a space to a seat's shelf. */
  flying: { from: number; seat: number } | null;
  turn: number | null;
  /** What waits for a hand. */
  asking: 'die' | 'arrow' | null;
}

export interface Beat {
  time: number;
  show: (board: Board) => Board;
  sound: ReturnType<typeof voice>;
  /** Wait for a hand here, when so many events have been shown. */
  hold?: number;
}

const STEP = 250;
export const SPIN = 2900;

const still = { asking: null, rolling: false, spinning: false, walking: null, struck: null, safe: null, flying: null };

/** The board as a view says it is. */
export function settled(tokens: Token[], view: View): Board {
  return {
    ...still,
    tokens,
    crystals: view.spaces.map((space) => space.crystals),
    brought: view.players.map((player) => player.crystals),
    throw: view.throw,
    arrow: view.arrow,
    turn: view.turn,
  };
}

const change = (tokens: readonly Token[], name: string, to: Partial<Token>): Token[] => tokens.map((token) => (token.name === name ? { ...token, ...to } : token));
const plus = (list: readonly number[], at: number, n: number): number[] => list.map((value, i) => (i === at ? value + n : value));

/** The first place on a space that nobody has. */
function free(tokens: readonly Token[], space: number): number {
  const taken = new Set(tokens.filter((token) => token.space === space).map((token) => token.slot));
  let slot = 0;
  while (taken.has(slot)) slot += 1;
  return slot;
}

/** A piece walks over the spaces of its path, one after another. */
function walk(name: string, event: Phrase): Beat[] {
  const path = (args(event)['path'] as number[] | undefined) ?? [];
  const heard = voice(event);
  return path.map((space) => ({
    time: name.startsWith('f') ? STEP * 1.7 : STEP,
    show: (board) => ({ ...board, ...still, walking: name, tokens: change(board.tokens, name, { space, slot: free(board.tokens.filter((token) => token.name !== name), space) }) }),
    sound: heard,
  }));
}

/** One event as beats. */
function beatsOf(event: Phrase): Beat[] {
  const a = args(event);
  const child = childName(a['who'], a['child']);
  const one = (time: number, show: Beat['show']): Beat[] => [{ time, show: (board) => ({ ...show({ ...board, ...still }) }), sound: voice(event) }];
  switch (event.key) {
    case 'tell.picked_up':
      return one(420, (board) => ({ ...board, walking: child, crystals: plus(board.crystals, Number(a['space']), -1), tokens: change(board.tokens, child, { crystal: true }) }));
    case 'tell.moved':
      return walk(child, event);
    case 'tell.magician':
      return walk('m', event);
    case 'tell.hopped':
      return walk(`f${a['frog']}`, event);
    case 'tell.brought':
      return [
        ...one(650, (board) => ({ ...board, flying: { from: 0, seat: Number(a['who']) }, tokens: change(board.tokens, child, { crystal: false }) })),
        { time: 200, show: (board) => ({ ...board, flying: null, brought: plus(board.brought, Number(a['who']), 1) }), sound: null },
      ];
    case 'tell.freed':
      return one(650, (board) => ({
        ...board,
        safe: Number(a['space']),
        tokens: change(board.tokens, `f${a['frog']}`, { name: child, kind: 'child', seat: Number(a['who']), child: Number(a['child']), crystal: false }),
      }));
    case 'tell.threw':
    case 'tell.threw_witch': {
      const face = event.key === 'tell.threw' ? 'steps' : 'witch';
      const thrown = { number: Number(a['number']), face, steps: Number(a['n']) } as const;
      return [
        ...one(620, (board) => ({ ...board, rolling: true, turn: Number(a['who']), throw: thrown })),
        { time: face === 'witch' ? 500 : 330, show: (board) => ({ ...board, rolling: false }), sound: null },
      ];
    }
    case 'tell.spun':
      return one(SPIN, (board) => ({ ...board, spinning: true, arrow: Number(a['to']) }));
    case 'tell.bewitched': {
      const struck = flips(event);
      return one(900, (board) => ({
        ...board,
        struck: struck[0]?.space ?? null,
        tokens: board.tokens.map((token) => {
          const flip = struck.find((turned) => childName(turned.seat, turned.child) === token.name);
          return flip ? { ...token, name: `f${flip.frog}`, kind: 'frog', seat: -1, child: 0, crystal: false } : token;
        }),
      }));
    }
    case 'tell.dropped':
      return one(420, (board) => ({ ...board, crystals: plus(board.crystals, Number(a['space']), Number(a['n'])) }));
    case 'tell.protected':
      return one(900, (board) => ({ ...board, safe: Number(a['space']) }));
    case 'tell.harmless':
      return one(300, (board) => board);
    default:
      return [];
  }
}

const thrower = (events: readonly Phrase[]): unknown => args(events.find((event) => event.key.startsWith('tell.threw')) ?? { key: '' })['who'];

/** Whether one of these seats throws. */
export const byHand = (events: readonly Phrase[], seats: readonly number[]): boolean => seats.some((seat) => seat === thrower(events));

/** The events as beats; where one of these seats throws, the die and the arrow wait for a hand. */
export const beats = (events: readonly Phrase[], hands: readonly number[] = []): Beat[] => {
  const seat = thrower(events);
  const own = byHand(events, hands);
  return events.flatMap((event, i) => {
    const asking = !own ? null : event.key.startsWith('tell.threw') ? 'die' : event.key === 'tell.spun' ? 'arrow' : null;
    if (!asking) return beatsOf(event);
    const rest: Beat = { time: 0, show: (board) => ({ ...board, ...still, turn: Number(seat), asking }), sound: null, hold: i };
    return [rest, ...beatsOf(event)];
  });
};

/** The first throw of a match, which no move leads to: the view before it, and what happens. */
export function opening(view: View): { view: View; events: Phrase[] } | null {
  const { number, face, steps } = view.throw;
  if (number !== 1 || view.turn === null) return null;
  const threw: Phrase = { key: face === 'witch' ? 'tell.threw_witch' : 'tell.threw', args: { who: view.turn, n: steps, number } };
  const at = view.arrow === null ? undefined : view.spaces[view.arrow];
  const spun: Phrase[] = face === 'witch' && at ? [{ key: 'tell.spun', args: { to: at.space, place: `@${place(at).key}` } }, { key: 'tell.harmless', args: { space: at.space } }] : [];
  return { view: { ...view, throw: { number: 0, face: 'steps', steps: 3 }, arrow: null }, events: [threw, ...spun] };
}

/** How long the events take to be seen, at normal pace. */
export const timeFor = (events: readonly Phrase[]): number => beats(events).reduce((sum, beat) => sum + beat.time, 0);

/** Whether the events lead on from what is on the board; in a replay one may jump to any moment. */
export function fits(board: Board, view: View, events: readonly Phrase[]): boolean {
  const throws = events.filter((event) => event.key.startsWith('tell.threw')).length;
  return (
    view.throw.number - board.throw.number === throws &&
    events.every((event) => {
      const a = args(event);
      const name = event.key === 'tell.moved' ? childName(a['who'], a['child']) : event.key === 'tell.magician' ? 'm' : event.key === 'tell.hopped' ? `f${a['frog']}` : null;
      return name === null || board.tokens.some((token) => token.name === name && token.space === a['from']);
    })
  );
}

/** What is on the stage now. */
export class Scene {
  board: Board;
  /** Something is still on its way. */
  busy = $state(false);
  /** How much longer than drawn things move just now. */
  pace = $state(1);
  private timer: ReturnType<typeof setTimeout> | null = null;
  private end: Board;
  private shown = 0;
  /** Whom to call by name, where several people share this screen. */
  private called: readonly string[] = [];

  constructor(view: View) {
    const start = settled(follow([], view, []), view);
    this.board = $state.raw(start);
    this.end = start;
  }

  /** Show what happened and then the view; `hands` are the seats whose die and arrow wait for a hand. */
  play(view: View, events: readonly Phrase[], pace: number, hands: readonly number[] = [], names: readonly string[] = []): void {
    this.skip();
    this.called = hands.length > 1 ? names : [];
    const seen = pace > 0 && fits(this.board, view, events);
    const all = seen ? beats(events, hands) : [];
    this.end = settled(follow(this.board.tokens, view, events), view);
    this.pace = pace;
    this.busy = all.length > 0;
    const held = all.find((beat) => beat.hold !== undefined)?.hold;
    if (held !== undefined) wait(held); // what a hand has still to throw is not told before
    this.next(all);
  }

  private next(left: readonly Beat[]): void {
    this.timer = null;
    const [beat, ...rest] = left;
    if (!beat) {
      this.skip();
      return;
    }
    this.board = beat.show(this.board);
    if (beat.sound) sound(beat.sound);
    if (beat.hold !== undefined) {
      this.shown = beat.hold;
      const name = this.called[this.board.turn ?? -1];
      const what = this.board.asking === 'die' ? 'stage.throw' : 'stage.spin';
      wait(beat.hold, name === undefined ? { key: what } : { key: `${what}_of`, args: { name } }, () => {
        wait(this.shown);
        this.next(rest);
      });
      return;
    }
    this.timer = setTimeout(() => this.next(rest), beat.time * this.pace);
  }

  /** The end, at once. */
  skip(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.board = this.end;
    this.busy = false;
    release();
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    release();
  }
}
