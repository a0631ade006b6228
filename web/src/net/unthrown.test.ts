// Tests of throws: until one has been made here, neither log nor moves nor hints tell what it will be, nor does a reload.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { release, wait } from '../lib/hold.svelte';
import type { Frame } from './protocol';
import { Table } from './table.svelte';

const seats = ['Ada', 'Bo'].map((name, seat) => ({ seat, kind: 'person', name, stand_in: null }));
const table = { seats, phase: 'playing', undo: null, watchers: 0, last_names: [], hints: true };
const moves = [{ action: 1, notation: 'x', label: { key: 'x', args: {} } }];
const position = (at: number) => ({ match: 'a.1', turn: 0, waiting: [0], at, ply: at, over: false, outcome: null });
const phrases = [{ key: 'tell.moved', args: { who: 1 } }, { key: 'tell.threw_witch', args: { who: 0 } }, { key: 'tell.bewitched', args: {} }];
const later = phrases.map(({ key, args }) => ({ key: key.replace('tell', 'later'), args }));
const event = { type: 'event', n: 9, viewer: 0, seat: 1, action: 'x', phrases, later, view: 'after', moves, undone: false, ...position(5) } as unknown as Frame;
const welcome = (at: number, view: string, lines: unknown[] = []) => ({ type: 'welcome', n: 4 + at, table, you: { seats: [0], host: true }, position: position(at), states: [{ viewer: 0, view, moves, lines }] }) as unknown as Frame;
const missed = welcome(5, 'after', [{ n: 9, match: 'a.1', at: 5, seat: 1, action: 'x', phrases: later, undone: false }]);
const told = (of: Table) => of.log.flatMap((line) => line.events.map((said) => said.key));

/** A window at the table. */
function opened(): Table {
  const window = new Table('a');
  window.byHand = (events, hands) => events.some((said) => said.key.startsWith('tell.threw') && hands.includes(Number(said.args?.['who'])));
  window.showing.pacing = () => 100;
  return window;
}
/** What stage and page do as long as the die lies there. */
function lies(of: Table): void {
  wait(1, { key: 'stage.throw' });
  of.showing.hold(true);
}

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
});
afterEach(() => {
  release();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('is told when it has been thrown on this screen, not before', () => {
  const here = opened();
  here['receive'](welcome(4, 'before'));
  here['receive'](event);
  lies(here);
  expect([told(here), here.moves, here.asked, here.hints.seat]).toEqual([['later.moved'], [], true, null]);
  wait(2);
  expect([told(here), here.hints.seat]).toEqual([['later.moved', 'later.threw_witch'], null]);
  release();
  here.showing.hold(false);
  expect([told(here).length, here.moves.length, here.hints.seat]).toEqual([3, 1, 0]);
});

it('is offered again after a reload, in a second window and after a break, until it has been made', () => {
  const here = opened();
  here['receive'](welcome(4, 'before'));
  here['receive'](event);
  lies(here);
  for (const window of [opened(), here]) {
    window['receive'](missed);
    expect([window.scene?.view, window.moves, told(window)]).toEqual(['before', [], []]);
    vi.advanceTimersByTime(100);
    expect([window.scene?.view, window.scene?.events.length]).toEqual(['after', 3]);
    lies(window);
    expect(told(window)).toEqual(['later.moved']);
    release();
  }
  here.showing.hold(false);
  const again = opened();
  again['receive'](missed);
  expect([again.scene?.view, again.moves.length]).toEqual(['after', 1]);
});

it('opens a match as well: nobody has moved, and yet the die has been thrown', () => {
  const here = opened();
  here.opens((view) => ({ view: `before ${String(view)}`, events: [{ key: 'tell.threw', args: { who: 0 } }] }));
  here['receive'](welcome(0, 'the first move'));
  expect([here.scene?.view, here.moves]).toEqual(['before the first move', []]);
  vi.advanceTimersByTime(100);
  expect([here.scene?.view, here.scene?.events.length]).toEqual(['the first move', 1]);
  vi.advanceTimersByTime(100);
  const again = opened();
  again.opens(here['unthrown'].opening);
  again['receive'](welcome(0, 'the first move'));
  expect([again.scene?.view, again.moves.length]).toEqual(['the first move', 1]);
});
