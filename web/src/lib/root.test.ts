// Tests of a house under a path of a larger site.
import { describe, expect, it } from 'vitest';
import { to, within } from './root';

describe('a house under a path', () => {
  it('writes every address under that path and reads it back', () => {
    for (const under of ['', '/zauber', '/games/zauber']) {
      for (const address of ['/', '/t/abc', '/rules/magi']) expect(within(to(address, under), under)).toBe(address);
    }
  });
  it('knows the path itself, with and without its last stroke', () => {
    expect(within('/zauber', '/zauber')).toBe('/');
    expect(within('/zauber/', '/zauber')).toBe('/');
  });
  it('leaves paths alone that only begin alike', () => {
    expect(within('/zauberei/t/abc', '/zauber')).toBe('/zauberei/t/abc');
  });
  it('lies at the top where the page says nothing', () => {
    expect(to('/api/games')).toBe('/api/games');
  });
});
