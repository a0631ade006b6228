// Tests of The Magic Flute's words.
import { describe, expect, it } from 'vitest';
import { layer, lines, prompt, spotlights, type Facts, type View } from './view';

const move = (notation: string) => ({ action: 1, notation, label: { key: 'label.play', args: {} } });

describe('The Magic Flute’s words', () => {
  it('does not invite to go on playing without a card that may follow', () => {
    const view = { phase: 'chain', card: 'tamino', trial: null } as View;
    expect(prompt(view, 0, [move('play magic flute'), move('stop')]).key).toBe('prompt.chain');
    expect(prompt(view, 0, [move('stop')]).key).toBe('prompt.chain_none');
    const silent = { phase: 'discard', card: null, trial: 'silence' } as View;
    expect(prompt(silent, 0, [move('discard papageno'), move('done')]).key).toBe('prompt.discard');
    expect(prompt(silent, 0, [move('done')]).key).toBe('prompt.discard_none');
  });
  it('tells what a card does under the Trial, and the rest of its text', () => {
    const facts: Facts = { kind: 'song', muted: true, text: [['effect.moon', { n: 1 }], ['effect.muted', {}]], now: [['effect.sun', { n: 1 }]] };
    expect(lines(facts, false).map((line) => line.key)).toEqual(['effect.sun']);
    expect(lines({ ...facts, now: null }, true).map((line) => line.key)).toEqual(['effect.moon', 'effect.muted']);
  });
  it('remembers who laid a card', () => {
    const past = [{ key: 'tell.played', args: { who: 1, card: '@card.night' } }];
    expect(layer('night', past)).toBe(1);
    expect(layer('halt', past)).toBe(null);
  });
  it('tells what another’s card did, not what it would do for the reader', () => {
    const events = [
      { key: 'tell.played', args: { who: 1, card: '@card.tamino' } },
      { key: 'tell.water' },
      { key: 'tell.pamina_temple', args: { n: 1 } },
      { key: 'tell.may_follow', args: { card: '@card.magic_flute' } },
      { key: 'tell.drew', args: { who: 1 } },
    ];
    expect(spotlights(events, 0).map((one) => [one.card, one.told.map((phrase) => phrase.key)])).toEqual([['tamino', ['tell.water', 'tell.pamina_temple']]]);
    expect(spotlights(events, 1)).toEqual([]);
  });
});
