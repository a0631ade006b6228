// Tests of the rules pages made from Markdown.
import { describe, expect, it } from 'vitest';
import { page } from '../../tools/markdown.mjs';

const pages = import.meta.glob<string>('../../../src/zauber/games/*/rules.md', { query: '?html', import: 'default', eager: true });

describe('a rules page', () => {
  it('has an anchor at the first mention of every rule, and no second title', () => {
    const html = page('# Game\n\n- **R1** One.\n- **A2** Two, see **R1**.\n\n| | a |\n|---|---|\n| b | c |\n');
    expect(html).toContain('<h2>Game</h2>');
    expect(html).toContain('id="R1"');
    expect(html.match(/id="R1"/g)).toHaveLength(1);
    expect(html).toContain('id="A2"');
    expect(html).not.toContain('<th></th>');
  });
  it('has an anchor at every part, for the contents', () => {
    expect(page('# Game\n\n## The *end* of a round\n')).toContain('<h3 id="the-end-of-a-round">');
  });
  it('speaks of the game alone', () => {
    for (const [file, text] of Object.entries(pages)) expect(text, file).not.toMatch(/\bprograms?\b|\btests?\b|\bmachines?\b|\bcomputer/i);
  });
});
