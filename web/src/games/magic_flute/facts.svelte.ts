// What is printed on the cards, as the last view told it: flying cards and explanations have no view of their own.
import type { Catalogue, Phrase } from '../../lib/say';
import type { Facts } from './view';

export const known = $state<{ cards: Record<string, Facts>; sun: boolean | null; say: ((phrase: Phrase) => string) | null; words: Catalogue }>({
  cards: {},
  sun: null,
  say: null,
  words: {},
});
