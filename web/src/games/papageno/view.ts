// Papageno's view, as src/zauber/games/papageno/words.py documents it, and what follows from it for the screen.
import { swapping } from './swapping.svelte';
import type { Phrase } from '../../lib/say';
import type { Move } from '../../net/protocol';
import type { Flight, Sound } from '..';

export type CardName = string | null;

export interface Count {
  round: number;
  areas: CardName[][];
  values: number[][];
  cancelled: boolean[][];
  scores: number[];
  winners: number[];
}

export interface View {
  seats: number;
  round: number;
  rounds_to_win: number;
  wins: number[];
  starter: number;
  turns: number;
  phase: 'reveal' | 'take' | 'place_drawn' | 'place_taken' | 'swap' | 'egg' | 'over';
  active: number | null;
  waiting: number[];
  areas: CardName[][];
  chosen: (number | 'hidden' | null)[];
  held: { seat: number; card: string; from: 'pile' | 'discard' } | null;
  spot: number | null;
  pile: number;
  discards: number;
  top: CardName;
  rebuilt: boolean;
  eggs: ('left' | 'right' | null)[][];
  egg_offers: string[];
  last: Count | null;
}

export const ROWS = ['top', 'bottom'] as const;
export const signed = (number: number): string => String(number).replace('-', '−');

/** The seats in the order in which they are drawn: clockwise, the reader's own left out. */
export function others(view: View, seat: number | null): number[] {
  const first = seat ?? 0;
  const around = Array.from({ length: view.seats }, (_, i) => (first + i) % view.seats);
  return seat === null ? around : around.slice(1);
}

/** What the moves allow, ready for the stage. */
export function openings(moves: readonly Move[]) {
  const by = new Map(moves.map((move) => [move.notation, move.action]));
  const swaps = moves
    .map((move) => ({ action: move.action, parts: /^swap (\d) ([A-H])(\d)$/.exec(move.notation) }))
    .filter((swap) => swap.parts !== null)
    .map((swap) => ({ action: swap.action, mine: Number(swap.parts![1]), seat: swap.parts![2]!.charCodeAt(0) - 65, theirs: Number(swap.parts![3]) }));
  return {
    by,
    swaps,
    turn: (place: number) => by.get(`turn ${place}`),
    place: (place: number) => by.get(`place ${place}`),
    egg: (row: number, side: string) => by.get(`egg ${ROWS[row]} ${side}`),
    draw: by.get('draw'),
    take: by.get('take'),
    discard: by.get('discard'),
    leave: by.get('leave'),
  };
}

export function prompt(view: View): Phrase {
  const card = view.held && view.held.card !== 'hidden' ? `@card.${view.held.card}` : '';
  if (view.phase === 'swap' && swapping.chosen) return { key: swapping.chosen === 'mine' ? 'prompt.swap_theirs' : 'prompt.swap_mine' };
  if (view.phase === 'take') return view.top ? { key: 'prompt.take', args: { card: `@card.${view.top}` } } : { key: 'prompt.draw' };
  return { key: `prompt.${view.phase}`, args: { card } };
}

/** A phrase's card argument as the name of a figure. */
const figure = (value: unknown): string => (typeof value === 'string' && value.startsWith('@card.') ? value.slice(6) : 'hidden');

export function flights(events: readonly Phrase[]): Flight[] {
  return events.flatMap((event): Flight[] => {
    const a = event.args ?? {};
    const at = (who: unknown, place: unknown = a['place']) => `${who}:${place}`;
    switch (event.key) {
      case 'tell.drew':
        return [{ figure: 'hidden', from: 'pile', to: `hand:${a['who']}` }];
      case 'tell.drew_seen':
        return [{ figure: figure(a['card']), from: 'pile', to: `hand:${a['who']}`, flip: true }];
      case 'tell.took':
        return [{ figure: figure(a['card']), from: 'discard', to: `hand:${a['who']}` }];
      case 'tell.discarded':
        return [{ figure: figure(a['card']), from: `hand:${a['who']}`, to: 'discard' }];
      case 'tell.placed':
        return [
          { figure: figure(a['card']), from: `hand:${a['who']}`, to: at(a['who']) },
          { figure: figure(a['old']), from: at(a['who']), to: 'discard', flip: a['was'] === 'hidden' },
        ];
      case 'tell.flute':
        return [{ figure: 'flute', from: `hand:${a['who']}`, to: at(a['who']) }];
      case 'tell.passed':
        return [{ figure: figure(a['card']), from: at(a['whom']), to: at(a['who']) }];
      case 'tell.flute_ends':
        return [{ figure: figure(a['card']), from: at(a['whom']), to: 'discard' }];
      case 'tell.swapped':
        return [
          { figure: figure(a['card']), from: at(a['who']), to: at(a['whom'], a['their_place']) },
          { figure: figure(a['taken']), from: at(a['whom'], a['their_place']), to: at(a['who']) },
        ];
      default:
        return [];
    }
  });
}

export function sound(event: Phrase, seat: number | null): Sound | null {
  switch (event.key) {
    case 'tell.drew':
    case 'tell.drew_seen':
    case 'tell.took':
    case 'tell.discarded':
    case 'tell.placed':
      return 'card';
    case 'tell.turned':
      return 'flip';
    case 'tell.flute':
      return 'flute';
    case 'tell.swapped':
      return event.args?.['whom'] === seat ? 'bad' : 'good';
    case 'tell.round_won':
      return event.args?.['who'] === seat ? 'good' : 'coin';
    default:
      return null;
  }
}
