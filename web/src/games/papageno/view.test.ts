// Tests of Papageno's view: what the prompter asks.
import { expect, test } from 'vitest';
import { swapping } from './swapping.svelte';
import { prompt, type View } from './view';

test('when one card of a Capture has been touched, the other is asked for', () => {
  const view = { phase: 'swap', held: null } as View;
  expect(prompt(view).key).toBe('prompt.swap');
  swapping.chosen = 'mine';
  expect(prompt(view).key).toBe('prompt.swap_theirs');
  swapping.chosen = 'theirs';
  expect(prompt(view).key).toBe('prompt.swap_mine');
  swapping.chosen = null;
});
