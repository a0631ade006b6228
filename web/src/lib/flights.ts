// Cards that fly: before a scene changes, all `data-spot` places are measured; after it, each flight's figure is drawn
// where it came from and moves to where it goes. Nothing waits for a flight: the stage below already shows the result.
import type { Flight } from '../games';

export type Spots = ReadonlyMap<string, DOMRect>;
export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** The part of a place that one figure fills, given its shape (width / height): a hand is as wide as all its cards. */
export function fitted(place: Box, shape: number): Box {
  if (place.width <= 2 * shape * place.height) return place;
  const width = place.height * shape;
  return { left: place.left + (place.width - width) / 2, top: place.top, width, height: place.height };
}

/**
 * How a figure travels: it is drawn at the larger of the two sizes and only ever made smaller. Letters have a smallest
 * size, so a card drawn for a tiny pile and blown up would be all letters.
 */
export function course(from: Box, to: Box): { box: Box; start: number; end: number } {
  const box = from.width > to.width ? from : to;
  return { box: { left: to.left, top: to.top, width: box.width, height: box.height }, start: from.width / Math.max(box.width, 1), end: to.width / Math.max(box.width, 1) };
}

/** Where everything is now. */
export function measure(stage: Element): Spots {
  const spots = new Map<string, DOMRect>();
  for (const element of stage.querySelectorAll<HTMLElement>('[data-spot]')) spots.set(element.dataset['spot']!, element.getBoundingClientRect());
  return spots;
}

export interface Ghost {
  key: number;
  figure: string;
  flip: boolean;
  from: Box;
  to: Box;
  delay: number;
  time: number;
  target: HTMLElement | null;
}

const TIME = 320;
const STEP = 190;
let counter = 0;

/** How long flights take in all, in milliseconds at normal pace. */
export const flightTime = (many: number): number => (many === 0 ? 0 : TIME + STEP * (many - 1) + 60);

/** The flights as ghosts, for those whose ends are both on the stage. */
export function ghosts(flights: readonly Flight[], before: Spots, stage: Element, pace: number, shape: number): Ghost[] {
  const made: Ghost[] = [];
  for (const flight of flights) {
    const target = stage.querySelector<HTMLElement>(`[data-spot="${CSS.escape(flight.to)}"]`);
    const from = before.get(flight.from) ?? stage.querySelector(`[data-spot="${CSS.escape(flight.from)}"]`)?.getBoundingClientRect();
    if (!target || !from || from.width === 0) continue;
    const order = made.length;
    made.push({
      key: ++counter,
      figure: flight.figure,
      flip: flight.flip ?? false,
      from: fitted(from, shape),
      to: fitted(target.getBoundingClientRect(), shape),
      delay: order * STEP * pace,
      time: TIME * pace,
      target,
    });
  }
  return made;
}
