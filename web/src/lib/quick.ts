// “Play now”: one small question (how many players, which level, which edition), a table with you and bots, and the
// answers kept for next time.
import * as api from '../net/api';
import { keep, madeToBegin } from '../net/keys';
import type { GameInfo } from '../net/protocol';
import { settings, type Quick } from './settings.svelte';

/** Options that make a newcomer's first match easier: in the dark the edge of the plate glows faintly (A31 b), and at Magi
 * they begin, as a round can be over before the others have had a turn (A8). */
const FIRST: Record<string, Record<string, string>> = { magicians_night: { edge: 'faint' }, magi: { first: 'seat_a' } };

/** The level in the middle: neither the easiest nor the hardest. */
export const middleLevel = (game: GameInfo): string => game.levels[Math.floor(game.levels.length / 2)]?.level ?? 'thumb';

/** The last choice for this game, as far as the house still offers it; for newcomers, a table of three. */
export function quickChoice(game: GameInfo): Quick {
  const kept = settings.quick[game.name];
  const [least = 2, most = 2] = [game.seats[0], game.seats.at(-1)];
  const editions = game.editions.map((edition) => edition.name);
  const first = editions.includes('quick') && !kept ? 'quick' : (editions[0] ?? '');
  return {
    seats: kept && game.seats.includes(kept.seats) ? kept.seats : Math.min(Math.max(least, 3), most),
    level: kept && game.levels.some((level) => level.level === kept.level) ? kept.level : middleLevel(game),
    edition: kept && editions.includes(kept.edition) ? kept.edition : first,
  };
}

/** Lays a table against bots, begins, remembers the choice and gives the table's name. */
export async function quickTable(game: GameInfo, chosen: Quick, name: string): Promise<string> {
  const options = settings.quick[game.name] ? {} : (FIRST[game.name] ?? {});
  const made = await api.makeTable({
    game: game.name,
    seats: chosen.seats,
    edition: chosen.edition,
    options,
    bots: Object.fromEntries(Array.from({ length: chosen.seats - 1 }, (_, i) => [String(i + 1), chosen.level])),
    sit: [{ seat: 0, name }],
    hints: true,
  });
  settings.name = name;
  settings.quick = { ...settings.quick, [game.name]: chosen };
  keep(made.table, [made.host_token, ...made.tokens.map((token) => token.token)], game.name, [0]);
  madeToBegin(made.table);
  return made.table;
}
