// The view of Magicians' Night, as src/zauber/games/magicians_night/words.py documents it, and what follows from it for
// the screen: prompts, sounds, the pace of strokes, and the named choices of those who would rather choose than drag.
import type { Phrase } from '../../lib/say';
import type { Move } from '../../net/protocol';
import type { Choice, Next, Sound } from '..';
import { ENTER, GO_ON, POINTS, PUSH, alignment, away, edgePoint, headingOf, hourOf, minus, steer, type Point } from './geometry';

export type Sign = 'sun' | 'moon' | 'lightning' | 'star';
export const SIGNS: readonly Sign[] = ['sun', 'moon', 'lightning', 'star'];
export type Kind = 'fire' | 'cauldron' | 'tree' | 'small' | 'big' | 'magician';

export interface Piece extends Point {
  id: number;
  kind: Kind;
  symbol: Sign | null;
  owner: number | null;
  radius: number;
}

export interface View {
  seats: number;
  starter: number;
  turns: number;
  strokes: number;
  strokes_left: number | null;
  phase: 'choose' | 'begin' | 'entered' | 'pushing' | 'offer' | 'over';
  active: number | null;
  waiting: number | null;
  symbols: (Sign | null)[];
  free: Sign[];
  out: boolean[];
  agreed: boolean[];
  light: boolean;
  /** The lamp is still on and will go out. */
  lamp: boolean;
  plate: number;
  ring: number;
  /** The edge of the plate is seen. */
  edge: boolean;
  /** What is seen to lie over the ring. */
  covered: Kind | null;
  sizes: Record<Kind, number>;
  pieces: Piece[];
  hand: Sign[];
  held: number | null;
  standing: boolean;
  landed: number | null;
  winner: number | null;
  felt: number | null;
  fallen: number;
  clacks: number;
  lost: number;
  taken: number;
  gone: { id: number; kind: Kind; symbol: Sign | null }[];
}

/** Everything is seen: the light is on, or somebody looks with all eyes at once. */
export const lit = (view: View): boolean => view.light || view.pieces.some((piece) => piece.kind === 'tree' || piece.kind === 'small' || piece.kind === 'big');

/** The magician of a seat, where it stands on the plate or is held. */
export function magicianOf(view: View, seat: number | null): Piece | undefined {
  const symbol = seat === null ? null : view.symbols[seat];
  return symbol ? view.pieces.find((piece) => piece.kind === 'magician' && piece.symbol === symbol) : undefined;
}

/** A seat's cauldrons on the plate, the one nearest to the ring first. */
export function cauldronsOf(view: View, seat: number): Piece[] {
  return view.pieces.filter((piece) => piece.kind === 'cauldron' && piece.owner === seat).sort((a, b) => away(a) - away(b));
}

/** The seats in the order in which they are drawn: clockwise, the reader's own left out. */
export function others(view: View, seat: number | null): number[] {
  const all = Array.from({ length: view.seats }, (_, i) => ((seat ?? 0) + i) % view.seats);
  return seat === null ? all : all.slice(1);
}

export function prompt(view: View, seat: number): Phrase {
  if (view.phase === 'begin') return { key: magicianOf(view, seat) ? 'prompt.begin_there' : 'prompt.begin' };
  if (view.phase === 'pushing' && view.strokes_left === 0) return { key: 'prompt.tired' };
  return { key: `prompt.${view.phase}` };
}

export function sound(event: Phrase): Sound | null {
  switch (event.key) {
    case 'tell.took':
    case 'tell.enters':
    case 'tell.lifts':
      return 'wood';
    case 'tell.landed':
      return 'good';
    case 'tell.lights_out':
      return 'spell';
    case 'tell.taken':
    case 'tell.offer':
      return 'coin';
    case 'tell.out':
      return 'bad';
    default:
      return null;
  }
}

export const minor = (event: Phrase): boolean => event.key === 'tell.push' || event.key === 'tell.push_felt';
/** Two seconds for what everybody should notice. */
export const time = (events: readonly Phrase[]): number => (events.some((event) => ['tell.clack', 'tell.fell', 'tell.lights_out', 'tell.landed'].includes(event.key)) ? 2000 : 0);
/** A stroke takes as long as the server lets the next one come. */
export const tempo = (events: readonly Phrase[]): number | null => (events.length > 0 && events.every(minor) ? 50 : null);

// Named choices ----------------------------------------------------------------------------------------------------

const WAYS = ['right', 'away_right', 'away', 'away_left', 'left', 'near_left', 'near', 'near_right'] as const;
const STEP = 5; // strokes of a named push
const LONGEST = 110; // strokes of a plan

/** From which of eight sides something comes that lies in that direction from the middle. */
const side = (place: Point): string => `@side.${WAYS[Math.round(((Math.atan2(place.y, place.x) / (2 * Math.PI)) * 8 + 8)) % 8]}`;

/** Pushes a cauldron towards the ring, looking anew before every stroke; ends when the magician has slipped past it. */
function toRing(seat: number, id: number): Next<View> {
  return (view, made) => {
    const target = view.pieces.find((piece) => piece.id === id);
    const own = magicianOf(view, seat);
    if (!target || made > LONGEST) return null;
    if (view.phase === 'begin') return own && alignment(own, target) > 0.8 ? GO_ON : ENTER + edgePoint(target);
    if (!own || (view.phase === 'pushing' && alignment(own, target) < 0.3)) return null;
    return PUSH + steer(own, target);
  };
}

const firePlace = (view: View): Piece | undefined => view.pieces.find((piece) => piece.kind === 'fire' && away(piece) < (piece.radius * 2 + view.ring) / 2);

/** Pushes the fire off the ring, coming in at that point; ends when the ring is free. */
function offRing(seat: number, point: number): Next<View> {
  return (view, made) => {
    const fire = firePlace(view);
    const own = magicianOf(view, seat);
    if (!fire || made > LONGEST) return null;
    if (view.phase === 'begin') return ENTER + point;
    return own ? PUSH + headingOf(minus(fire, own)) : null;
  };
}

const push = (heading: number): Next<View> => (view, made) => (made < STEP && (view.phase === 'pushing' || view.phase === 'entered') ? PUSH + heading : null);

function plans(view: View, seat: number): Choice<View>[] {
  const own = magicianOf(view, seat);
  const cauldrons = cauldronsOf(view, seat);
  const found = cauldrons.flatMap((piece, rank): Choice<View>[] => {
    if (view.phase !== 'begin' && (!own || alignment(own, piece) < 0.3)) return [];
    const from = view.phase === 'begin' && !(own && alignment(own, piece) > 0.8) ? piece : own!;
    const nearest = rank === 0 && cauldrons.slice(1).every((other) => away(other) > away(piece) + 2);
    return [{ name: `plan ring ${piece.id}`, label: { key: nearest ? 'choice.ring_nearest' : 'choice.ring', args: { from: side(from), hour: hourOf(piece) } }, next: toRing(seat, piece.id) }];
  });
  const fire = firePlace(view);
  if (fire && view.phase === 'begin' && cauldrons[0]) {
    // From the side of the own nearest cauldron's way, so that the fire leaves it.
    for (const turn of [POINTS / 4, -POINTS / 4]) {
      const point = (edgePoint(cauldrons[0]) + turn + POINTS) % POINTS;
      const place = { x: Math.cos((point / POINTS) * 2 * Math.PI), y: Math.sin((point / POINTS) * 2 * Math.PI) };
      found.push({ name: `plan fire ${point}`, label: { key: 'choice.fire', args: { from: side(place) } }, next: offRing(seat, point) });
    }
  }
  return found;
}

/** What may be done now, in few words: plans, the single moves, ways of 15 mm and the twelve hours of the edge. */
export function choices(view: View, seat: number, moves: readonly Move[]): Choice<View>[] {
  const may = new Set(moves.map((move) => move.action));
  const single = (move: Move): Choice<View> => ({ name: move.notation, label: move.label, next: (_, made) => (made === 0 ? move.action : null) });
  const plain = moves.filter((move) => move.action < ENTER).map(single);
  if (view.phase === 'choose' || view.phase === 'offer' || view.phase === 'over') return plain;
  const found = may.has(PUSH) || may.has(ENTER) ? plans(view, seat) : [];
  const ways = may.has(PUSH)
    ? WAYS.map((way, i): Choice<View> => ({ name: `ways ${way}`, label: { key: 'choice.push', args: { way: `@way.${way}` } }, next: push(i * 8) }))
    : [];
  const hours = may.has(ENTER) ? Array.from({ length: 12 }, (_, i) => (((POINTS / 4 - i * 16) % POINTS) + POINTS) % POINTS) : [];
  const entries = hours.flatMap((point) =>
    moves.filter((move) => move.action === ENTER + point).map((move) => ({ ...single(move), label: { key: 'choice.enter', args: move.label.args } })),
  );
  return [...found, ...plain.filter((choice) => choice.name !== 'stop'), ...plain.filter((choice) => choice.name === 'stop'), ...ways, ...entries];
}
