// Tests of headings and of the edge of the plate.
import { describe, expect, it } from 'vitest';
import { HEADINGS, POINTS, STROKE_LENGTH, alignment, along, angleOf, away, clockOf, edgePoint, entry, headingOf, hourOf, leaves, minus, steer, strokesTo } from './geometry';

const middle = { x: 0, y: 0 };

describe('headings', () => {
  it('count anticlockwise from the right', () => {
    expect(headingOf({ x: 1, y: 0 })).toBe(0);
    expect(headingOf({ x: 0, y: 1 })).toBe(16);
    expect(headingOf({ x: -1, y: 0 })).toBe(32);
    expect(headingOf({ x: 0, y: -1 })).toBe(48);
  });
  it('come back from their own angle', () => {
    for (let heading = 0; heading < HEADINGS; heading++) expect(headingOf(along(middle, angleOf(heading), 10))).toBe(heading);
  });
  it('are the nearest: never more than half a part away', () => {
    for (let i = 0; i < 1000; i++) {
      const angle = (i / 1000) * 2 * Math.PI;
      const off = Math.abs(angleOf(headingOf(along(middle, angle, 1))) - angle);
      expect(Math.min(off, 2 * Math.PI - off)).toBeLessThanOrEqual(Math.PI / HEADINGS + 1e-9);
    }
  });
});

describe('the edge', () => {
  it('has its points where the clock says', () => {
    expect(edgePoint({ x: 100, y: 0 })).toBe(0);
    expect(edgePoint({ x: 0, y: 3 })).toBe(48);
    expect(hourOf({ x: 1, y: 0 })).toBe(3);
    expect(hourOf({ x: 0, y: 1 })).toBe(12);
    expect(hourOf({ x: -1, y: 0 })).toBe(9);
    expect(hourOf({ x: 0, y: -1 })).toBe(6);
    expect([0, 8, 40, 48, 56, 192 - 4].map((point) => clockOf((point / POINTS) * 2 * Math.PI))).toEqual(['3:00', '2:30', '12:30', '12:00', '11:30', '3:15']);
  });
  it('lays a magician just in contact with the plate', () => {
    for (let point = 0; point < POINTS; point++) {
      const place = entry(point, 340, 44);
      expect(away(place)).toBeCloseTo(192);
      expect(edgePoint(place)).toBe(point);
    }
  });
  it('is left where a straight way meets it', () => {
    const place = leaves({ x: 20, y: -60 }, 0, 170);
    expect(away(place)).toBeCloseTo(170);
    expect(place.y).toBeCloseTo(-60);
    expect(place.x).toBeGreaterThan(0);
    expect(away(leaves({ x: 300, y: 0 }, 16, 170))).toBeCloseTo(170);
  });
});

describe('a drag', () => {
  it('is cut into strokes that end within a stroke of the hand', () => {
    for (let i = 0; i < 300; i++) {
      const to = along(middle, i, 3 + (i % 90));
      const strokes = strokesTo(middle, to, 100);
      const end = strokes.reduce((at, heading) => along(at, angleOf(heading), STROKE_LENGTH), middle);
      expect(away(minus(to, end))).toBeLessThan(0.6 * STROKE_LENGTH);
      expect(strokes.length).toBeLessThanOrEqual(Math.ceil(away(to) / STROKE_LENGTH) + 1);
    }
  });
  it('shorter than half a stroke does nothing, so a resting hand does not tremble', () => {
    expect(strokesTo(middle, { x: 1.4, y: 0.4 }, 10)).toEqual([]);
  });
  it('never asks for more than it may', () => {
    expect(strokesTo(middle, { x: 150, y: 0 }, 4)).toEqual([0, 0, 0, 0]);
  });
});

describe('steering', () => {
  it('goes straight when the cauldron lies before the ring', () => {
    expect(alignment({ x: 190, y: 0 }, { x: 55, y: 0 })).toBeCloseTo(1);
    expect(steer({ x: 190, y: 0 }, { x: 55, y: 0 })).toBe(32);
    expect(alignment({ x: 10, y: 0 }, { x: 55, y: 0 })).toBeCloseTo(-1);
  });
  it('bends towards the place right behind the cauldron', () => {
    const heading = steer({ x: 90, y: 15 }, { x: 55, y: 0 });
    const straight = headingOf(minus({ x: 55, y: 0 }, { x: 90, y: 15 }));
    expect(heading).toBeGreaterThan(straight); // further down: y of the magician must become 0
  });
});
