// Tests of what is shown, and when.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { release, wait } from '../lib/hold.svelte';
import { Showing } from './showing.svelte';
import type { Scene } from './scene';

const scene = (at: number, seat = 1): Scene => ({ n: at, view: at, moves: [], events: [{ key: `told.${at}` }], seat, action: null, turn: null, waiting: [], at, ply: at, over: false, outcome: null, undone: false });

describe('what is shown', () => {
  let showing: Showing;
  let seen: unknown[];
  let rests: number;
  beforeEach(() => {
    vi.useFakeTimers();
    seen = [];
    rests = 0;
    showing = new Showing(
      () => seen.push(showing.scene?.view),
      () => (rests += 1),
    );
    showing.pacing = () => 1000;
  });
  afterEach(() => vi.useRealTimers());

  it('gives each scene its time, and then rests', () => {
    for (const at of [1, 2, 3]) showing.add(scene(at));
    expect(seen).toEqual([1]);
    expect(showing.lagging).toBe(true);
    vi.advanceTimersByTime(2000);
    expect(seen).toEqual([1, 2, 3]);
    expect(showing.lagging).toBe(false);
    vi.advanceTimersByTime(1000);
    expect([rests, showing.resting]).toEqual([1, true]);
  });
  it('takes no time where none is wanted: the newest alone is shown', () => {
    showing.pacing = () => 0;
    for (const at of [1, 2]) showing.add(scene(at), false);
    expect(seen).toEqual([1, 2]);
    expect(showing.resting).toBe(true);
  });
  it('waits while it is paused, goes on step by step, and then by itself', () => {
    showing.pause(true);
    for (const at of [1, 2, 3]) showing.add(scene(at), false);
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual([]);
    expect(showing.lagging).toBe(true);
    showing.hurry();
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual([1]);
    showing.pause(false);
    vi.advanceTimersByTime(2000);
    expect(seen).toEqual([1, 2, 3]);
  });
  it('is hurried by a tap', () => {
    for (const at of [1, 2]) showing.add(scene(at), false);
    showing.hurry();
    expect(seen).toEqual([1, 2]);
  });
  it('halts at what is big until somebody has seen it', () => {
    showing.halting = (next) => (next.at === 1 ? { key: 'big' } : null);
    for (const at of [1, 2]) showing.add(scene(at), false);
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual([1]);
    expect(showing.halt).toEqual({ key: 'big' });
    showing.hurry();
    expect(seen).toEqual([1, 2]);
    expect(showing.halt).toBeNull();
  });
  it('waits while something is to be put away, whoever hurries', () => {
    showing.add(scene(1), false);
    showing.hold(true);
    for (const at of [2, 3]) showing.add(scene(at), false);
    vi.advanceTimersByTime(60_000);
    showing.hurry();
    showing.recall();
    expect(seen).toEqual([1]);
    expect([rests, showing.resting, showing.lagging]).toEqual([0, false, true]);
    showing.hold(false);
    vi.advanceTimersByTime(2000);
    expect([seen, rests]).toEqual([[1, 2, 3], 1]);
  });
  it('shows once more what happened since one acted last', () => {
    showing.pacing = () => 10;
    showing.add(scene(1), false);
    showing.add(scene(2, 0), true, [scene(2, 0)]);
    showing.add(scene(3), false, [scene(2, 0), scene(3)]);
    showing.add(scene(4), false, [scene(2, 0), scene(3), scene(4)]);
    vi.advanceTimersByTime(100);
    seen = [];
    expect(showing.hasPast).toBe(true);
    showing.recall();
    expect(showing.lagging).toBe(true);
    vi.advanceTimersByTime(100);
    expect(seen).toEqual([2, 3, 4]); // from what lay there before
    expect([showing.again, showing.lagging]).toEqual([false, false]);
  });
  it('tells what has been seen, and hands out nothing before there is a stage', () => {
    showing.telling = (next) => next.events.map((_, i) => 100 * (i + 1));
    showing.stage(false);
    showing.begin(scene(1));
    showing.add(scene(2), false);
    vi.advanceTimersByTime(60_000);
    expect([seen, showing.reached, showing.lagging]).toEqual([[1], 1, true]);
    showing.stage(true);
    expect([seen, showing.told, showing.untold]).toEqual([[1, 2], 0, true]);
    vi.advanceTimersByTime(100);
    expect([showing.told, showing.untold]).toEqual([1, false]);
    wait(0, { key: 'throw' });
    expect([showing.told, showing.untold]).toEqual([0, true]);
    expect(showing.playing).toBe(false); // it waits for a hand
    release();
    expect(showing.untold).toBe(false);
    showing.add(scene(3), false);
    vi.advanceTimersByTime(1000);
    showing.show(scene(4));
    expect([showing.playing, showing.untold]).toEqual([true, true]);
    showing.skip(); // whoever acts has seen it
    expect([showing.playing, showing.untold]).toEqual([false, false]);
  });
  it('keeps nothing of the eyes before', () => {
    showing.add(scene(1), false);
    showing.forget();
    showing.recall();
    expect(seen).toEqual([1]);
    expect(showing.hasPast).toBe(false);
    showing.forget([scene(5), scene(6)]); // what the next eyes have not seen
    expect(showing.hasPast).toBe(true);
  });
});
