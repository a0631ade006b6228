// The hand that holds the magician: a drag, or held keys, made into an entry and strokes. It streams at most twenty
// strokes a second, looks at every answer before it goes on, and asks for several at once only where answers take long.
import type { Move } from '../../net/protocol';
import type { Next } from '..';
import { ENTER, GO_ON, HEADINGS, POINTS, PUSH, along, angleOf, away, edgePoint, entry, headingOf, minus, strokesTo, type Point } from './geometry';
import { magicianOf, type View } from './view';

export interface Table {
  readonly view: View;
  readonly moves: readonly Move[];
  readonly seat: number | null;
  readonly pursue: (next: Next<View>) => Promise<void>;
}

/** How one holds on: the pointer, where it was pressed, and where the magician was then. */
interface Drag {
  pointer: number;
  pressed: Point;
  base: Point;
  enter: number | null;
}

const RIM = 0.86; // from here outwards (of the plate's radius) a press means the edge
const STROKE_TIME = 50;

export class Hand {
  drag: Drag | null = $state.raw(null);
  /** Where the hand would like the magician to be. */
  target: Point | null = $state.raw(null);
  /** What the keys have chosen: a point of the edge before entering, a heading while pushing. */
  point: number | null = $state(null);
  heading: number | null = $state(null);
  private keys = new Set<string>();
  private running = false;
  private sent = 0;
  private answer = 0;

  constructor(private readonly table: Table) {}

  get own() {
    return magicianOf(this.table.view, this.table.seat);
  }

  private may(action: number): boolean {
    return this.table.moves.some((move) => move.action === action);
  }

  /** One may enter, or push. */
  get free(): boolean {
    return this.mayEnter || this.may(PUSH);
  }

  get mayEnter(): boolean {
    return this.may(ENTER);
  }

  /** A new position is shown: how long did the answer take? */
  answered(): void {
    if (this.sent > 0) this.answer = performance.now() - this.sent;
    this.sent = 0;
    if (!this.free) this.release();
  }

  // By pointer or finger ---------------------------------------------------------------------------------------------

  /** What a press there would do: lay the magician to that point of the edge, or (null) take hold of it. */
  edgeAt(place: Point): number | null {
    const { view } = this.table;
    if (!this.mayEnter) return null;
    const own = this.own;
    if (own && away(minus(place, own)) < own.radius * 1.6) return null;
    if (own && away(place) < (view.plate / 2) * RIM) return null;
    return edgePoint(place);
  }

  press(pointer: number, place: Point): void {
    if (!this.free) return;
    const { view } = this.table;
    const enter = this.edgeAt(place);
    const base = enter === null ? this.own : entry(enter, view.plate, view.sizes.magician);
    if (!base) return;
    this.point = null;
    this.heading = null;
    this.drag = { pointer, pressed: place, base: { x: base.x, y: base.y }, enter };
    this.target = this.drag.base;
    if (enter !== null) this.go();
  }

  move(pointer: number, place: Point): void {
    if (!this.drag || this.drag.pointer !== pointer) return;
    const by = minus(place, this.drag.pressed);
    this.target = { x: this.drag.base.x + by.x, y: this.drag.base.y + by.y };
    this.go();
  }

  release(): void {
    this.drag = null;
    this.target = null;
  }

  // By keys --------------------------------------------------------------------------------------------------------

  /** Whether the key means something here. */
  keyDown(key: string, shift: boolean): boolean {
    if (!this.free) return false;
    const { view } = this.table;
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const turn = (key === 'ArrowLeft' ? 1 : -1) * (shift ? 4 : 1);
      if (this.mayEnter && this.point !== null) this.point = (this.point + 2 * turn + POINTS) % POINTS;
      else if (this.mayEnter && !(view.phase === 'begin' && this.own && this.heading !== null)) this.point = edgePoint(this.own ?? this.home());
      else this.heading = ((this.heading ?? this.ahead()) + turn + HEADINGS) % HEADINGS;
      return true;
    }
    if (key === 'Enter' || key === ' ') {
      if (this.mayEnter && this.point !== null) this.goEnter(this.point);
      else if (this.mayEnter && !this.own) this.point = edgePoint(this.home());
      else this.push('ArrowUp');
      return true;
    }
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      if (this.mayEnter && !this.own) this.goEnter(this.point ?? edgePoint(this.home()));
      else this.push(key);
      return true;
    }
    return false;
  }

  keyUp(key: string): void {
    this.keys.delete(key === 'Enter' || key === ' ' ? 'ArrowUp' : key);
  }

  private goEnter(point: number): void {
    this.point = point;
    this.heading = ((point / POINTS) * HEADINGS + HEADINGS / 2) % HEADINGS;
    this.heading = Math.round(this.heading) % HEADINGS;
    void this.table.pursue((_, made) => (made === 0 ? ENTER + point : null));
  }

  private push(key: string): void {
    this.point = null;
    this.heading ??= this.ahead();
    if (this.keys.has(key)) return;
    this.keys.add(key);
    let first = true;
    void this.table.pursue((view) => {
      const held = this.keys.has(key);
      if (!held && !first) return null;
      if (view.phase === 'begin') return GO_ON;
      first = false;
      return PUSH + ((this.heading! + (key === 'ArrowDown' ? HEADINGS / 2 : 0)) % HEADINGS);
    });
  }

  /** Where the keys point at first: behind the nearest cauldron, seen from the middle. */
  private home(): Point {
    const { view, seat } = this.table;
    const own = view.pieces.filter((piece) => piece.kind === 'cauldron' && piece.owner === seat).sort((a, b) => away(a) - away(b))[0];
    return own ?? { x: 0, y: -1 };
  }

  /** From the magician to the middle. */
  ahead(): number {
    const own = this.own;
    return own ? headingOf({ x: -own.x, y: -own.y }) : 0;
  }

  // What is sent -----------------------------------------------------------------------------------------------------

  private readonly next: Next<View> = (view) => {
    if (!this.drag || !this.target) return null;
    if (this.drag.enter !== null) {
      const point = this.drag.enter;
      this.drag = { ...this.drag, enter: null };
      return ENTER + point;
    }
    const own = magicianOf(view, this.table.seat);
    if (!own) return null;
    const strokes = strokesTo(own, this.target, Math.max(1, Math.min(6, Math.round(this.answer / STROKE_TIME))));
    if (strokes.length === 0) return null;
    if (view.phase === 'begin') return GO_ON;
    this.sent = performance.now();
    this.heading = null;
    return strokes.length === 1 ? PUSH + strokes[0]! : strokes.map((heading) => PUSH + heading);
  };

  private go(): void {
    if (this.running) return;
    this.running = true;
    void this.table.pursue(this.next).finally(() => (this.running = false));
  }

  /** The end of the keys' needle, from the magician. */
  needle(from: Point, length: number): Point {
    return along(from, angleOf(this.heading ?? this.ahead()), length);
  }
}
