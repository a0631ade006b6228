// What decided a match, in plain words: one headline, and which figures of an analysis are certain enough to be shown.
import type { AnalysisMoment, MatchAnalysis } from '../net/protocol';
import type { Word } from '../words';

const LEVEL = 0.1; // a change of the winner's chances that is worth a headline
const AHEAD = 0.85; // of the moments that were looked at, to have led almost all the way

export interface Verdict {
  key: Word;
  args: { winner?: string; name?: string; chosen?: string };
}

export const change = (moment: AnalysisMoment, seat: number): number => moment.after[seat]! - moment.before[seat]!;

/** Whose chances a moment raised most. */
export const helped = (moment: AnalysisMoment): number => moment.after.reduce((best, _, seat) => (change(moment, seat) > change(moment, best) ? seat : best), 0);

/** Whether a figure is greater than its interval (two standard errors to either side) is wide. */
export const certain = (figure: number, error: number): boolean => Math.abs(figure) > 4 * error;

function led(found: MatchAnalysis, winner: number): boolean {
  const moments = found.seats[0]!.chances.length;
  const ahead = Array.from({ length: moments }, (_, i) => found.seats.every((story) => story.seat === winner || story.chances[i]!.share <= found.seats[winner]!.chances[i]!.share));
  return ahead.filter(Boolean).length >= AHEAD * moments;
}

/** What decided it, in one sentence. */
export function verdict(found: MatchAnalysis, names: readonly string[]): Verdict {
  const best = Math.max(...found.seats.map((story) => story.result));
  const winners = found.seats.filter((story) => story.result === best && best > 0);
  if (winners.length !== 1) return { key: best > 0 ? 'verdict.level' : 'verdict.nobody', args: {} };
  const { seat } = winners[0]!;
  const winner = names[seat] ?? '';
  const moment = found.moments.reduce<AnalysisMoment | null>((top, one) => (change(one, seat) > (top ? change(top, seat) : LEVEL) ? one : top), null);
  if (!moment) return { key: led(found, seat) ? 'verdict.led' : 'verdict.close', args: { winner } };
  const behind = moment.before.some((share, other) => other !== seat && share > moment.before[seat]!);
  const args = { winner, name: names[moment.seat] ?? '', chosen: moment.chosen };
  if (moment.kind === 'luck') return { key: behind ? 'verdict.luck_turned' : 'verdict.luck', args };
  if (moment.seat !== seat) return { key: moment.kind === 'turn' ? 'verdict.turn_lost' : 'verdict.slip', args };
  if (moment.kind === 'turn') return { key: behind ? 'verdict.turn_turned' : 'verdict.turn', args };
  return { key: behind ? 'verdict.turned' : 'verdict.move', args };
}
