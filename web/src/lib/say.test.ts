// Tests of how phrases become sentences.
import { describe, expect, it } from 'vitest';
import { say, type Catalogue } from './say';
import house from '../words/en.json';

const words: Catalogue = {
  you: 'you',
  and: '{first} and {last}',
  'card.egg': 'an Egg',
  'tell.took': { you: 'You take {card}.', other: '{who} takes {card}.' },
  'tell.drew': { you: { one: 'You draw a card.', other: 'You draw {n} cards.' }, other: '{who} draws {n}.' },
  'tell.swap': '{who} and {whom} swap; {cards} moved.',
  braces: 'a {{brace}} {x}',
  score: '{points:point|points}',
  disc: 'a disc',
  'disc.many': '{n} discs',
  seen: 'Seen: {things}.',
};

describe('say', () => {
  it('puts arguments into the text', () => {
    expect(say(words, { key: 'tell.took', args: { who: 1, card: 'the 5' } }, ['Ada', 'Bo'])).toBe('Bo takes the 5.');
  });
  it('speaks to the reader', () => {
    expect(say(words, { key: 'tell.took', args: { who: 1, card: '@card.egg' } }, ['Ada', 'Bo'], 1)).toBe('You take an Egg.');
  });
  it('chooses by number, also inside a choice', () => {
    expect(say(words, { key: 'tell.drew', args: { who: 0, n: 1 } }, ['Ada'], 0)).toBe('You draw a card.');
    expect(say(words, { key: 'tell.drew', args: { who: 0, n: 3 } }, ['Ada'], 0)).toBe('You draw 3 cards.');
  });
  it('names a seat without a name by its letter, and the reader as you', () => {
    expect(say(words, { key: 'tell.swap', args: { who: 2, whom: 0, cards: ['@card.egg', 3, 4] } }, ['Ada'], 0)).toBe(
      'C and you swap; an Egg, 3 and 4 moved.',
    );
  });
  it('says a number with its noun', () => {
    const score = (points: unknown) => say(words, { key: 'score', args: { points } });
    expect([score(1), score(0), score('−1'), score(11)]).toEqual(['1 point', '0 points', '−1 point', '11 points']);
  });
  it('counts the same thing several times', () => {
    const seen = (things: unknown[]) => say(words, { key: 'seen', args: { things } });
    expect(seen(['@disc', '@disc'])).toBe('Seen: 2 discs.');
    expect(seen(['@disc', '@card.egg', '@disc', '@card.egg'])).toBe('Seen: 2 discs, an Egg and an Egg.');
  });
  it('keeps doubled braces', () => {
    expect(say(words, { key: 'braces', args: { x: 1 } })).toBe('a {brace} 1');
  });
  it('refuses a key without words', () => {
    expect(() => say(words, { key: 'nothing' })).toThrow('no words');
  });
});

describe('the house’s catalogue', () => {
  it('has an “other” in every choice', () => {
    const visit = (text: unknown): boolean =>
      typeof text === 'string' || (typeof text === 'object' && text !== null && 'other' in text && Object.values(text).every(visit));
    for (const [key, text] of Object.entries(house)) expect(visit(text), key).toBe(true);
  });
});
