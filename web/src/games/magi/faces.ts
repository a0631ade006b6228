// The cards' faces as figures that stand alone: what the house edition prints, and what a table's own edition says.
import type { Colour, Face } from './view';

type Printed = [points: number, star: boolean, ...abilities: string[]];

const PRINTED: Record<string, Printed> = {
  coin: [1, false],
  sword: [1, false],
  cup: [1, false],
  balance: [2, false],
  broom: [2, false],
  shield: [2, false],
  crystal: [3, false],
  amulet: [3, true, 'through'],
  hourglass: [4, true, 'again'],
  coat: [4, true, 'reverse'],
  parchment: [4, true, 'shot'],
  'sceptre I': [4, false, 'draw_1'],
  'sceptre II': [5, false, 'draw_2'],
  apprentice: [5, false, 'select'],
  wanderer: [5, false, 'free'],
  summoner: [7, false, 'draw_2', 'select'],
  'storm-caller': [8, false, 'draw_3', 'free'],
  'twin-caster': [7, true, 'select', 'again'],
  dreamer: [7, true, 'free', 'again'],
  'mirror-mage': [6, true, 'select', 'reverse'],
  'mirror-elder': [7, true, 'draw_1', 'free', 'reverse'],
  'mirror-master': [8, true, 'draw_2', 'select', 'reverse'],
  archer: [6, true, 'select', 'shot'],
  falconer: [7, true, 'draw_1', 'free', 'shot'],
  'star-shooter': [8, true, 'draw_2', 'select', 'shot'],
  'mist-walker': [5, true, 'free', 'through'],
  ghost: [6, true, 'draw_1', 'select', 'through'],
  shade: [7, true, 'draw_2', 'free', 'through'],
  phantom: [8, true, 'draw_3', 'select', 'through'],
  hermit: [8, true, 'reset', 'free'],
  arbiter: [8, true, 'reset', 'select'],
  archmage: [10, true, 'original'],
};

export const GUILD = ['coin', 'sword', 'cup', 'balance', 'broom', 'shield', 'crystal'];
export const ITEMS = ['amulet', 'hourglass', 'coat', 'parchment', 'sceptre I', 'sceptre II'];
export const MAGI = Object.keys(PRINTED).slice(13);

const known = new Map<string, Face>();

/** Remember what this table's edition says of a card. */
export function learn(faces: readonly Face[]): void {
  for (const face of faces) known.set(face.card, face);
}

/** A card's face by its name; a picture without a colour is shown in one of the three. */
export function faceOf(card: string): Face {
  const seen = known.get(card);
  if (seen) return seen;
  const parts = /^(red|blue|yellow) (.+)$/.exec(card);
  const picture = parts?.[2] ?? card;
  const magus = MAGI.includes(picture);
  const [points, star, ...abilities] = PRINTED[picture] ?? [0, false];
  const three: Colour[] = ['red', 'blue', 'yellow'];
  const colour = magus ? 'grey' : ((parts?.[1] as Colour | undefined) ?? three[Object.keys(PRINTED).indexOf(picture) % 3]!);
  return { card, sort: magus ? 'magi' : GUILD.includes(picture) ? 'guild' : 'item', colour, picture, points, star, abilities };
}

export interface Hue {
  main: string;
  dark: string;
  light: string;
  wash: string;
  sign: string;
}

/** The four papers of the pack. Vermilion comes with ●, ultramarine with ▲, saffron with ■, the magi's grey with ◆. */
export const HUES: Record<Colour, Hue> = {
  red: { main: '#c8402c', dark: '#8c2718', light: '#f3ab9a', wash: '#fdeae3', sign: '#fff6e6' },
  blue: { main: '#2b4fb0', dark: '#1a3273', light: '#a3b9f2', wash: '#e6ecfc', sign: '#fff6e6' },
  yellow: { main: '#dd9f22', dark: '#8a5a00', light: '#f6d78f', wash: '#fdf3d8', sign: '#2a1c05' },
  grey: { main: '#4b4460', dark: '#2b2540', light: '#bdb4d2', wash: '#2f2850', sign: '#fff6e6' },
};

/** The shape of a colour, within −10 to 10. */
export const SHAPES: Record<Colour | 'any', string> = {
  red: 'M0 -8.6A8.6 8.6 0 1 1 0 8.6A8.6 8.6 0 1 1 0 -8.6Z',
  blue: 'M0 -9.4L9.6 7.6H-9.6Z',
  yellow: 'M-7.8 -7.8H7.8V7.8H-7.8Z',
  grey: 'M0 -10L7.2 0L0 10L-7.2 0Z',
  any: 'M0 -10L2.6 -2.6L10 0L2.6 2.6L0 10L-2.6 2.6L-10 0L-2.6 -2.6Z',
};

/** The sign ✦, within −10 to 10. */
export const STAR = 'M0 -10Q1.8 -1.8 10 0Q1.8 1.8 0 10Q-1.8 1.8 -10 0Q-1.8 -1.8 0 -10Z';
