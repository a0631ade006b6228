// What is felt and heard at the plate: something falls and clacks, the hand feels resistance, the light goes out, and one's
// own way in a turn stays for a while. It follows the scenes of a table, one after another.
import type { Phrase } from '../../lib/say';
import { sound } from '../../lib/sound';
import { away, leaves, type Point } from './geometry';
import { magicianOf, type View } from './view';

export interface Table {
  readonly view: View;
  readonly seat: number | null;
  readonly names: readonly string[];
  readonly events: readonly Phrase[];
  readonly say: (phrase: Phrase) => string;
  readonly pace: number;
  readonly live: boolean;
}

export class Senses {
  tremble = $state(0);
  clacks: { key: number; x: number; y: number }[] = $state.raw([]);
  /** What everybody should notice now. */
  moment: { key: number; words: string; more: string; sound: string } | null = $state.raw(null);
  /** Where the reader's own magician has gone in this turn. */
  trail: Point[] = $state.raw([]);
  /** Where things lay when they were last seen, for those that have fallen. */
  readonly lay = new Map<number, Point>();
  private counter = 0;
  private before: View | null = null;
  private calm: ReturnType<typeof setTimeout> | null = null;
  private passing: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly table: Table) {}

  /** Another scene is shown. */
  follow(): void {
    const { view, events, live } = this.table;
    const was = this.before;
    this.goOn(was);
    if (was && live) this.noticed(was);
    if (was && was.turns <= view.turns) {
      this.fallen(was).forEach((place, i) => this.clack(place, i));
      if (events.some((event) => event.key === 'tell.clack' || event.key === 'tell.fell')) this.buzz([45, 35, 45]);
    }
    this.before = view;
    const felt = view.felt ?? 0;
    this.tremble = felt;
    if (felt > 0 && events.some((event) => event.key === 'tell.push_felt')) this.buzz([0, 8, 18, 34][felt] ?? 0);
    if (this.calm) clearTimeout(this.calm);
    this.calm = setTimeout(() => (this.tremble = 0), 220);
  }

  private goOn(was: View | null): void {
    const { view, seat } = this.table;
    const own = magicianOf(view, seat);
    const pushing = own && view.active === seat && (view.phase === 'entered' || view.phase === 'pushing');
    if (!pushing) this.trail = [];
    else if (was?.phase === 'pushing' && was.turns === view.turns && this.trail.length > 0) this.trail = [...this.trail, { x: own.x, y: own.y }];
    else this.trail = [{ x: own.x, y: own.y }];
    for (const piece of view.pieces) this.lay.set(piece.id, { x: piece.x, y: piece.y });
  }

  private noticed(was: View): void {
    const { view, seat, names, events, say } = this.table;
    const keys = new Set(events.map((event) => event.key));
    if (keys.has('tell.lights_out')) this.notice(say({ key: 'stage.lights_out' }));
    else if (keys.has('tell.lights_on')) this.notice(say({ key: 'stage.lights_on' }));
    else if ((keys.has('tell.clack') || keys.has('tell.fell')) && was.active !== null && view.phase !== 'over') {
      const [first, ...rest] = say(was.active === seat ? { key: 'stage.over_own' } : { key: 'stage.over_other', args: { name: names[was.active] ?? '' } }).split('! ');
      this.notice(rest.length ? `${first}!` : first!, rest.join('! '), 'clack');
    }
  }

  private notice(words: string, more = '', how = ''): void {
    if (this.passing) clearTimeout(this.passing);
    this.moment = { key: ++this.counter, words, more, sound: how };
    this.passing = setTimeout(() => (this.moment = null), 2000 * Math.max(this.table.pace, 0.7));
  }

  /** Where the things lay that have fallen in this step; what was not seen fell about where the push pointed. */
  private fallen(was: View): Point[] {
    const { view, events } = this.table;
    const clack = events.find((event) => event.key === 'tell.clack' || event.key === 'tell.fell');
    if (!clack) return [];
    const spared = new Set(events.filter((event) => event.key === 'tell.taken' || event.key === 'tell.in_hand').map((event) => event.args?.['piece']));
    const here = new Set(view.pieces.map((piece) => piece.id));
    const seen: Point[] = was.pieces.filter((piece) => !here.has(piece.id) && !spared.has(piece.id));
    const push = events.find((event) => event.key.startsWith('tell.push'));
    const pushed = was.pieces.find((piece) => piece.id === push?.args?.['piece']);
    const n = Number(clack.args?.['n'] ?? 1);
    const guess = pushed ? leaves(pushed, Number(push?.args?.['heading'] ?? 0), view.plate / 2) : { x: 0, y: -view.plate / 2 };
    return Array.from({ length: n }, (_, i) => seen[i] ?? guess);
  }

  private clack(place: Point, i: number): void {
    const { view } = this.table;
    const far = away(place) || 1;
    const mark = { key: ++this.counter, x: (place.x / far) * (view.plate / 2 + 8), y: (place.y / far) * (view.plate / 2 + 8) - i * 18 };
    setTimeout(() => sound('clack', Math.max(-1, Math.min(1, (mark.x / view.plate) * 1.9))), i * 110);
    this.clacks = [...this.clacks, mark].slice(-5);
    setTimeout(() => (this.clacks = this.clacks.filter((other) => other.key !== mark.key)), 1500);
  }

  private buzz(pattern: number | number[]): void {
    if (this.table.live && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
  }
}
