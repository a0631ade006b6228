// What “See again” shows, kept in this tab: a reload, or a look at another page, does not make it forgotten.
import type { Scene } from './scene';

/** By viewer what has happened since its last move, after what lay there before. */
export type Since = ReadonlyMap<number | null, readonly Scene[]>;

const KEY = 'zauber.since';

export function keepSince(match: string, since: Since): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ match, since: [...since] }));
  } catch {
    // Without storage it is there as long as the page is open.
  }
}

export function keptSince(match: string): Map<number | null, Scene[]> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { match?: string; since?: [number | null, Scene[]][] };
    return new Map(kept.match === match ? kept.since : []);
  } catch {
    return new Map();
  }
}
