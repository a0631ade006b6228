// Tests of the connection to a table.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from './protocol';
import { Wire, type LinkState } from './wire';

/** A socket whose other end the test holds. */
class Fake {
  static all: Fake[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Fake.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}
const last = () => Fake.all.at(-1)!;
const welcome = (n: number) => ({ type: 'welcome', n, states: [] });
const lobby = (n: number) => ({ type: 'lobby', n });

describe('the wire', () => {
  let frames: Frame[];
  let states: LinkState[];
  let wire: Wire;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('location', { protocol: 'http:', host: 'house' });
    Fake.all = [];
    frames = [];
    states = [];
    wire = new Wire({
      table: 'table1',
      tokens: () => ['secret'],
      frame: (frame) => frames.push(frame),
      state: (state) => states.push(state),
      refusedForGood: () => undefined,
      socket: () => new Fake() as unknown as WebSocket,
    });
    wire.open();
    last().open();
  });
  afterEach(() => {
    wire.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('says hello with its tokens and passes frames on', () => {
    expect(last().sent[0]).toMatchObject({ type: 'hello', table: 'table1', tokens: ['secret'], resume_from: null });
    last().say(welcome(4));
    last().say(lobby(5));
    last().say(lobby(5));
    expect(frames).toHaveLength(3);
    expect(states.at(-1)).toBe('open');
  });

  it('finds a gap, comes back and resumes from the last number', () => {
    last().say(welcome(4));
    last().say(lobby(7));
    expect(frames).toHaveLength(1);
    vi.advanceTimersByTime(100);
    last().open();
    expect(Fake.all).toHaveLength(2);
    expect(last().sent[0]).toMatchObject({ resume_from: 4 });
  });

  it('finds a gap at the quiet end of the stream by the answer to a ping', () => {
    last().say(welcome(4));
    wire.check();
    expect(last().sent.at(-1)).toMatchObject({ type: 'ping' });
    last().say({ type: 'pong', t: 0, time: 0, n: 6 });
    vi.advanceTimersByTime(100);
    expect(Fake.all).toHaveLength(2);
  });

  it('sends a command again, with the same id, when the connection broke before the answer', async () => {
    last().say(welcome(4));
    const answer = wire.ask({ type: 'start' });
    const first = last().sent.at(-1)!;
    last().close();
    expect(states.at(-1)).toBe('lost');
    vi.advanceTimersByTime(100);
    last().open();
    last().say(welcome(4));
    expect(last().sent.at(-1)).toEqual(first);
    last().say({ type: 'ack', id: first['id'], n: 5 });
    await expect(answer).resolves.toMatchObject({ n: 5 });
  });

  it('keeps a command until the first welcome', () => {
    void wire.ask({ type: 'start' });
    expect(last().sent).toHaveLength(1);
    last().say(welcome(0));
    expect(last().sent.at(-1)).toMatchObject({ type: 'start' });
  });

  it('closes a socket that is still being opened when it is open, and says nothing', () => {
    last().close();
    vi.advanceTimersByTime(100);
    wire.close();
    expect(last().readyState).toBe(0);
    last().open();
    expect(last().readyState).toBe(3);
    expect(last().sent).toEqual([]);
  });

  it('leaves a socket that does not answer', () => {
    last().say(welcome(4));
    vi.advanceTimersByTime(20_000 + 8_000 + 100);
    expect(Fake.all.length).toBeGreaterThan(1);
  });
});
