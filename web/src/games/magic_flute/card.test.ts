// Tests of what stands on a card of The Magic Flute that is shown large, or flies to the discards.
import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import { known } from './facts.svelte';
import Figure from './Figure.svelte';
import Spotlight from './Spotlight.svelte';
import { flights, type View } from './view';

describe('A card shown large', () => {
  it('has on it what it did under the Trial, as a card in one’s hand has', () => {
    const night = { kind: 'song', muted: true, text: [['effect.moon', { n: 1 }]], now: [['effect.sun', { n: 3 }]] };
    const view = { sarastro: 0, trial: 'fire', cards: { night } } as unknown as View;
    const shown = { card: 'night', trial: null, who: 1, told: [], time: 1 };
    const { body } = render(Spotlight, { props: { shown, view, names: ['Ada', 'Bo'], say: (phrase) => phrase.key } });
    expect(body).toContain('+3');
    expect(body).toContain('class="twist');
  });
});

describe('A card that flies to the discards', () => {
  it('has the sign of the one who laid it, whoever looks on', () => {
    known.cards = { victorious: { kind: 'song', muted: true, text: [['effect.own', { n: 1 }]], now: null } };
    known.sun = true;
    const laid = (who: number) => flights([{ key: 'tell.played', args: { who, card: '@card.victorious' } }], { sarastro: 0 } as View, 0)[0]!.figure;
    const drawn = (figure: string) => render(Figure, { props: { figure } }).body;
    expect(drawn(laid(0))).toBe(drawn('card:victorious'));
    expect(drawn(laid(1))).not.toBe(drawn('card:victorious'));
  });
});
