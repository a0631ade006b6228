// The worlds of the house's games. The frame around a stage (seats, log, moves as buttons, rules, sound, replay) is the
// house's and knows no game; title, line and numbers of players come from the server (lib/playbill). A game from
// another package needs nothing here: `plain/` draws what its view says in `tableau`, and its words come from the server.
//
// A game with a stage of its own has one line in `WORLDS` and a folder beside this file, which holds
//   Miniature.svelte   its world on the front page: one <svg viewBox="0 0 480 240" slice>, groups with the classes
//                      far, mid, near, front move a little with the pointer; colours as var(--xx-name, day colour)
//                      that `palette.css` overrides by night
//   index.ts           `export default { Stage, Figure, … } satisfies GameModule<View>`, loaded only when the game is
//                      opened
//   words/en.json      what only the browser says: `goal`, `prompt.*` and `figure.*` (see GameModule)
// All other words are those of src/zauber/games/<game>/en.json, and the rules page is its rules.md.
//
// The stage gets a view (documented in the game's words.py) and the legal moves, and shows both. Whatever can be clicked
// calls `play(action)` with one of the moves' numbers, or `ask(notation)` for something that is not legal now: the house
// answers “why can't I?” with the rule. Every action must also be reachable through the house's own list of named
// buttons, so the stage needs no keyboard handling beyond making its clickable things real <button>s.
// A game of many small actions (a stroke of 3 mm in one of 64 directions) gives `choices`, `tempo` and `minor`, and plays
// by `pursue`: one action after another, each chosen from what is seen then.
// What plays a move, or is the first step to it, carries `data-plays` (`plays(…)` of lib/lit.ts): it lights up for a hint.
// Elements that things fly from and to carry `data-spot="name"`; `flights()` says what flew where in the last event.
// Whatever has an explanation carries `data-figure="name"` (see `figures`), also what lies before others or is held: the
// house explains it beside it, by pointer, focus and a finger that stays (which never plays), and lays nothing over what
// may be chosen: buttons, and of those that are things of the game (`data-spot`, `data-figure`, `data-card`,
// `data-ground`) the ones with the class `open`. `data-note` adds a sentence that is true just now.
// A button that does nothing else has `data-explains`; what is played by holding it has `data-grip`. A name plate carries `data-plate={seat}` (Plate does) and tells what that seat did last. A sheet of the stage
// (`role="dialog"`) that only wants to be seen marks the button that closes it with `data-close`: Escape presses it.

import type { Component } from 'svelte';
import type { Catalogue, Phrase } from '../lib/say';
import { rules } from '../net/api';
import type { Sound } from '../lib/sound';
import type { Move, SeatView } from '../net/protocol';

/** What the house hands to a game's Stage. `V` is the game's view. */
export interface StageProps<V = unknown> {
  view: V;
  /** The legal moves of `seat` now; empty when it cannot act, while a replay runs, and for watchers. */
  moves: readonly Move[];
  /** The viewer: a seat, or null for a spectator. The stage puts this seat at the bottom. */
  seat: number | null;
  /** The seats that the table waits for. */
  waiting: readonly number[];
  names: readonly string[];
  /** Who sits where (for <Plate>, the name plate of a seat: `ui/Plate.svelte`). */
  seats: readonly SeatView[];
  /** What happened last, as phrases of the game's catalogue, and its running number (a change means: new). */
  events: readonly Phrase[];
  step: number;
  /** All events of the match so far that are known here, the oldest first: for what a view does not remember. */
  past?: readonly Phrase[];
  /** Plays one of `moves` by its number. */
  play: (action: number) => void;
  /** Plays action after action, at most twenty a second, until `next` has none or something else is played. */
  pursue: (next: Next<V>) => Promise<void>;
  /** The seats whose hands are at this screen: what they throw waits for them. Empty where the house throws. */
  hands?: readonly number[];
  /** Asks why something that is not among `moves` is not possible now; the answer is shown outside the stage. */
  ask: (notation: string) => void;
  /** The house's words for a phrase of this game's catalogue. */
  say: (phrase: Phrase) => string;
  /** How much longer than drawn things move: 2 slow, 1, 0.55 fast, 0 not at all. */
  pace: number;
  over: boolean;
  /** A table that is played now; false in a replay, where nothing may wait to be closed. */
  live: boolean;
  /** A small picture of a position among others: it changes nothing around it. */
  small?: boolean;
}

/** Something that moves from one `data-spot` to another; the house draws `figure` flying there. */
export interface Flight {
  figure: string;
  from: string;
  to: string;
  /** What lies there until it arrives: the flying thing's back first, then its face. */
  flip?: boolean;
}

/** What to play next, from what is seen now; a run is played at one go, null ends. `made` counts what was played. */
export type Next<V = unknown> = (view: V, made: number) => number | readonly number[] | null;

/** Something one may do that has a name, for the house's list of buttons: one move, or many in a row. */
export interface Choice<V = unknown> {
  /** Unique among the choices of a moment; for a single move its notation. */
  name: string;
  label: Phrase;
  next: Next<V>;
}

export type { Sound };

/** What a game shows of itself on the result page. */
export interface SummaryProps<V = unknown> {
  view: V;
  names: readonly string[];
  seat: number | null;
  say: (phrase: Phrase) => string;
  past?: readonly Phrase[];
}

export interface GameModule<V = unknown> {
  Stage: Component<StageProps<V>>;
  /** The final table in small, for the result page. */
  Summary?: Component<SummaryProps<V>>;
  /** The summary names everybody with their score: the house does not list them once more. */
  summaryLists?: boolean;
  /** Each seat's score of the match, for the result page; null where there is none. */
  scores?: (view: V) => readonly (Phrase | null)[];
  /** What chance decides: cards are drawn (as a rule), dice are thrown, or nothing. */
  chance?: 'cards' | 'throws' | 'none';
  /** A card or piece drawn alone, filling its box: for flights, explanations and the rules page. */
  Figure: Component<{ figure: string }>;
  /** Those that the rules page shows with their explanation, in that order. */
  figures: readonly string[];
  /** width / height of a figure's box. */
  shape: number;
  /** The browser's own words for the game, by language. `figure.<name>` is a figure's explanation and
   * `figure.<name>.title` its name. They are added to the game's catalogue. */
  words: Record<string, Catalogue>;
  /** What the reader may do now, in a short sentence: a phrase of the catalogue. Only asked when there are moves. */
  prompt: (view: V, seat: number, moves: readonly Move[]) => Phrase;
  /** What flies where in the last event; `view` is the table afterwards. */
  flights?: (events: readonly Phrase[], view: V, seat: number | null) => Flight[];
  /** What is heard for an event: one of the house's sounds, one made of lib/sound.ts' tones, or null for nothing. */
  sound?: (event: Phrase, seat: number | null) => Sound | (() => void) | null;
  /** The named buttons, where a button for every legal move would be too many. */
  choices?: (view: V, seat: number, moves: readonly Move[]) => Choice<V>[];
  /** How long these events are looked at, in milliseconds at normal pace, when they flow from those before; null: as
   * long as the house thinks right. */
  tempo?: (events: readonly Phrase[]) => number | null;
  /** How long a stage that moves its pieces itself takes to show these events, in milliseconds at normal pace. */
  time?: (events: readonly Phrase[], seat: number | null) => number;
  /** After how long the last of these events is put into words, in the same milliseconds; else when `time` is over.
   * What the stage shows at once is said at once. Whoever has not done it themselves can play then. */
  told?: (events: readonly Phrase[], seat: number | null) => number;
  /** Whether these events wait for the hand of one of these seats, such as a throw; the stage shows them by `wait`. */
  byHand?: (events: readonly Phrase[], seats: readonly number[]) => boolean;
  /** What a match begins with that no event tells, such as a first throw: the view before it, and the events. */
  opening?: (view: V) => { view: unknown; events: readonly Phrase[] } | null;
  /** What is said of an event that the player must confirm (four cards arrive); null for all others. */
  weighty?: (events: readonly Phrase[], view: V, seat: number | null) => Phrase | null;
  /** Nothing is hidden from anybody: people at one screen need no curtain between them. */
  open?: boolean;
  /** The end of a match stays on the stage until somebody asks for the result. */
  lasting?: boolean;
  /** It is part of the game to remember what was seen: the house neither keeps it nor shows it again. */
  remembered?: boolean;
  /** What those who listen hear of an event, where the sentence alone leaves out what everybody sees. */
  heard?: (event: Phrase, view: V, seat: number | null) => readonly Phrase[];
  /** What goes without saying where it is told briefly what others have done: that they drew a card. */
  aside?: (event: Phrase) => boolean;
  /** One of very many alike: the log keeps the last of a row, and not each is spoken. */
  minor?: (event: Phrase) => boolean;
}

export interface World {
  name: string;
  /** The letter-sized ornament of its frame and its two accent colours (day, night). */
  accent: [string, string];
  Miniature: Component;
  /** Loads stage and figures. */
  load: () => Promise<{ default: GameModule<never> }>;
  words: () => Promise<{ default: Catalogue }>;
  page: () => Promise<{ default: string }>;
}

import MagiMiniature from './magi/Miniature.svelte';
import MagicFluteMiniature from './magic_flute/Miniature.svelte';
import MagiciansNightMiniature from './magicians_night/Miniature.svelte';
import MagoMaginoMiniature from './mago_magino/Miniature.svelte';
import PapagenoMiniature from './papageno/Miniature.svelte';
import PlainMiniature from './plain/Miniature.svelte';

const words = import.meta.glob<{ default: Catalogue }>('../../../src/zauber/games/*/en.json');
const pages = import.meta.glob<{ default: string }>('../../../src/zauber/games/*/rules.md', { query: '?html' });
const stages = import.meta.glob<{ default: GameModule<never> }>('./*/index.ts');

const plain = stages['./plain/index.ts']!;
const servedWords = async (name: string) => ({ default: (await rules(name)).catalogue as Catalogue });
const servedPage = async (name: string) => {
  const [served, { page }] = await Promise.all([rules(name), import('../../tools/markdown.mjs')]);
  return { default: page(served.markdown) };
};

function world(name: string, Miniature: Component = PlainMiniature, accent: [string, string] = ['#5a4390', '#c9b6ff']): World {
  return {
    name,
    accent,
    Miniature,
    load: stages[`./${name}/index.ts`] ?? plain,
    words: words[`../../../src/zauber/games/${name}/en.json`] ?? (() => servedWords(name)),
    page: pages[`../../../src/zauber/games/${name}/rules.md`] ?? (() => servedPage(name)),
  };
}

export const WORLDS: readonly World[] = [
  world('magic_flute', MagicFluteMiniature, ['#2b4fb0', '#9db4ff']),
  world('papageno', PapagenoMiniature, ['#b8452c', '#ff9d7e']),
  world('magicians_night', MagiciansNightMiniature, ['#7b5634', '#b8ffc6']),
  world('magi', MagiMiniature, ['#7b2f5a', '#e8a8d0']),
  world('mago_magino', MagoMaginoMiniature, ['#2f6b45', '#9fe0ae']),
];

const otherWorlds = new Map<string, World>();

/** The world of a game; a game from another package gets a plain one. */
export function worldOf(name: string): World {
  const known = WORLDS.find((world) => world.name === name) ?? otherWorlds.get(name) ?? world(name);
  otherWorlds.set(name, known);
  return known;
}
