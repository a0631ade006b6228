// The house's own words. A language is a file beside this one; `t` says a phrase of it.
import { say, type Args, type Catalogue } from '../lib/say';
import en from './en.json';

/** Every language that the house speaks, by its code, with its own name for itself. */
export const LANGUAGES: Record<string, { name: string; words: Catalogue }> = {
  en: { name: 'English', words: en as Catalogue },
};

let current: Catalogue = LANGUAGES['en']!.words;

/** Choose the language; one that the house does not speak leaves things as they are. */
export function speak(language: string): void {
  current = LANGUAGES[language]?.words ?? current;
}

export type Word = keyof typeof en;

/** The words for a key of the house's catalogue. */
export const t = (key: Word, args: Args = {}, names: readonly string[] = [], reader: number | null = null): string =>
  say(current, { key, args }, names, reader);
