// Tests of the addresses of pages.
import { describe, expect, it } from 'vitest';
import { read, replayAddress } from './router.svelte';

describe('addresses', () => {
  it('leads to every page', () => {
    expect(read('/')).toEqual({ page: 'front' });
    expect(read('/new/magi')).toEqual({ page: 'new', game: 'magi' });
    expect(read('/t/abc123')).toEqual({ page: 'table', id: 'abc123' });
    expect(read('/rules/papageno')).toEqual({ page: 'rules', game: 'papageno' });
    expect(read('/replays')).toEqual({ page: 'replays' });
    expect(read('/somewhere')).toEqual({ page: 'lost' });
    expect(read('/new')).toEqual({ page: 'lost' });
  });
  it('reads a moment of a replay', () => {
    expect(read(replayAddress('abc123.2'), '?at=17&eyes=1')).toEqual({ page: 'replay', id: 'abc123.2', at: 17, eyes: '1', analysed: false });
    expect(read('/replay/abc123/1', '?at=soon&analysis')).toEqual({ page: 'replay', id: 'abc123.1', at: null, eyes: null, analysed: true });
  });
});
