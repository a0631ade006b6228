// A game's module and words, loaded when a page needs them.
import { worldOf, type GameModule, type World } from '../games';
import { say, type Catalogue, type Phrase } from './say';
import { settings } from './settings.svelte';
import houseWords from '../words/house';

export class Loaded {
  world: World;
  module: GameModule<never> | null = $state.raw(null);
  catalogue: Catalogue | null = $state.raw(null);
  trouble = $state(false);

  constructor(readonly name: string) {
    this.world = worldOf(name);
    Promise.all([this.world.load(), this.world.words()]).then(
      ([module, words]) => {
        const own = module.default.words[settings.language] ?? module.default.words['en'] ?? {};
        this.catalogue = { ...houseWords, ...words.default, ...own };
        this.module = module.default;
      },
      () => (this.trouble = true),
    );
  }

  /** A phrase of the game, or of the house about it, in words, for a reader. A phrase without words is left out rather than breaking the page. */
  say(phrase: Phrase, names: readonly string[], reader: number | null): string {
    if (!this.catalogue || !(phrase.key in this.catalogue)) return '';
    try {
      return say(this.catalogue, phrase, names, reader);
    } catch (error) {
      console.warn(`“${phrase.key}” could not be said.`, JSON.stringify(phrase.args), error);
      return '';
    }
  }
}
