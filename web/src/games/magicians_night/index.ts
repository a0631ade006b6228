// Magicians' Night for the house: its stage, words, pictures and sounds.
import type { Catalogue } from '../../lib/say';
import type { GameModule } from '..';
import Figure from './Figure.svelte';
import { heard } from './spoken';
import Stage from './Stage.svelte';
import Summary from './Summary.svelte';
import { choices, minor, prompt, sound, tempo, time, type View } from './view';
import en from './words/en.json';

export default {
  Stage,
  Summary,
  chance: 'none',
  Figure,
  figures: ['magician:moon', 'cauldron:sun', 'ring', 'fire', 'tree', 'small', 'big'],
  shape: 1,
  words: { en: en as Catalogue },
  prompt,
  sound,
  choices,
  minor,
  heard,
  tempo,
  time,
  lasting: true,
} satisfies GameModule<View>;
