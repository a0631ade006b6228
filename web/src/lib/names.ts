// Names for people who have not chosen one: friendly, short, and none of those that bots have.
import { settings } from './settings.svelte';

const FRIENDLY = [
  'Amaryllis', 'Basil', 'Clover', 'Dandelion', 'Ember', 'Fennel', 'Ginger', 'Hazel', 'Indigo', 'Juniper', 'Kestrel', 'Linnet',
  'Marigold', 'Nutmeg', 'Oriole', 'Pippin', 'Quill', 'Rowan', 'Saffron', 'Tansy', 'Umber', 'Velvet', 'Willow', 'Yarrow', 'Zephyr',
  'Acorn', 'Bramble', 'Comet', 'Damson', 'Finch', 'Heron', 'Larkspur', 'Mallow', 'Plume', 'Robin', 'Sorrel', 'Thistle', 'Wren',
];

/** A friendly name that none of these has. */
export function friendlyName(taken: readonly string[] = []): string {
  const free = FRIENDLY.filter((name) => !taken.includes(name));
  return free[Math.floor(Math.random() * free.length)] ?? FRIENDLY[0]!;
}

/** What the person at this browser is called: as chosen, or a friendly name that stays. */
export function ownName(): string {
  settings.name = settings.name.trim() || friendlyName();
  return settings.name.slice(0, 24);
}

/** The house does not take this name: it is not proposed again. */
export function refuseName(name: string): void {
  if (settings.name.trim() === name.trim()) settings.name = '';
}

/** A stored name as it is said: once, whoever had not chosen a name was called “You”, which is said to the reader alone. */
export const spokenName = (name: string, seat: number): string => (/^you$/i.test(name.trim()) ? `Player ${String.fromCharCode(65 + seat)}` : name);
