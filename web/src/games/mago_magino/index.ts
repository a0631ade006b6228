// Mago Magino for the house: its stage, words, pictures and sounds.
import type { Catalogue } from '../../lib/say';
import type { GameModule } from '..';
import Figure from './Figure.svelte';
import { byHand, opening, timeFor } from './scene.svelte';
import Stage from './Stage.svelte';
import Summary from './Summary.svelte';
import { heard, prompt, sound, type View } from './view';
import en from './words/en.json';

export default {
  Stage,
  Summary,
  scores: (view) => view.players.map((player) => ({ key: 'score', args: { n: player.crystals } })),
  chance: 'throws',
  Figure,
  figures: ['child', 'crystal', 'house', 'forest', 'hiding_place', 'die', 'arrow', 'frog', 'magician'],
  shape: 1,
  open: true,
  remembered: true,
  heard,
  words: { en: en as Catalogue },
  aside: (event) => /^tell\.(may_throw|stopped)/.test(event.key),
  prompt,
  sound,
  time: timeFor,
  byHand,
  opening,
} satisfies GameModule<View>;
