// Dragging: something is pressed, follows the pointer and is dropped on whatever lies below. A press that hardly moves is
// still a click; after a real drag the click that the browser sends is ignored.

const FAR = 12; // pixels after which a press is a drag

export interface Dropped<T> {
  what: T;
  /** What lies under the pointer, topmost first. */
  under: HTMLElement[];
}

export class Drag<T> {
  private held: { what: T; x: number; y: number; dx: number; dy: number } | null = $state(null);
  /** The last press became a drag: the click that follows it means nothing. */
  moved = false;

  get active(): boolean {
    return this.held !== null && Math.hypot(this.held.dx, this.held.dy) > FAR;
  }

  /** Whether this is what is being dragged. */
  drags(what: T): boolean {
    return this.active && this.held!.what === what;
  }

  /** How the dragged thing is drawn. */
  transform(what: T): string | undefined {
    return this.drags(what) ? `translate(${this.held!.dx}px, ${this.held!.dy}px) rotate(3deg)` : undefined;
  }

  press(event: PointerEvent, what: T): void {
    this.moved = false;
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.held = { what, x: event.clientX, y: event.clientY, dx: 0, dy: 0 };
  }

  pull(event: PointerEvent): void {
    if (this.held) this.held = { ...this.held, dx: event.clientX - this.held.x, dy: event.clientY - this.held.y };
  }

  drop(event: PointerEvent): Dropped<T> | null {
    const held = this.held;
    const far = this.active;
    this.held = null;
    if (!held || !far) return null;
    this.moved = true;
    const under = document.elementsFromPoint(event.clientX, event.clientY).filter((element) => element instanceof HTMLElement);
    return { what: held.what, under };
  }

  cancel(): void {
    this.held = null;
  }
}

/** The first element below that takes what is dropped: one with `data-drop`. */
export const taker = (dropped: Dropped<unknown>): HTMLElement | undefined => dropped.under.find((element) => element.dataset['drop']);
