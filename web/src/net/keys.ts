// The tokens that this browser holds, by table: who has the token has the seat. Newest tables first.

export interface Kept {
  table: string;
  game: string;
  tokens: string[];
  /** The seats that these tokens open, once this is known. */
  yours?: number[];
  /** Matches that ended before their results were kept (`played.ts`). */
  matches: string[];
  /** When this browser last saw something happen there. */
  when: number;
}

const KEY = 'zauber.tables';
const MOST = 200;

const isKept = (found: Partial<Kept> | null): found is Kept => typeof found?.table === 'string' && Array.isArray(found.tokens) && Array.isArray(found.matches);

function all(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter(isKept) : [];
  } catch {
    return [];
  }
}

function write(tables: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // Without storage a seat lasts as long as the page.
  }
}

const now = new Map<string, string[]>(); // also good without a storage

export const keptTables = (): Kept[] => all().sort((a, b) => b.when - a.when);

export function tokensFor(table: string): string[] {
  return [...new Set([...(all().find((kept) => kept.table === table)?.tokens ?? []), ...(now.get(table) ?? [])])];
}

export function keep(table: string, tokens: readonly string[], game = '', yours: readonly number[] | null = null): void {
  now.set(table, [...new Set([...(now.get(table) ?? []), ...tokens])]);
  const tables = all();
  const found = tables.find((kept) => kept.table === table) ?? { table, game, tokens: [], matches: [], when: 0 };
  found.tokens = [...new Set([...found.tokens, ...tokens])];
  found.game = game || found.game;
  if (yours) found.yours = [...yours];
  found.when = Date.now();
  write([found, ...tables.filter((kept) => kept !== found && kept.table !== table)]);
}

const begins = new Set<string>();

/** A table that this page has made and that nobody else is to come to: it begins when this browser is there. */
export const madeToBegin = (table: string): void => void begins.add(table);
export const wasMadeToBegin = (table: string): boolean => begins.delete(table);

export function forget(table: string): void {
  now.delete(table);
  write(all().filter((kept) => kept.table !== table));
}
