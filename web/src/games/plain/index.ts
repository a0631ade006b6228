// The stage that any game can be played on, without a line of code for the browser: games of other people's packages.
import type { Catalogue } from '../../lib/say';
import type { GameModule } from '..';
import Figure from './Figure.svelte';
import Stage from './Stage.svelte';
import { prompt, type View } from './view';
import en from './words/en.json';

export default {
  Stage,
  Figure,
  figures: [],
  shape: 70 / 100,
  words: { en: en as Catalogue },
  prompt,
  sound: () => 'card',
} satisfies GameModule<View>;
