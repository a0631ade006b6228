// Tests of a table on a screen that several people share.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from './protocol';
import { Table } from './table.svelte';

const position = { match: 'a.1', turn: 1, waiting: [1], at: 4, ply: 4, over: false, outcome: null };
const state = (viewer: number) => ({ viewer, view: {}, moves: [{ action: 1, notation: 'x', label: { key: 'x', args: {} } }], lines: [] });
const seats = ['Ada', 'Bo'].map((name, seat) => ({ seat, kind: 'person', name, stand_in: null }));
const frames = [
  { type: 'welcome', n: 1, table: { seats, phase: 'playing', undo: null, watchers: 0, last_names: [] }, you: { seats: [0, 1], host: true }, position, states: [state(0), state(1)] },
  { type: 'undoable', match: 'a.1', at: 4, seats: [0] },
] as unknown as Frame[];

describe('a shared screen', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  it('takes nothing back at the curtain, and then the move of the one before', () => {
    const table = new Table('a');
    for (const frame of frames) table['receive'](frame);
    expect([table.curtain, table.undoSeat, table.moves]).toEqual([1, null, []]);
    table.liftCurtain();
    expect([table.eyes, table.undoSeat, table.moves.length]).toEqual([1, 0, 1]);
    // What the one before did is shown again to whoever comes to the screen.
    expect(table.showing.hasPast).toBe(false);
    for (const viewer of [0, 1]) table['receive']({ type: 'event', n: 2, viewer, seat: 1, action: null, phrases: [], view: {}, moves: [], undone: false, ...position, turn: 0, waiting: [0], at: 5 } as unknown as Frame);
    vi.runAllTimers();
    expect([table.curtain, table.showing.hasPast]).toEqual([0, false]);
    table.liftCurtain();
    expect([table.eyes, table.showing.hasPast]).toEqual([0, true]);
  });

  it('has a log of the same length after a second welcome that tells all again', () => {
    const line = (n: number) => ({ n, match: 'a.1', at: n, seat: 0, action: 'x', phrases: [], sentence: null, undone: false });
    const welcome = (...numbers: number[]) =>
      ({ ...frames[0], n: numbers.at(-1) ?? 1, states: [{ ...state(0), lines: numbers.map(line) }] }) as unknown as Frame;
    const table = new Table('a');
    for (const frame of [welcome(2, 3), welcome(2, 3, 4), welcome(5), welcome()]) table['receive'](frame);
    expect(table['logs'].get(0)!.map((each) => each.n)).toEqual([2, 3, 4, 5]);
  });
});
