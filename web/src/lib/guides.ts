// The short pages that teach a game in three minutes: words in words/guides, pictures by the game's own figures.
import { settings } from './settings.svelte';

export interface Step {
  /** Figures of the game, and “arrow” between two of them. */
  figures: readonly string[];
  words: string;
}

export interface Guide {
  goal: Step;
  start: string;
  turn: readonly Step[];
  more: readonly Step[];
  end: string;
  tips: readonly string[];
}

const pages = import.meta.glob<{ default: Guide }>('../words/guides/*/*.json');

/** The page of a game in the language that was chosen, else in English; null where nobody has written one. */
export async function guide(game: string): Promise<Guide | null> {
  const load = pages[`../words/guides/${settings.language}/${game}.json`] ?? pages[`../words/guides/en/${game}.json`];
  return load ? (await load()).default : null;
}

export const hasGuide = (game: string): boolean => `../words/guides/en/${game}.json` in pages;
