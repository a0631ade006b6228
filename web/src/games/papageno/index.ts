// Papageno for the house: its stage, words, pictures and sounds.
import type { Catalogue } from '../../lib/say';
import type { GameModule } from '..';
import Figure from './Figure.svelte';
import Stage from './Stage.svelte';
import Summary from './Summary.svelte';
import { TOLD } from './counting.svelte';
import { flights, prompt, sound, type View } from './view';
import en from './words/en.json';

export default {
  Stage,
  Summary,
  scores: (view) => view.wins.map((n) => ({ key: 'score', args: { n } })),
  Figure,
  figures: ['capture', 'flute', 'egg', 'bird:-2', 'bird:0', 'bird:1', 'bird:3', 'bird:4', 'bird:5', 'bird:6', 'bird:7', 'bird:8', 'bird:9'],
  shape: 100 / 140,
  words: { en: en as Catalogue },
  aside: (event) => /^tell\.(drew|rebuilt|may_capture|capture_lapses)/.test(event.key),
  prompt,
  flights,
  sound,
  time: (events) => (events.some((event) => event.key === 'tell.round_won') ? TOLD + 600 : 0),
} satisfies GameModule<View>;
