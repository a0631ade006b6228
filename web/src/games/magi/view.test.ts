// Tests of Magi's view: the hand and the table.
import { describe, expect, it } from 'vitest';
import type { Phrase } from '../../lib/say';
import { faceOf } from './faces';
import { fit, flights, history, overTooSoon, others, prompt, sides, sorted, station, type View } from './view';

const view = (changes: Partial<View> = {}): View => ({
  seats: 4, round: 1, target: 50, scores: [0, 0, 0, 0], starter: 0, phase: 'main', turn: 0, turns: 1, clockwise: true, drawcount: null,
  top: faceOf('red cup'), colour: 'red', sections: [], talon: 60, played: 0, hand: [], counts: [6, 6, 6, 6], out: [], silent: [], last: null,
  ...changes,
});
const move = (notation: string) => ({ action: 0, notation, label: { key: 'label.pass', args: {} } });

describe('a hand', () => {
  it('lies by colours, equal cards on each other', () => {
    const held = sorted(['archmage', 'blue cup', 'red coin', 'red coin', 'yellow coat'].map(faceOf));
    expect(held.map((one) => [one.face.card, one.n])).toEqual([['red coin', 2], ['blue cup', 1], ['yellow coat', 1], ['archmage', 1]]);
  });
  it.each([1, 6, 7, 8, 14, 17, 20, 21])('of %i cards leaves a finger’s width of each on a phone', (many) => {
    const layout = fit([many], 316, 190, 92);
    expect(layout.places).toHaveLength(many);
    for (const [i, place] of layout.places.entries()) {
      expect(place.x).toBeGreaterThanOrEqual(-0.01);
      expect(place.x + layout.width).toBeLessThanOrEqual(316.01);
      expect(place.y + layout.height).toBeLessThanOrEqual(190.01);
      expect(layout.seen[i]!.width).toBeGreaterThanOrEqual(44);
      expect(layout.seen[i]!.height).toBeGreaterThanOrEqual(44);
    }
  });
  it('of twenty lies in one row on a wide screen, with air between colours where there is some', () => {
    expect(fit([5, 5, 5, 5], 1130, 160, 160).rows).toBe(1);
    const airy = fit([2, 2], 1130, 160, 160).places;
    expect(airy[2]!.x - airy[1]!.x).toBeGreaterThan(airy[1]!.x - airy[0]!.x);
  });
  it('without cards or room is nothing', () => {
    expect(fit([], 300, 100, 90).places).toEqual([]);
    expect(fit([3], 0, 100, 90).places).toEqual([]);
  });
});

describe('the table', () => {
  it('begins at the reader’s left and shows everybody once', () => {
    expect(others(view({ seats: 4 }), 2)).toEqual([3, 0, 1]);
    expect(others(view({ seats: 4 }), null)).toEqual([0, 1, 2, 3]);
    for (const narrow of [true, false]) for (let many = 3; many <= 8; many++) expect(sides(many, narrow).reduce((a, b) => a + b)).toBe(many);
  });
  it('keeps the phase in which a card asks for something', () => {
    expect(station('colour', station('magic', 2))).toBe(0);
    expect(station('target', station('main', 3))).toBe(2);
    expect(station('closing', 0)).toBe(3);
  });
});

describe('what is said and flies', () => {
  it('tells those who are not on turn that they may catch', () => {
    expect(prompt(view({ turn: 1 }), 0, [move('catch C')])).toEqual({ key: 'prompt.catch', args: { whom: 2 } });
    expect(prompt(view(), 0, [move('draw'), move('catch C')]).key).toBe('prompt.nothing');
    expect(prompt(view({ phase: 'magic', drawcount: 4 }), 0, [move('play ghost'), move('take')])).toEqual({ key: 'prompt.magic', args: { n: 4 } });
  });
  it('sends cards from hand to pile and from the talon to hands', () => {
    const events: Phrase[] = [
      { key: 'tell.played', args: { who: 1, card: '@card.red_sceptre_II', n: 3 } },
      { key: 'tell.took', args: { who: 2, n: 9 } },
      { key: 'tell.drew_seen', args: { who: 0, n: 1, cards: ['@card.mirror-mage'] } },
    ];
    const flown = flights(events, view(), 0);
    expect(flown[0]).toEqual({ figure: 'red sceptre II', from: 'hand:1', to: 'top', flip: true });
    expect(flown.filter((one) => one.to === 'hand:2')).toHaveLength(5);
    expect(flown.at(-1)).toEqual({ figure: 'mirror-mage', from: 'talon', to: 'card:mirror-mage', flip: true });
  });
});

describe('a round', () => {
  it('may be over before one has had a turn', () => {
    const [score, played] = [(who: number) => ({ key: 'tell.score', args: { who } }), (who: number) => ({ key: 'tell.played', args: { who } })];
    const first = [played(1), played(2), score(0), score(1), score(2)];
    expect([0, 1, 2].map((seat) => overTooSoon(first, seat))).toEqual([true, false, false]);
    expect(overTooSoon([...first, { key: 'tell.next_round', args: { who: 1 } }, played(0)], 0)).toBe(true);
    expect(overTooSoon([...first, { key: 'tell.next_round', args: { who: 1 } }, played(0), score(0), score(1)], 0)).toBe(false);
    expect(overTooSoon(first, null)).toBe(false);
    expect(overTooSoon([], 0)).toBe(false);
  });
});

describe('the chart', () => {
  const score = (who: number, n: number, total: number): Phrase => ({ key: 'tell.score', args: { who, n, total } });
  it('begins at nothing and follows the counted rounds', () => {
    const past = [score(0, 3, 3), score(1, 0, 0), score(2, 5, 5), score(3, 1, 1), { key: 'tell.drew' }, score(0, 2, 5), score(1, 4, 4), score(2, 0, 5), score(3, 9, 10)];
    expect(history(view({ scores: [5, 4, 5, 10] }), past)).toEqual([[0, 0, 0, 0], [3, 0, 5, 1], [5, 4, 5, 10]]);
  });
  it('knows at least the last round', () => {
    expect(history(view({ scores: [7, 2, 3, 4], last: { round: 3, hands: [], points: [2, 0, 1, 4] } }), [])).toEqual([[5, 2, 2, 0], [7, 2, 3, 4]]);
    expect(history(view(), [])).toEqual([[0, 0, 0, 0]]);
  });
});
