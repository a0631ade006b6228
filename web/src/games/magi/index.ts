// Magi for the house: its stage, words, pictures and sounds.
import type { Catalogue } from '../../lib/say';
import type { GameModule } from '..';
import { GUILD, ITEMS, MAGI } from './faces';
import Figure from './Figure.svelte';
import Stage from './Stage.svelte';
import Summary from './Summary.svelte';
import { COLOURS, flights, prompt, sound, weighty, type View } from './view';
import en from './words/en.json';

/** A picture is explained once; cards of all three colours share the words. */
function coloured(words: Catalogue): Catalogue {
  const keys = COLOURS.flatMap((colour) => [...GUILD, ...ITEMS].flatMap((picture) => ['', '.title'].map((end) => [`figure.${colour} ${picture}${end}`, `figure.${picture}${end}`] as const)));
  return { ...words, ...Object.fromEntries(keys.map(([key, same]) => [key, words[same]!])) };
}

export default {
  Stage,
  Summary,
  summaryLists: true,
  scores: (view) => view.scores.map((n) => ({ key: 'score', args: { n } })),
  Figure,
  figures: ['drawcount', 'direction', ...GUILD, ...ITEMS, ...MAGI],
  shape: 100 / 140,
  words: { en: coloured(en as Catalogue) },
  aside: (event) => /^tell\.(rebuilt|waits)/.test(event.key),
  prompt,
  flights,
  sound,
  weighty,
} satisfies GameModule<View>;
