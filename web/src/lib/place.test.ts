// Tests of where a sheet is placed beside something.
import { describe, expect, it } from 'vitest';
import { beside, type Box } from './place';

const window = { left: 0, top: 0, right: 1000, bottom: 600 };
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, right: left + width, bottom: top + height });
const covers = (at: { left: number; top: number }, width: number, height: number, subject: Box) =>
  at.left < subject.right && at.left + width > subject.left && at.top < subject.bottom && at.top + height > subject.top;

describe('beside', () => {
  it('lies above its subject where there is room', () => {
    expect(beside(box(400, 300, 80, 100), 200, 100, window)).toMatchObject({ left: 340, top: 190 });
  });
  it('stays inside the bounds and never covers its subject, wherever that is', () => {
    for (let x = 0; x <= 920; x += 46) {
      for (let y = 0; y <= 500; y += 50) {
        const subject = box(x, y, 80, 100);
        const at = beside(subject, 330, 140, window);
        expect(covers(at, 330, 140, subject), `${x} ${y}`).toBe(false);
        expect(at.left >= 0 && at.top >= 0 && at.left + 330 <= 1000 && at.top + 140 <= 600).toBe(true);
      }
    }
  });
  it('spares what can be touched, if it can', () => {
    const hand = [0, 1, 2].map((i) => box(400 + 100 * i, 480, 90, 110));
    const over = [0, 1, 2].map((i) => box(400 + 100 * i, 360, 90, 110));
    const at = beside(hand[0]!, 250, 100, window, [...hand, ...over]);
    expect([...hand, ...over].some((other) => covers(at, 250, 100, other))).toBe(false);
  });
  it('goes where there is room, however far that is, before it covers what must stay free', () => {
    const board = Array.from({ length: 60 }, (_, i) => box((i % 10) * 64, Math.floor(i / 10) * 60, 58, 54));
    const at = beside(board[22]!, 180, 120, { left: 8, top: 8, right: 832, bottom: 382 }, board);
    expect(at.covers).toBe(0);
    expect(at.left).toBeGreaterThanOrEqual(634);
    const nowhere = beside(board[22]!, 300, 120, { left: 8, top: 8, right: 832, bottom: 382 }, board);
    expect(nowhere.covers).toBeGreaterThan(0);
  });
  it('covers as little as it can where there is no room at all', () => {
    const at = beside(box(0, 0, 300, 390), 280, 120, { left: 0, top: 0, right: 320, bottom: 400 });
    expect(at.left >= 0 && at.top >= 0 && at.left + 280 <= 320 && at.top + 120 <= 400).toBe(true);
  });
});
