// Tests of what is kept of an analysis.
import { describe, expect, it } from 'vitest';
import { Analysing } from './analysing.svelte';
import type { AnalysisProgress, MatchAnalysis } from './protocol';

const result = (matches: number): MatchAnalysis => ({ seats: [], moments: [], by_turns: false, matches });

describe('an analysis', () => {
  it('is asked for once for each record', async () => {
    const asked: unknown[] = [];
    const analysing = new Analysing((record) => Promise.resolve(result(asked.push(record))));
    const [one, other] = [{}, {}];
    await Promise.all([analysing.ask(one), analysing.ask(one)]);
    await analysing.ask(one);
    expect([asked, analysing.found, analysing.thinking]).toEqual([[one], result(1), false]);
    await analysing.ask(other);
    expect([asked.length, analysing.found]).toEqual([2, result(2)]);
  });

  it('that failed is asked for again', async () => {
    let tried = 0;
    const analysing = new Analysing(() => (tried++ ? Promise.resolve(result(1)) : Promise.reject(new Error('Try again.'))));
    const record = {};
    await analysing.ask(record);
    expect([analysing.found, analysing.trouble, analysing.thinking]).toEqual([null, 'Try again.', false]);
    await analysing.ask(record);
    expect([analysing.found, analysing.trouble]).toEqual([result(1), '']);
  });

  it('of a record that is shown no longer is not taken for that of another', async () => {
    const answers: ((found: MatchAnalysis) => void)[] = [];
    const analysing = new Analysing(() => new Promise((answer) => answers.push(answer)));
    const asked = [analysing.ask({}), analysing.ask({})];
    answers[1]!(result(2));
    answers[0]!(result(1));
    await Promise.all(asked);
    expect(analysing.found).toEqual(result(2));
  });

  it('says how far it is, and ends when it is called off', async () => {
    const running: { tell: (progress: AnalysisProgress) => void; signal: AbortSignal; fail: (error: Error) => void }[] = [];
    const analysing = new Analysing((_, tell, signal) => new Promise((_, fail) => running.push({ tell, signal, fail })));
    const record = {};
    const asked = analysing.ask(record);
    running[0]!.tell({ done: 3, of: 10, seconds: 8 });
    expect([analysing.progress?.done, analysing.thinking]).toEqual([3, true]);
    analysing.stop();
    running[0]!.fail(new Error('aborted'));
    await asked;
    expect([running[0]!.signal.aborted, analysing.thinking, analysing.stopped, analysing.trouble]).toEqual([true, false, true, '']);
    void analysing.ask(record);
    expect([running.length, analysing.thinking, analysing.stopped, analysing.progress]).toEqual([2, true, false, null]);
    running[0]!.tell({ done: 9, of: 10, seconds: 8 });
    expect(analysing.progress).toBe(null);
  });
});
