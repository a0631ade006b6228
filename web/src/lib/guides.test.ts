// Tests of the illustrated guides to the games.
import { describe, expect, it } from 'vitest';
import { guide } from './guides';

const GAMES = ['magic_flute', 'papageno', 'magicians_night', 'magi', 'mago_magino'];

describe('a game in three minutes', () => {
  it.each(GAMES)('%s: the goal, a turn and the end, short enough to be read', async (game) => {
    const page = (await guide(game))!;
    const words = [page.goal.words, page.start, ...page.turn.map((step) => step.words), ...page.more.map((step) => step.words), page.end, ...page.tips].join(' ');
    expect(words.split(/\s+/).length).toBeLessThan(400);
    expect(page.turn.length).toBeGreaterThanOrEqual(3);
    for (const step of [page.goal, ...page.turn, ...page.more]) expect(step.figures.length).toBeGreaterThan(0);
  });
  it('has no page for a game that nobody has written about', async () => {
    expect(await guide('nosuchgame')).toBeNull();
  });
});
