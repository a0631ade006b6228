// Tests of the stage for games that have none of their own.
import { describe, expect, it } from 'vitest';
import { arranged, lines, prompt, type Area } from './view';

const area = (seat: number | null): Area => ({ title: '', seat, pieces: [] });

describe('a table without a stage of its own', () => {
  it('has the reader below and the others from the left on', () => {
    const laid = arranged([area(null), area(0), area(1), area(2)], 1, 3);
    expect(laid.middle).toHaveLength(1);
    expect(laid.own.map((one) => one.seat)).toEqual([1]);
    expect(laid.others.map((one) => one.seat)).toEqual([2, 0]);
  });
  it('shows a watcher every seat', () => {
    const laid = arranged([area(0), area(1)], null, 2);
    expect(laid.own).toEqual([]);
    expect(laid.others.map((one) => one.seat)).toEqual([0, 1]);
  });
  it('says a view without areas in lines', () => {
    expect(lines({ turn: 1, bag_left: 5, lanterns: [null, 3], last: { who: 2 } })).toEqual([
      { key: 'Turn', value: '1' },
      { key: 'Bag left', value: '5' },
      { key: 'Lanterns', value: '–, 3' },
      { key: 'Last', value: 'Who: 2' },
    ]);
  });
  it('asks for a choice only where there is one', () => {
    const move = { action: 1, notation: 'keep', label: { key: 'x', args: {} } };
    expect(prompt({}, 0, [move]).key).toBe('prompt.plain.only');
    expect(prompt({}, 0, [move, move]).key).toBe('prompt.plain');
  });
});
