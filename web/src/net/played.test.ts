// The book of the matches that this browser has seen: kept once, read with care, and what follows from it.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isWon, keepPlayed, played, scorePlayed, understood, victories, type Played } from './played';

const store = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, text: string) => store.set(key, text) });
beforeEach(() => store.clear());

const ended = (more: Partial<Played> = {}): Played => ({
  match: 'k.1', table: 'k', game: 'papageno', edition: 'a', when: 1000, names: ['Ada', 'Bruno'], levels: ['', 'adept'], yours: [0], winners: [0], scores: [], ...more,
});

describe('the matches that this browser has seen', () => {
  it('are kept once each, the newest first, and the scores are added when they are known', () => {
    keepPlayed(ended());
    keepPlayed(ended({ match: 'k.2', when: 2000 }));
    keepPlayed(ended({ when: 9000 }));
    scorePlayed('k.1', ['3', '5']);
    scorePlayed('k.1', ['7', '7']);
    scorePlayed('k.9', ['1']);
    expect(played().map((one) => [one.match, one.when, one.scores])).toEqual([['k.2', 2000, []], ['k.1', 1000, ['3', '5']]]);
  });

  it('survive damage, and what a newer page wrote is left alone', () => {
    for (const damaged of [null, '', '{', '[]', '7', '{"matches": 3}', '{"version": 1, "matches": [null, 3, {"match": "x"}]}']) expect(understood(damaged)).toEqual([]);
    expect(understood(JSON.stringify({ version: 1, matches: [{ nonsense: true }, ended()] }))).toEqual([ended()]);
    const newer = JSON.stringify({ version: 2, matches: {} });
    store.set('zauber.played', newer);
    keepPlayed(ended());
    expect(played()).toEqual([]);
    expect(store.get('zauber.played')).toBe(newer);
  });

  it('a shared win is one, a draw of all is none', () => {
    expect(isWon(ended())).toBe(true);
    expect(isWon(ended({ winners: [1] }))).toBe(false);
    expect(isWon(ended({ winners: [0, 1] }))).toBe(false);
    expect(isWon(ended({ winners: [] }))).toBe(false);
    expect(isWon(ended({ yours: [] }))).toBe(false);
    expect(isWon(ended({ names: ['Ada', 'Bruno', 'Celeste'], winners: [0, 2] }))).toBe(true);
  });

  it('say which levels were beaten, how often and when first', () => {
    const all = [ended(), ended({ match: 'k.2', when: 500 }), ended({ winners: [1] }), ended({ game: 'magi' }), ended({ yours: [0, 1], levels: ['', ''] }), ended({ levels: ['', 'mage'], when: 3000 })];
    expect([...victories(all, 'papageno')]).toEqual([['adept', { wins: 2, first: 500 }], ['mage', { wins: 1, first: 3000 }]]);
    expect(victories(all, 'magic_flute').size).toBe(0);
  });
});
