// Paper that travels: before a scene changes the places of all `data-spot`s are measured, after it each flight's figure
// is drawn where it came from and moves to where it goes. Nothing waits for it; what is shown below is already true.
import type { Flight } from '../games';

export type Spots = ReadonlyMap<string, DOMRect>;

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
  from: DOMRect;
  to: DOMRect;
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
export function ghosts(flights: readonly Flight[], before: Spots, stage: Element, pace: number): Ghost[] {
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
      from,
      to: target.getBoundingClientRect(),
      delay: order * STEP * pace,
      time: TIME * pace,
      target,
    });
  }
  return made;
}
