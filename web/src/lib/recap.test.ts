// Tests of the recap: of every other seat what it did since one moved, nothing lost and nothing that goes without saying.
import { expect, test } from 'vitest';
import type { LogLine } from '../net/scene';
import { recap } from './recap';

let n = 0;
const line = (seat: number | null, ...keys: string[]): LogLine => ({ n: ++n, seat, events: keys.map((key) => ({ key })), undone: false, house: seat === null });
const said = (log: LogLine[], reader: number | null) => recap(log, reader, ({ key }) => /stopped|drew/.test(key), ({ key }) => key === 'stroke').map((deed) => [deed.seat, deed.lines.flatMap((one) => one.events.map(({ key }) => key)).join(' ')]);

test('every other seat since one’s own last move, and what mattered of it', () => {
  const log = [line(1, 'old'), line(0, 'mine'), line(1, 'papageno', 'follow'), line(1, 'stopped', 'drew'), line(null, 'came'), line(2, 'bells')];
  expect(said(log, 0)).toEqual([[1, 'papageno follow'], [2, 'bells']]);
  expect(said([...log, line(0, 'tamino', 'drew')], 0)).toEqual([[0, 'tamino']]);
  expect(said([...log, line(1, 'catch')], 0)).toEqual([[2, 'bells'], [1, 'papageno follow catch']]);
});

test('who has done nothing but pass is not left out, and of many strokes the last is told', () => {
  expect(said([line(0, 'mine'), line(1, 'stopped'), line(2, 'stroke'), line(2, 'stroke'), line(2, 'hit')], 0)).toEqual([[1, 'stopped'], [2, 'stroke hit']]);
});

test('before one’s first move all of it; watchers are told what each did last', () => {
  const log = [line(1, 'first'), line(2, 'second'), line(1, 'third')];
  expect(said(log, 0)).toEqual([[2, 'second'], [1, 'first third']]);
  expect(said(log, null)).toEqual([[2, 'second'], [1, 'third']]);
  expect(said([], 0)).toEqual([]);
});
