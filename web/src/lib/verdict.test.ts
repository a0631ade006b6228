// Tests of what is said of a match: the headline names what turned it, and only figures that are certain are shown.
import { describe, expect, it } from 'vitest';
import type { AnalysisMoment, MatchAnalysis } from '../net/protocol';
import { certain, helped, verdict } from './verdict';

const story = (seat: number, shares: number[]) => ({
  seat, chances: shares.map((share, ply) => ({ ply, share, error: 0 })), start: shares[0]!, choices: 0, others: 0, luck: 0, result: shares.at(-1)!,
  start_error: 0, choices_error: 0, others_error: 0, luck_error: 0,
});
const analysis = (shares: number[][], ...moments: AnalysisMoment[]): MatchAnalysis => ({ seats: shares.map((line, seat) => story(seat, line)), moments, by_turns: false, matches: 1 });
const moment = (seat: number, kind: AnalysisMoment['kind'], before: number[], after: number[]): AnalysisMoment => ({ since: 0, ply: 1, seat, kind, before, after, error: 0.01, choice: 1, chosen: 'Play it', better: '' });
const names = ['Anna', 'Ben'];
const won = [[0.5, 1], [0.5, 0]];

describe('the headline', () => {
  it.each([
    [moment(0, 'choice', [0.3, 0.7], [0.8, 0.2]), 'verdict.turned'],
    [moment(0, 'choice', [0.6, 0.4], [0.9, 0.1]), 'verdict.move'],
    [moment(1, 'choice', [0.5, 0.5], [0.9, 0.1]), 'verdict.slip'],
    [moment(1, 'luck', [0.3, 0.7], [0.8, 0.2]), 'verdict.luck_turned'],
    [moment(0, 'luck', [0.6, 0.4], [0.8, 0.2]), 'verdict.luck'],
    [moment(0, 'turn', [0.3, 0.7], [0.8, 0.2]), 'verdict.turn_turned'],
    [moment(1, 'turn', [0.3, 0.7], [0.8, 0.2]), 'verdict.turn_lost'],
  ] as const)('names what helped the winner most: %o', (one, key) => {
    const small = moment(1, 'luck', [0.5, 0.5], [0.55, 0.45]);
    const against = moment(1, 'choice', [0.9, 0.1], [0.1, 0.9]);
    const found = verdict(analysis(won, small, one, against), names);
    expect(found).toEqual({ key, args: { winner: 'Anna', name: names[one.seat], chosen: 'Play it' } });
  });

  it('without such a moment says how it went', () => {
    expect(verdict(analysis([[0.5, 0.7, 0.9, 1], [0.5, 0.3, 0.1, 0]]), names).key).toBe('verdict.led');
    expect(verdict(analysis([[0.5, 0.3, 0.4, 1], [0.5, 0.7, 0.6, 0]]), names).key).toBe('verdict.close');
    expect(verdict(analysis([[0.5, 0.5], [0.5, 0.5]]), names).key).toBe('verdict.level');
    expect(verdict(analysis([[0.5, 0], [0.5, 0]]), names).key).toBe('verdict.nobody');
  });
});

it('a figure whose interval is wider than itself is not certain', () => {
  expect([certain(0.68, 0.225), certain(-0.68, 0.1), certain(0, 0), certain(0.02, 0.004)]).toEqual([false, true, false, true]);
});

it('whoever gained most was helped', () => {
  expect(helped(moment(0, 'luck', [0.4, 0.4, 0.2], [0.3, 0.1, 0.6]))).toBe(2);
});
