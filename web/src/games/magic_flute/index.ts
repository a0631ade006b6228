// The Magic Flute for the house: its stage, words, pictures and sounds.
import type { Catalogue } from '../../lib/say';
import type { GameModule } from '..';
import Figure from './Figure.svelte';
import Stage from './Stage.svelte';
import Summary from './Summary.svelte';
import { flights, prompt, shownFor, sound, type View } from './view';
import en from './words/en.json';

export default {
  Stage,
  Summary,
  Figure,
  figures: ['card:tamino', 'card:papageno', 'card:magic_flute', 'card:magic_bells', 'card:nights_dagger', 'song', 'trial:silence', 'trial:fire', 'trial:water'],
  shape: 100 / 140,
  words: { en: en as Catalogue },
  aside: (event) => /^tell\.((may|must)_follow|stopped|done|drew|rebuilt|to_choose)/.test(event.key),
  prompt,
  flights,
  sound,
  time: (events, seat) => shownFor(events, seat) + 300,
  told: (events, seat) => shownFor(events.slice(0, -1), seat), // a card that is shown large has its words beside it
} satisfies GameModule<View>;
