// Magi's view, as src/zauber/games/magi/words.py documents it, and what follows from it for the screen.
import type { Phrase } from '../../lib/say';
import type { Move } from '../../net/protocol';
import type { Flight, Sound } from '..';

export type Colour = 'red' | 'blue' | 'yellow' | 'grey';

export interface Face {
  card: string;
  sort: 'guild' | 'item' | 'magi';
  colour: Colour;
  picture: string;
  points: number;
  star: boolean;
  abilities: string[];
}

export interface Counted {
  round: number;
  hands: string[][];
  points: number[];
}

export type Phase = 'magic' | 'drawing' | 'main' | 'drawn' | 'original_1' | 'original_2' | 'original_3' | 'colour' | 'target' | 'closing' | 'over';

export interface View {
  seats: number;
  round: number;
  target: number;
  scores: number[];
  starter: number;
  phase: Phase;
  turn: number | null;
  turns: number;
  clockwise: boolean;
  drawcount: number | null;
  top: Face;
  colour: 'red' | 'blue' | 'yellow' | 'any';
  sections: string[];
  talon: number;
  played: number;
  hand: Face[];
  /** Everybody's cards where they lie open: for who watches a replay. */
  hands?: string[][];
  counts: number[];
  out: number[];
  silent: number[];
  last: Counted | null;
}

export const COLOURS = ['red', 'blue', 'yellow'] as const;
export const SECTIONS = [
  ['select', 'free'],
  ['again', 'reverse', 'shot', 'through'],
  ['draw_0', 'draw_1', 'draw_2', 'draw_3'],
] as const;

/** The seats around the table, clockwise from the reader's left; a watcher sits nowhere and sees all. */
export function others(view: View, seat: number | null): number[] {
  const around = Array.from({ length: view.seats }, (_, i) => ((seat ?? 0) + i) % view.seats);
  return seat === null ? around : around.slice(1);
}

/** How many sit at the left side, the far side and the right side of the table. */
export function sides(many: number, narrow: boolean): [number, number, number] {
  const side = narrow ? (many >= 6 ? 2 : 1) : many >= 8 ? 2 : 1;
  return [side, many - 2 * side, side];
}

/** What may be done now, by what a player says. */
export function openings(moves: readonly Move[]) {
  const by = new Map(moves.map((move) => [move.notation, move]));
  const seatOf = (move: Move) => move.notation.slice(-1).charCodeAt(0) - 65;
  return {
    play: (card: string) => by.get(`play ${card}`),
    get: (said: string) => by.get(said),
    colours: COLOURS.filter((colour) => by.has(colour)),
    shots: new Map(moves.filter((move) => /^shoot [A-H]$/.test(move.notation)).map((move) => [seatOf(move), move])),
    catches: new Map(moves.filter((move) => /^catch [A-H]$/.test(move.notation)).map((move) => [seatOf(move), move])),
  };
}

/** A section's answer as it is said: `draw_2` is “draw 2”. */
export const answer = (ability: string): string => ability.replace('_', ' ');

/** Which of the four phases of a turn it is: 0 magic, 1 drawing, 2 main, 3 closing. */
export function station(phase: Phase, before: number): number {
  if (phase === 'magic') return 0;
  if (phase === 'drawing') return 1;
  if (phase === 'closing' || phase === 'over') return 3;
  return phase === 'main' || phase === 'drawn' || before === 3 || before === 1 ? 2 : before;
}

/** Equal cards of a hand lie on each other: a face and how many of it. */
export interface Held {
  face: Face;
  n: number;
}

const RANK: Record<Colour, number> = { red: 0, blue: 1, yellow: 2, grey: 3 };

/** The hand by colours, in the pack's order. */
export function sorted(hand: readonly Face[]): Held[] {
  const held: Held[] = [];
  for (const face of hand) {
    const same = held.find((other) => other.face.card === face.card);
    if (same) same.n += 1;
    else held.push({ face, n: 1 });
  }
  return held.sort((a, b) => RANK[a.face.colour] - RANK[b.face.colour]);
}

export interface Layout {
  width: number;
  height: number;
  rows: number;
  /** Left and top of each card, in pixels. */
  places: { x: number; y: number; row: number }[];
  /** How much of each lies free of the cards beside and below it. */
  seen: { width: number; height: number }[];
}

const SHAPE = 1.4;
const TOUCH = 45; // what must stay free of every card for a finger
const SMALLEST = 60;
const LAP = 0.52; // how much of a card shows above the next row

/** Where the cards of a hand lie in a box: as large as may be, in as few rows as leave a finger's width of each. */
export function fit(groups: readonly number[], width: number, height: number, tallest: number): Layout {
  const many = groups.reduce((sum, n) => sum + n, 0);
  if (many === 0 || width <= 0 || height <= 0) return { width: 0, height: 0, rows: 0, places: [], seen: [] };
  let best = { rows: 1, per: many, tall: 0 };
  for (let rows = 1; rows <= 6 && rows <= many; rows++) {
    const per = Math.ceil(many / rows);
    const high = Math.min(tallest, height - (rows - 1) * TOUCH, height / (1 + (rows - 1) * LAP));
    const tall = Math.min(high, (width - (per - 1) * TOUCH) * SHAPE);
    if (tall > best.tall + 2) best = { rows, per, tall };
  }
  if (best.tall < SMALLEST) best = { ...crowd(many, height), tall: SMALLEST };
  const { rows, per, tall } = best;
  const wide = tall / SHAPE;
  const step = per === 1 ? wide : Math.min(wide + 8, (width - wide) / (per - 1));
  return lay(groups, many, rows, per, wide, tall, step, width, height);
}

/** More cards than fingers find: as many rows as there is height for, and closer together. */
function crowd(many: number, height: number): { rows: number; per: number } {
  const rows = Math.max(1, Math.floor((height - SMALLEST) / TOUCH) + 1);
  return { rows, per: Math.ceil(many / rows) };
}

function lay(groups: readonly number[], many: number, rows: number, per: number, wide: number, tall: number, step: number, width: number, height: number): Layout {
  const down = rows === 1 ? 0 : Math.min((height - tall) / (rows - 1), Math.max(TOUCH, tall * 0.62));
  const top = height - tall - down * (rows - 1);
  // A little air between two colours, where a row has some to spare.
  const starts = new Set(groups.map((_, i) => groups.slice(0, i).reduce((sum, n) => sum + n, 0)));
  const places: Layout['places'] = [];
  for (let row = 0; row < rows; row++) {
    const first = row * per;
    const count = Math.min(per, many - first);
    if (count <= 0) break;
    const breaks = Array.from({ length: count }, (_, i) => (i > 0 && starts.has(first + i) ? 1 : 0));
    const gaps = breaks.reduce<number>((sum, n) => sum + n, 0);
    const spare = Math.max(0, width - (step * (count - 1) + wide));
    const gap = gaps === 0 ? 0 : Math.min(14, spare / gaps);
    const used = step * (count - 1) + wide + gap * gaps;
    let x = (width - used) / 2;
    for (let i = 0; i < count; i++) {
      x += i === 0 ? 0 : step + gap * breaks[i]!;
      places.push({ x, y: top + row * down, row });
    }
  }
  const seen = places.map((place, i) => {
    const next = places[i + 1];
    const last = place.row === places.at(-1)!.row;
    return { width: next?.row === place.row ? Math.min(wide, next.x - place.x) : wide, height: last ? tall : Math.min(tall, down) };
  });
  return { width: wide, height: tall, rows, places, seen };
}

// What is said, flies and is heard --------------------------------------------------------------------------------

export function prompt(view: View, _seat: number, moves: readonly Move[]): Phrase {
  const catches = moves.filter((move) => move.notation.startsWith('catch'));
  if (catches.length === moves.length && catches.length > 0) return { key: 'prompt.catch', args: { whom: catches[0]!.notation.slice(-1).charCodeAt(0) - 65 } };
  const plays = moves.some((move) => move.notation.startsWith('play '));
  const n = view.drawcount ?? 0;
  if (view.phase === 'main') return { key: plays ? (view.colour !== 'any' && view.top.sort === 'magi' ? 'prompt.named' : view.top.sort === 'magi' ? 'prompt.any' : 'prompt.main') : 'prompt.nothing', args: { colour: `@colour.${view.colour}`, card: cardWord(view.top.card) } };
  if (view.phase === 'magic') return { key: plays ? 'prompt.magic' : 'prompt.helpless', args: { n } };
  if (view.phase === 'drawn') return { key: plays ? 'prompt.drawn' : 'prompt.pass', args: {} };
  return { key: `prompt.${view.phase}`, args: { n } };
}

/** A card's key in the game's catalogue. */
export const cardWord = (card: string): string => `@card.${card.replaceAll(' ', '_')}`;

/** A card's name from its key in the catalogue. */
const named = (value: unknown): string => (typeof value === 'string' ? value.replace('@card.', '').replaceAll('_', ' ') : 'hidden');

const MOST = 5; // cards that are seen to fly at once; the others came with them

/** The DRAWCOUNT goes from whoever played to whoever faces it now. */
function travels(events: readonly Phrase[], view: View): Flight[] {
  const played = events.findLast((event) => event.key === 'tell.played')?.args?.['who'];
  if (view.drawcount === null || view.turn === null || played === undefined || played === view.turn) return [];
  return [{ figure: `drawcount:${view.drawcount}`, from: `hand:${played}`, to: `doom:${view.turn}` }];
}

/** From how many cards on a hit is too big to pass by. */
const WEIGHTY = 3;

export function weighty(events: readonly Phrase[], _view: View, seat: number | null): Phrase | null {
  const hit = events.find((event) => /^tell\.took(_seen)?$/.test(event.key) && event.args?.['who'] === seat && Number(event.args?.['n']) >= WEIGHTY);
  return hit ? { key: 'stage.hit', args: { n: hit.args?.['n'] } } : null;
}

export function flights(events: readonly Phrase[], view: View, seat: number | null): Flight[] {
  if (events.some((event) => event.key === 'tell.next_round')) return [];
  const cards = events.flatMap((event): Flight[] => {
    const a = event.args ?? {};
    const own = a['who'] === seat;
    switch (event.key) {
      case 'tell.played': {
        const card = named(a['card']);
        return [{ figure: card, from: own ? `card:${card}` : `hand:${a['who']}`, to: 'top', flip: !own }];
      }
      case 'tell.took':
      case 'tell.drew':
        return Array.from({ length: Math.min(Number(a['n'] ?? 1), MOST) }, () => ({ figure: 'hidden', from: 'talon', to: `hand:${a['who']}` }));
      case 'tell.took_seen':
      case 'tell.drew_seen':
        return ((a['cards'] as unknown[] | undefined) ?? []).slice(0, MOST).map((card) => ({ figure: named(card), from: 'talon', to: `card:${named(card)}`, flip: true }));
      default:
        return [];
    }
  });
  return [...cards, ...travels(events, view)];
}

export function sound(event: Phrase, seat: number | null): Sound | null {
  const mine = event.args?.['who'] === seat;
  switch (event.key) {
    case 'tell.played':
      return 'card';
    case 'tell.drew':
    case 'tell.drew_seen':
    case 'tell.passed':
      return mine ? 'flip' : null;
    case 'tell.took':
    case 'tell.took_seen':
      return mine ? 'bad' : 'clack';
    case 'tell.drawcount':
      return 'wood';
    case 'tell.reset':
    case 'tell.out':
      return 'good';
    case 'tell.colour':
    case 'tell.free':
      return 'coin';
    case 'tell.reversed':
      return 'wood';
    case 'tell.magi':
      return 'flute';
    case 'tell.caught':
      return event.args?.['whom'] === seat ? 'bad' : 'clack';
    default:
      return null;
  }
}

// Scores over the rounds --------------------------------------------------------------------------------------------

/** Everybody's total after each counted round that is known, the earliest first, beginning before the first of them. */
export function history(view: View, past: readonly Phrase[]): number[][] {
  const rounds: number[][] = [];
  let row: number[] = [];
  for (const event of past) {
    if (event.key !== 'tell.score') continue;
    const a = event.args ?? {};
    const who = Number(a['who']);
    if (who === 0) row = [];
    row[who] = Number(a['total']);
    if (rounds.length === 0 && who === 0) rounds.push([]);
    if (rounds.length === 1) rounds[0]![who] = Number(a['total']) - Number(a['n']);
    if (who === view.seats - 1) rounds.push(row);
  }
  const whole = rounds.filter((totals) => totals.filter((n) => n !== undefined).length === view.seats);
  if (whole.length > 0) return whole;
  if (view.last) return [view.scores.map((score, i) => score - view.last!.points[i]!), view.scores];
  return [view.scores];
}

const NO_TURN = ['tell.score', 'tell.caught', 'tell.next_round'];

/** Whether the round that was counted last was over before a seat had had a turn. */
export function overTooSoon(past: readonly Phrase[], seat: number | null): boolean {
  const end = past.findLastIndex((event) => event.key === 'tell.score');
  if (seat === null || end < 0) return false;
  const start = past.slice(0, end).findLastIndex((event) => event.key === 'tell.next_round');
  return !past.slice(start + 1, end).some((event) => event.args?.['who'] === seat && !NO_TURN.includes(event.key));
}
