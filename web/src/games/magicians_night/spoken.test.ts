// What those who listen are told of the plate: whatever everybody sees, and nothing else.
import { expect, it } from 'vitest';
import house from '../../../../src/zauber/games/magicians_night/en.json';
import { say, type Catalogue, type Phrase } from '../../lib/say';
import { heard, seen, turned } from './spoken';
import type { Piece, View } from './view';
import en from './words/en.json';

const told = (phrase: Phrase) => say({ ...(house as Catalogue), ...(en as Catalogue) }, phrase, ['Ada', 'Bruno'], 0);
const piece = (kind: Piece['kind'], x: number, y: number, owner: number | null = null, symbol: Piece['symbol'] = null): Piece => ({ id: 0, kind, x, y, owner, symbol, radius: 10 });
const view = (pieces: Piece[]) => ({ seats: 2, symbols: ['sun', 'moon'], pieces }) as unknown as View;
const dark = [piece('fire', 0, 1), piece('cauldron', 50, 0, 0, 'sun'), piece('cauldron', 0, -60, 1, 'moon'), piece('cauldron', -70, 0, null, 'star'), piece('magician', 0, 100, 0, 'sun'), piece('magician', 0, 150, 1, 'moon')];

it('names the fire, the others’ cauldrons and magicians, and what is nobody’s', () => {
  expect(seen(view(dark), 0, ['Ada', 'Bruno'], told)).toEqual([
    'The fire: in the middle.',
    'Bruno’s cauldrons: 60 mm from the middle at 6 o’clock.',
    'Bruno’s magician: 150 mm from the middle at 12 o’clock.',
    'Cauldrons with a star, which are nobody’s: 70 mm from the middle at 9 o’clock.',
  ]);
});

it('names trees and discs where they are seen', () => {
  const lines = seen(view([...dark, piece('tree', 90, 0), piece('small', 0, 90), piece('small', 0, -90)]), 0, ['Ada', 'Bruno'], told);
  expect(lines.slice(-2)).toEqual(['1 tree: 90 mm from the middle at 3 o’clock.', '2 small discs: 90 mm from the middle at 6 and 12 o’clock.']);
});

it('says where the hand has turned to, and where a push has led', () => {
  expect(turned(view(dark), 0, 96, null, told)).toBe('At the edge, where 9:00 is on a clock.');
  expect(turned(view(dark), 0, null, 48, told)).toBe('Pushing towards 6:00. Your magician stands at 12:00, 100 mm from the middle.');
  expect(turned(view(dark), 0, null, null, told)).toBe('');
  const push = { key: 'tell.push_felt', args: { who: 0, way: '@way.near', felt: '@felt.3' } };
  expect(heard(push, view(dark), 0).map(told).join(' ')).toBe('You push downwards. You feel strong resistance. Now at 12:00, 100 mm from the middle.');
  expect(heard(push, view(dark), 1)).toEqual([push]);
});
