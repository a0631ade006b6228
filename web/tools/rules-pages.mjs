// Makes a game's rules page (Markdown) into HTML while building, so that no reader of Markdown is sent to the browser.
// `import page from '…/rules.md?html'` gives the text; a rule's number (**R21**) becomes an anchor (id="R21").
import { readFile } from 'node:fs/promises';
import { marked } from 'marked';

const NUMBER = /<strong>([RA]\d+)(\.?)<\/strong>/g;

/** The page as HTML with an anchor at every rule's number; a number's first mention is the place to jump to. */
export function page(markdown) {
  const seen = new Set();
  const html = marked.parse(markdown, { gfm: true, async: false });
  return html
    .replace(/<(\/?)h([1-4])/g, (_, end, level) => `<${end}h${Number(level) + 1}`) // the page has a title of its own
    .replaceAll('<th></th>', '<td></td>')
    .replace(NUMBER, (_, number) => {
      const anchor = seen.has(number) ? '' : ` id="${number}"`;
      seen.add(number);
      return `<span class="rule"${anchor}>${number}</span>`;
    })
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>');
}

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
