// Tests of how long things stay on the screen, and of old settings.
import { describe, expect, it } from 'vitest';
import { holdFor } from './pacing';
import { understood } from './settings.svelte';

const SENTENCE = 'Celeste captures the 0 from you and leaves the 3 in its place.';

describe('how long something stays', () => {
  it('leaves time to read without motion', () => {
    expect(holdFor(SENTENCE, 0, { pace: 0, reading: 1 })).toBeGreaterThan(1500);
    expect(holdFor('Yes.', 0, { pace: 0, reading: 1 })).toBeGreaterThan(700);
  });
  it('is quicker or slower at another pace', () => {
    const at = (reading: number) => holdFor(SENTENCE, 0, { pace: 0, reading });
    expect(at(0.55) < at(1) && at(1) < at(2)).toBe(true);
  });
  it('does not end before what moves', () => {
    expect(holdFor('Yes.', 5000, { pace: 1, reading: 1 })).toBe(5000);
  });
  it('takes no time for nothing to read and nothing that moves', () => {
    expect(holdFor('', 0, { pace: 0, reading: 1 })).toBe(0);
  });
});

describe('settings of an older house', () => {
  it('are understood: motion and pace were one choice', () => {
    expect(understood('{"motion":"fast","sound":true}')).toEqual({ motion: 'on', pace: 'fast', sound: true });
    expect(understood('{"motion":"off"}')).toEqual({ motion: 'off' });
    expect(understood('not JSON')).toEqual({});
  });
});
