// What the server says of its games: which there are, their titles, lines and numbers of players. Every page reads it
// here; the pages' own catalogue has no word for a game, so that a game of somebody else is named like all others.
import * as api from '../net/api';
import type { GameInfo } from '../net/protocol';
import { t } from '../words';

const AGAIN = 3000; // milliseconds until a server that does not answer is asked again

class Playbill {
  games: readonly GameInfo[] = $state.raw([]);
  trouble = $state('');

  /** Asks the server until it answers; returns a function that stops asking. */
  load(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      api.games().then(
        (found) => {
          this.games = found;
          this.trouble = '';
        },
        (error: Error) => {
          this.trouble = error.message;
          timer = setTimeout(ask, AGAIN);
        },
      );
    };
    ask();
    return () => clearTimeout(timer);
  }

  info(game: string): GameInfo | undefined {
    return this.games.find((info) => info.name === game);
  }

  /** The game's title; nothing until the server has answered, and its name for a game that the server does not have. */
  title(game: string): string {
    return this.info(game)?.title ?? (this.games.length > 0 ? game : '');
  }

  line(game: string): string {
    return this.info(game)?.line ?? '';
  }

  /** “2–5 players”. */
  players(game: string): string {
    const seats = this.info(game)?.seats ?? [];
    if (seats.length === 0) return '';
    const [first, last] = [seats[0]!, seats.at(-1)!];
    return first === last ? t('game.players', { n: first }) : t('game.players_range', { first, last });
  }

  /** “2–5 players · 15 min · age 6+ · easy”. */
  about(game: string): string {
    const info = this.info(game);
    if (!info) return '';
    const words = t('game.about', { players: this.players(game), minutes: info.minutes, age: info.age });
    return info.difficulty ? `${words} · ${t(`game.${info.difficulty}`)}` : words;
  }
}

export const playbill = new Playbill();
