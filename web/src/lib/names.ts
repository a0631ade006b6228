// Names for people who have not chosen one: friendly, short, and none of those that bots have.
import friendly from '../../../src/zauber/server/table/names.json';
import { manners } from './manners.svelte';
import { settings } from './settings.svelte';

const FRIENDLY: readonly string[] = friendly;

/** A friendly name that none of these has. */
export function friendlyName(taken: readonly string[] = []): string {
  const free = FRIENDLY.filter((name) => !taken.includes(name));
  return free[Math.floor(Math.random() * free.length)] ?? FRIENDLY[0]!;
}

/** What the person at this browser is called: as chosen, or a friendly name that stays. */
export function ownName(): string {
  const own = settings.name.trim();
  settings.name = own && (!manners.children || manners.names.includes(own)) ? own : friendlyName();
  return settings.name.slice(0, 24);
}

/** The house does not take this name: it is not proposed again. */
export function refuseName(name: string): void {
  if (settings.name.trim() === name.trim()) settings.name = '';
}

/** A stored name as it is said: once, whoever had not chosen a name was called “You”, which is said to the reader alone. */
export const spokenName = (name: string, seat: number): string => (/^you$/i.test(name.trim()) ? `Player ${String.fromCharCode(65 + seat)}` : name);
