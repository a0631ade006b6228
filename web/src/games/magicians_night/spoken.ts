// The plate in words, for those who listen.
import type { Phrase } from '../../lib/say';
import { POINTS, angleOf, away, clockOf, hourOf, type Point } from './geometry';
import { cauldronsOf, lit, magicianOf, others, SIGNS, type Kind, type Piece, type View } from './view';

type Say = (phrase: Phrase) => string;

const at = (thing: Point) => ({ hour: hourOf(thing), n: Math.round(away(thing)) });

/** Where these lie: those that are as far from the middle together, by their hours. */
function places(things: readonly Point[], say: Say): string[] {
  const found: { n: number; hours: Set<number> }[] = [];
  for (const { hour, n } of things.map(at).sort((a, b) => a.n - b.n)) {
    const last = found.at(-1);
    if (last && n - last.n <= 2) last.hours.add(hour);
    else found.push({ n, hours: new Set([hour]) });
  }
  return found.map(({ n, hours }) => {
    const key = n < 5 ? 'stage.where_middle' : hours.size === 12 ? 'stage.where_round' : 'stage.where_place';
    return say({ key, args: { n, hours: [...hours].sort((a, b) => a - b) } });
  });
}

function ring(view: View): string {
  if (view.landed !== null) return 'stage.where_landed';
  if (view.covered) return view.covered === 'fire' ? 'stage.where_fire' : 'stage.where_covered';
  return lit(view) ? 'stage.where_ring' : 'stage.where_ring_dark';
}

/** Light or dark, one's own cauldrons and magician, and what is on the ring. */
export function described(view: View, seat: number | null, say: Say): string {
  const told = [say({ key: view.lamp ? 'stage.lamp' : lit(view) ? 'stage.light' : 'stage.dark' })];
  if (seat !== null && view.symbols[seat]) {
    const own = magicianOf(view, seat);
    told.push(say({ key: 'stage.where_own', args: { list: places(cauldronsOf(view, seat), say) } }));
    told.push(say(own ? { key: 'stage.where_magician', args: at(own) } : { key: 'stage.where_hand' }));
  }
  return [...told, say({ key: ring(view) })].join(' ');
}

/** What else everybody sees on the plate, line by line: in the dark what glows, in the light all of it. */
export function seen(view: View, seat: number | null, names: readonly string[], say: Say): string[] {
  const line = (key: string, kind: Kind, args: Phrase['args'] = {}, which: (piece: Piece) => boolean = () => true) => {
    const things = view.pieces.filter((piece) => piece.kind === kind && which(piece));
    return things.length > 0 ? [say({ key, args: { ...args, count: things.length, list: places(things, say) } })] : [];
  };
  return [
    ...line('stage.seen_fire', 'fire'),
    ...others(view, seat).flatMap((other) => [
      ...line('stage.seen_cauldrons', 'cauldron', { name: names[other] }, (piece) => piece.owner === other),
      ...line('stage.seen_magician', 'magician', { name: names[other] }, (piece) => piece.symbol !== null && piece.symbol === view.symbols[other]),
    ]),
    ...SIGNS.flatMap((symbol) => line('stage.seen_nobodys', 'cauldron', { symbol: `@symbol.${symbol}` }, (piece) => piece.owner === null && piece.symbol === symbol)),
    ...line('stage.seen_trees', 'tree'),
    ...line('stage.seen_small', 'small'),
    ...line('stage.seen_big', 'big'),
  ];
}

const clock = (place: Point) => ({ clock: clockOf(Math.atan2(place.y, place.x)), n: Math.round(away(place)) });

/** Where the keys have turned the hand to: a point of the edge, or the way of the next push. */
export function turned(view: View, seat: number | null, point: number | null, heading: number | null, say: Say): string {
  const own = magicianOf(view, seat);
  if (point !== null) return say({ key: 'stage.turned_edge', args: { clock: clockOf((point / POINTS) * 2 * Math.PI) } });
  return heading === null || !own ? '' : say({ key: 'stage.turned', args: { way: clockOf(angleOf(heading)), ...clock(own) } });
}

/** Whoever listens does not see where a push has led to. */
export function heard(event: Phrase, view: View, seat: number | null): Phrase[] {
  const own = event.key === 'tell.push_felt' && event.args?.['who'] === seat ? magicianOf(view, seat) : undefined;
  return own ? [event, { key: 'stage.pushed_to', args: clock(own) }] : [event];
}
