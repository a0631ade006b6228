// What flies: drawn large enough at both ends, and one card wide where a whole hand is the place.
import { describe, expect, it } from 'vitest';
import { course, fitted } from './flights';

const CARD = 100 / 140;
const box = (width: number, height: number) => ({ left: 10, top: 20, width, height });

describe('course', () => {
  it('never blows a figure up, whichever end is smaller', () => {
    const shrinking = course(box(80, 112), box(28, 39));
    expect([shrinking.box.width, shrinking.start]).toEqual([80, 1]);
    expect(shrinking.end).toBeCloseTo(0.35);
    const growing = course(box(28, 39), box(80, 112));
    expect([growing.box.width, growing.end]).toEqual([80, 1]);
    expect(growing.start).toBeCloseTo(0.35);
  });
});

describe('fitted', () => {
  it('takes the middle of a hand for one card', () => {
    const one = fitted(box(350, 140), CARD);
    expect(one.width).toBeCloseTo(100);
    expect(one.left).toBeCloseTo(10 + 125);
  });
  it('leaves a place alone that is as wide as one figure', () => {
    expect(fitted(box(100, 140), CARD)).toEqual(box(100, 140));
    expect(fitted(box(42, 42), CARD)).toEqual(box(42, 42));
  });
});
