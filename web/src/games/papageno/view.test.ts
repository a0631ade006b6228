// Tests of Papageno's view: what the prompter asks.
import { expect, test } from 'vitest';
import { swapping } from './swapping.svelte';
import { prompt, type View } from './view';

test('the open card is named by what it is, so that nobody has to remember it', () => {
  expect(prompt({ phase: 'take', held: null, top: 'n9' } as unknown as View)).toEqual({ key: 'prompt.take', args: { card: '@card.n9' } });
  expect(prompt({ phase: 'take', held: null, top: null } as View).key).toBe('prompt.draw');
});

test('when one card of a Capture has been touched, the other is asked for', () => {
  const view = { phase: 'swap', held: null } as View;
  expect(prompt(view).key).toBe('prompt.swap');
  swapping.chosen = 'mine';
  expect(prompt(view).key).toBe('prompt.swap_theirs');
  swapping.chosen = 'theirs';
  expect(prompt(view).key).toBe('prompt.swap_mine');
  swapping.chosen = null;
});
