// Where to put a small sheet beside the thing it speaks of: within bounds, never over what may be chosen if there is any
// place that is free, not over the thing itself, and over as little else as possible.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Place {
  left: number;
  top: number;
  /** How much it covers of what must stay free. */
  covers: number;
}

const GAP = 10;
const CLOSE = 4; // to what it must not cover

/** What may be chosen next, and the tools: nothing is laid over them. A thing of the game is to be chosen while it is
 * `open`; a button that is nothing else is there to be touched. */
export const CHOICES = '.stage :is(.open, :not([data-spot], [data-figure], [data-card], [data-ground], [data-explains])):is(button:enabled), .prompter button:enabled';

/** The pixels of a rem, which are more for those who have set all text to be larger. */
export const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The area that two boxes share. */
export function shared(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}

/** The place of a sheet of this size: above, at the sides or below its subject, in the middle or along an edge of it; and
 * where it would lie over something of `free`, the nearest place where it does not. */
export function beside(subject: Box, width: number, height: number, bounds: Box, free: readonly Box[] = [], spared: readonly Box[] = []): Place {
  const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, Math.max(low, high)));
  const middle = { x: (subject.left + subject.right) / 2, y: (subject.top + subject.bottom) / 2 };
  const across = [middle.x - width / 2, subject.left, subject.right - width];
  const along = [middle.y - height / 2, subject.top, subject.bottom - height];
  const near = [
    ...across.map((left) => [left, subject.top - GAP - height]),
    ...along.flatMap((top) => [[subject.right + GAP, top], [subject.left - GAP - width, top]]),
    ...across.map((left) => [left, subject.bottom + GAP]),
  ] as [number, number][];
  const least = (places: readonly [number, number][], far: number): Place & { cost: number } => {
    let best = { left: bounds.left, top: bounds.top, covers: Infinity, cost: Infinity };
    for (const [x, y] of places) {
      const left = within(x, bounds.left, bounds.right - width);
      const top = within(y, bounds.top, bounds.bottom - height);
      const box = { left, top, right: left + width, bottom: top + height };
      const over = (others: readonly Box[]) => others.reduce((sum, other) => sum + shared(box, other), 0);
      const covers = over(free);
      const cost = 1e6 * covers + 1000 * shared(box, subject) + over(spared) + far * Math.hypot(left + width / 2 - middle.x, top + height / 2 - middle.y);
      if (cost < best.cost) best = { left, top, covers, cost };
    }
    return best;
  };
  const beside = least(near, 0);
  if (beside.covers === 0) return beside;
  // Wherever there is room at all, there is room at a bound or right next to something that stays free.
  const lefts = [bounds.left, bounds.right - width, ...across, ...free.flatMap((other) => [other.right + CLOSE, other.left - CLOSE - width])];
  const tops = [bounds.top, bounds.bottom - height, ...along, ...free.flatMap((other) => [other.bottom + CLOSE, other.top - CLOSE - height])];
  const anywhere = least(lefts.flatMap((left) => tops.map((top) => [left, top] as [number, number])), 0.01);
  return anywhere.cost < beside.cost ? anywhere : beside;
}
