// A rules page from Markdown to HTML: while building for the house's own games, in the browser for games of others.
import { marked } from 'marked';

const NUMBER = /<strong>([RA]\d+)(\.?)<\/strong>/g;

/** The page as HTML with an anchor at every rule's number; a number's first mention is the place to jump to. */
export function page(markdown) {
  const seen = new Set();
  const html = marked.parse(markdown, { gfm: true, async: false });
  return html
    .replace(/<(\/?)h([1-4])/g, (_, end, level) => `<${end}h${Number(level) + 1}`) // the page has a title of its own
    .replace(/<h3>(.*?)<\/h3>/g, (_, title) => `<h3 id="${title.replace(/<[^>]+>|[^\w ]/g, '').trim().toLowerCase().replaceAll(' ', '-')}">${title}</h3>`) // for the contents
    .replaceAll('<th></th>', '<td></td>')
    .replace(NUMBER, (_, number) => {
      const anchor = seen.has(number) ? '' : ` id="${number}"`;
      seen.add(number);
      return `<span class="rule"${anchor}>${number}</span>`;
    })
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>');
}
