// The plate in words, for those who listen.
import type { Phrase } from '../../lib/say';
import { away, hourOf, type Point } from './geometry';
import { cauldronsOf, lit, magicianOf, type View } from './view';

const at = (thing: Point) => ({ hour: hourOf(thing), n: Math.round(away(thing)) });

function ring(view: View): string {
  if (view.landed !== null) return 'stage.where_landed';
  if (view.covered) return view.covered === 'fire' ? 'stage.where_fire' : 'stage.where_covered';
  return lit(view) ? 'stage.where_ring' : 'stage.where_ring_dark';
}

/** Light or dark, one's own cauldrons and magician, and what is on the ring. */
export function described(view: View, seat: number | null, say: (phrase: Phrase) => string): string {
  const told = [say({ key: view.lamp ? 'stage.lamp' : lit(view) ? 'stage.light' : 'stage.dark' })];
  if (seat !== null && view.symbols[seat]) {
    const own = magicianOf(view, seat);
    told.push(say({ key: 'stage.where_own', args: { list: cauldronsOf(view, seat).map((thing) => say({ key: 'stage.where_place', args: at(thing) })) } }));
    told.push(say(own ? { key: 'stage.where_magician', args: at(own) } : { key: 'stage.where_hand' }));
  }
  return [...told, say({ key: ring(view) })].join(' ');
}
