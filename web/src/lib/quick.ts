// One click to a table: you, and bots on all other seats.
import * as api from '../net/api';
import { keep } from '../net/keys';
import { randomHex } from '../net/wire';
import { t } from '../words';
import { settings } from './settings.svelte';

/** Lays a table against bots, begins, and gives the table's name. */
export async function quickTable(name: string): Promise<string> {
  const game = await api.game(name);
  if (!game) throw new api.Trouble(t('trouble.no_game'));
  const seats = Math.min(Math.max(game.seats[0] ?? 2, 3), game.seats.at(-1) ?? 2);
  const level = game.levels[Math.floor(game.levels.length / 2)]?.level ?? 'thumb';
  const made = await api.makeTable({
    game: name,
    seats,
    bots: Object.fromEntries(Array.from({ length: seats - 1 }, (_, i) => [String(i + 1), level])),
    sit: [{ seat: 0, name: (settings.name || t('new.name_default')).slice(0, 24), entropy: randomHex(16) }],
    start: true,
  });
  keep(made.table, [made.host_token, ...made.tokens.map((token) => token.token)], name);
  return made.table;
}
