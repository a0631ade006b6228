// Makes the rules pages of the house's games (Markdown) into HTML while building, so that readers of these games are
// sent no reader of Markdown. `import page from '…/rules.md?html'` gives the text.
import { readFile } from 'node:fs/promises';
import { page } from './markdown.mjs';

export function rulesPages() {
  return {
    name: 'rules-pages',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('.md?html')) return null;
      const file = id.slice(0, -'?html'.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(page(await readFile(file, 'utf-8')))};`;
    },
  };
}
