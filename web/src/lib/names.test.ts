// Tests of players' names.
import { describe, expect, it } from 'vitest';
import { friendlyName, ownName, spokenName } from './names';
import { settings } from './settings.svelte';

const BOTS = ['Astra', 'Bruno', 'Celeste', 'Dorian', 'Elvira', 'Fausto', 'Greta', 'Horatio'];

describe('names', () => {
  it('are friendly, and never a bot’s nor one that is taken', () => {
    const all = new Set(Array.from({ length: 2000 }, () => friendlyName(['Wren'])));
    expect(all.size).toBeGreaterThan(20);
    expect([...BOTS, 'Wren', 'You'].filter((name) => all.has(name))).toEqual([]);
  });
  it('are kept once they are offered', () => {
    settings.name = '';
    const first = ownName();
    expect([ownName(), settings.name]).toEqual([first, first]);
    settings.name = '  Ada ';
    expect(ownName()).toBe('Ada');
  });
  it('of old records never say “you” to somebody else', () => {
    expect(['You', 'you ', 'Yousef'].map((name) => spokenName(name, 1))).toEqual(['Player B', 'Player B', 'Yousef']);
  });
});
