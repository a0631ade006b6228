// Tests of hints: who may ask and when, and that none is shown in another position than its own.
import { beforeEach, describe, expect, it } from 'vitest';
import { Hints } from './hints.svelte';
import type { Frame, Hint } from './protocol';
import { Table } from './table.svelte';

const moves = [{ action: 1, notation: 'x', label: { key: 'x', args: {} } }];
const seats = ['Ada', 'Bo'].map((name, seat) => ({ seat, kind: 'person', name, stand_in: null }));
const view = (hints = true) => ({ seats, phase: 'playing', undo: null, watchers: 0, last_names: [], hints });
const position = (at: number, turn: number, match = 'a.1') => ({ match, turn, waiting: [turn], at, ply: at, over: false, outcome: null });
const state = { viewer: 0, view: {}, moves, lines: [] };
const welcome = (at: number, turn: number, hints = true) => ({ type: 'welcome', n: 1, table: view(hints), you: { seats: [0], host: true }, position: position(at, turn), states: [state] }) as unknown as Frame;
const event = (at: number, turn: number) => ({ type: 'event', n: at, viewer: 0, seat: 1, action: 'x', phrases: [], view: {}, moves, undone: false, ...position(at, turn) }) as unknown as Frame;
const begun = (match: string) => ({ type: 'begun', n: 9, viewer: 0, match, table: view(), position: position(4, 0, match), state }) as unknown as Frame;
const hint = (at: number): Hint => ({ at, moves: [{ action: 1, notation: 'x', label: 'X', share: 0.5, error: 0.02, why: '', reason: '' }] });

describe('a hint', () => {
  let table: Table;
  let hints: Hints;
  let asked: { seat: number; answer: (hint: Hint) => Promise<void>; fail: (sentence: string) => Promise<void> }[];
  const comes = (...frames: Frame[]) => frames.forEach((frame) => table['receive'](frame));
  const settled = () => new Promise<void>((done) => setTimeout(done));
  beforeEach(() => {
    asked = [];
    table = new Table('a');
    hints = new Hints(table, (_, seat) => {
      return new Promise<Hint>((resolve, reject) =>
        asked.push({
          seat,
          answer: (given) => (resolve(given), settled()),
          fail: (sentence) => (reject(new Error(sentence)), settled()),
        }),
      );
    });
  });

  it('is offered on one’s own turn alone, also when one may act out of turn', () => {
    comes(welcome(4, 1));
    expect([table.moves.length, hints.seat]).toEqual([1, null]);
    void hints.ask();
    expect(asked).toEqual([]);
    comes(event(5, 0));
    expect(hints.seat).toBe(0);
  });

  it('is not offered where the table has none', () => {
    comes(welcome(4, 0, false));
    expect(hints.seat).toBe(null);
  });

  it('is asked for once, and shown as long as the position is the same', async () => {
    comes(welcome(4, 0));
    void hints.ask();
    void hints.ask();
    expect([asked.length, hints.thinking]).toEqual([1, true]);
    await asked[0]!.answer(hint(4));
    expect([hints.given?.moves.length, hints.thinking]).toEqual([1, false]);
    void hints.ask();
    expect(asked.length).toBe(1);
    comes(event(5, 0));
    expect(hints.given).toBe(null);
    void hints.ask();
    expect([asked.length, hints.thinking]).toEqual([2, true]);
  });

  it('that comes too late is not shown, and does not stand in the way of the next', async () => {
    comes(welcome(4, 0));
    void hints.ask();
    comes(event(5, 0));
    expect(hints.thinking).toBe(false);
    void hints.ask();
    await asked[0]!.answer(hint(4));
    expect([hints.given, hints.thinking]).toEqual([null, true]);
    await asked[1]!.answer(hint(5));
    expect(hints.given?.at).toBe(5);
  });

  it('for a position that has not come yet waits for it', async () => {
    comes(welcome(4, 0));
    void hints.ask();
    await asked[0]!.answer(hint(5));
    expect(hints.given).toBe(null);
    comes(event(5, 0));
    expect(hints.given?.at).toBe(5);
  });

  it('of the match before is not one for this match', async () => {
    comes(welcome(4, 0));
    void hints.ask();
    await asked[0]!.answer(hint(4));
    comes(begun('a.2'));
    expect([hints.seat, hints.given]).toEqual([0, null]);
  });

  it('that was refused can be asked for again, and the reason goes with the position', async () => {
    comes(welcome(4, 0));
    void hints.ask();
    await asked[0]!.fail('Try again in a minute.');
    expect([hints.trouble, hints.thinking]).toEqual(['Try again in a minute.', false]);
    void hints.ask();
    expect([asked.length, hints.trouble]).toEqual([2, '']);
    await asked[1]!.fail('Try again in a minute.');
    comes(event(5, 0));
    expect(hints.trouble).toBe('');
  });
});
