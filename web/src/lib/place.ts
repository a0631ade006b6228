// Where to put a small sheet beside the thing it explains: within bounds, not over the thing itself if that can be
// avoided, and over as few controls as possible.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 10;

/** The area that two boxes share. */
export function shared(a: Box, b: Box): number {
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}

/** The place of a sheet of this size: above, at the sides or below its subject, in the middle or along an edge of it. */
export function beside(subject: Box, width: number, height: number, bounds: Box, spared: readonly Box[] = []): { left: number; top: number } {
  const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, Math.max(low, high)));
  const across = [(subject.left + subject.right - width) / 2, subject.left, subject.right - width];
  const along = [(subject.top + subject.bottom - height) / 2, subject.top, subject.bottom - height];
  const wanted = [
    ...across.map((left) => ({ left, top: subject.top - GAP - height })),
    ...along.flatMap((top) => [{ left: subject.right + GAP, top }, { left: subject.left - GAP - width, top }]),
    ...across.map((left) => ({ left, top: subject.bottom + GAP })),
  ];
  let best = { left: bounds.left, top: bounds.top };
  let least = Infinity;
  for (const place of wanted) {
    const left = within(place.left, bounds.left, bounds.right - width);
    const top = within(place.top, bounds.top, bounds.bottom - height);
    const box = { left, top, right: left + width, bottom: top + height };
    const cost = 1000 * shared(box, subject) + spared.reduce((sum, other) => sum + shared(box, other), 0);
    if (cost < least) {
      least = cost;
      best = { left, top };
    }
  }
  return best;
}
