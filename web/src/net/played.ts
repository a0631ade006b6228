// The matches that this browser has seen to their end: with whom, against which bots, and how they ended. They are kept in
// this browser alone, the newest first, as versioned JSON: what is damaged is left out, and what a newer page has written
// is left alone.

export interface Played {
  match: string;
  table: string;
  game: string;
  edition: string;
  /** When it ended, or when this browser saw that it had; milliseconds. */
  when: number;
  names: string[];
  /** Of each seat: the level of its bot; empty for a person. */
  levels: string[];
  /** The seats of this browser; none for a watcher. */
  yours: number[];
  winners: number[];
  /** Of each seat, in words; none where the game counts nothing. */
  scores: string[];
}

const KEY = 'zauber.played';
const VERSION = 1;
const MOST = 2000;

const isList = (value: unknown, kind: 'string' | 'number'): boolean => Array.isArray(value) && value.every((item) => typeof item === kind);

function isPlayed(found: unknown): found is Played {
  const it = (found ?? {}) as Record<keyof Played, unknown>;
  const texts = (['match', 'table', 'game', 'edition'] as const).every((key) => typeof it[key] === 'string');
  const lists = isList(it.names, 'string') && isList(it.levels, 'string') && isList(it.scores, 'string');
  return texts && lists && typeof it.when === 'number' && isList(it.yours, 'number') && isList(it.winners, 'number');
}

/** What is stored, or null if a newer page has written it. */
export function understood(text: string | null): Played[] | null {
  try {
    const found = JSON.parse(text ?? 'null') as { version?: unknown; matches?: unknown } | null;
    if (typeof found?.version === 'number' && found.version > VERSION) return null;
    return Array.isArray(found?.matches) ? found.matches.filter(isPlayed) : [];
  } catch {
    return [];
  }
}

function stored(): Played[] | null {
  try {
    return understood(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

/** The matches that ended, the newest first. */
export const played = (): Played[] => (stored() ?? []).sort((a, b) => b.when - a.when);

function change(match: string, make: (known: Played | undefined) => Played | undefined): void {
  const all = stored();
  const known = all?.find((one) => one.match === match);
  const made = make(known);
  if (!all || !made || made === known) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, matches: [made, ...all.filter((one) => one !== known)].slice(0, MOST) }));
  } catch {
    // Without storage the result is known as long as it is shown.
  }
}

/** Keep how a match ended, when this is first seen. */
export const keepPlayed = (ended: Played): void => change(ended.match, (known) => known ?? ended);

/** Add the scores, which only the game's stage can say. */
export const scorePlayed = (match: string, scores: string[]): void => change(match, (known) => (known && known.scores.length === 0 ? { ...known, scores } : known));

export const isWon = (ended: Played): boolean =>
  ended.winners.length < ended.names.length && ended.yours.some((seat) => ended.winners.includes(seat));

/** The levels of bots that were beaten in a game by one person alone: how often, and when first. */
export function victories(all: readonly Played[], game: string): Map<string, { wins: number; first: number }> {
  const found = new Map<string, { wins: number; first: number }>();
  for (const ended of all) {
    if (ended.game !== game || ended.yours.length !== 1 || !isWon(ended)) continue;
    for (const level of new Set(ended.levels.filter((level, seat) => level !== '' && !ended.winners.includes(seat)))) {
      const known = found.get(level);
      found.set(level, { wins: (known?.wins ?? 0) + 1, first: Math.min(known?.first ?? Infinity, ended.when) });
    }
  }
  return found;
}
