// The wire to a table: one WebSocket that reconnects by itself. It says hello, finds gaps, keeps commands until they are
// answered and sends them again after a break (the server carries each out at most once). It knows no game and no page.
import { to } from '../lib/root';
import { PROTOCOL, type Ack, type Command, type Frame, type Hello, type Ping, type Refused, type Welcome } from './protocol';

export type Ask = Exclude<Command, Hello | Ping>;
type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
export type Wish = WithoutId<Ask>;
export type Answer = Ack | Refused;
export type LinkState = 'connecting' | 'open' | 'lost' | 'closed';

export interface Wires {
  table: string;
  tokens: () => string[];
  /** Every frame in order; after a gap the wire has already come back and `welcome` tells everything. */
  frame: (frame: Frame) => void;
  state: (state: LinkState) => void;
  /** The server says goodbye for good (no such table). */
  refusedForGood: (sentence: string) => void;
  socket?: (address: string) => WebSocket;
}

const WAITS = [250, 600, 1200, 2500, 5000, 8000];
const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;

/** Random letters that are good enough for secrets, also where the page is not served over TLS. */
export function randomText(bytes: number): string {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...raw)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Wire {
  /** The last number seen; null before the first welcome. */
  last: number | null = null;
  private socket: WebSocket | null = null;
  private waiting = new Map<string, { command: Ask; settle: (answer: Answer) => void; sent: boolean }>();
  private tries = 0;
  private welcomed = false;
  private closed = false;
  private timers = new Set<ReturnType<typeof setTimeout>>();
  private deaf: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly wires: Wires) {}

  open(): void {
    this.wires.state('connecting');
    this.connect();
    globalThis.addEventListener?.('online', this.hurry);
    globalThis.document?.addEventListener('visibilitychange', this.hurry);
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers) clearTimeout(timer);
    if (this.deaf) clearTimeout(this.deaf);
    globalThis.removeEventListener?.('online', this.hurry);
    globalThis.document?.removeEventListener('visibilitychange', this.hurry);
    const { socket } = this;
    if (socket?.readyState === 0) socket.onopen = () => socket.close(); // a browser warns of one that is closed before
    else socket?.close();
    this.wires.state('closed');
  }

  /** Sends a command and waits for its answer, however often the wire breaks meanwhile. */
  ask(wish: Wish): Promise<Answer> {
    const command = { ...wish, id: randomText(12) } as Ask;
    return new Promise((settle) => {
      this.waiting.set(command.id, { command, settle, sent: false });
      this.flush();
    });
  }

  private readonly hurry = () => {
    if (!this.closed && this.socket === null && globalThis.document?.visibilityState !== 'hidden') {
      this.tries = 0;
      this.connect();
    }
  };

  private connect(): void {
    if (this.closed || this.socket) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const address = `${scheme}://${location.host}${to('/ws')}`;
    const socket = this.wires.socket?.(address) ?? new WebSocket(address);
    this.socket = socket;
    this.welcomed = false;
    socket.onopen = () => {
      const hello: Hello = {
        type: 'hello',
        protocol: PROTOCOL,
        table: this.wires.table,
        tokens: this.wires.tokens(),
        resume_from: this.last,
        sentences: false,
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (message) => {
      if (socket === this.socket) this.receive(JSON.parse(String(message.data)) as Frame);
    };
    socket.onclose = () => this.lost(socket);
    this.later(() => this.ping(socket), PING_EVERY);
  }

  private receive(frame: Frame): void {
    if (this.deaf) clearTimeout(this.deaf);
    this.deaf = null;
    switch (frame.type) {
      case 'welcome':
        this.tries = 0;
        this.welcomed = true;
        this.last = (frame as Welcome).n;
        this.wires.state('open');
        this.wires.frame(frame);
        for (const entry of this.waiting.values()) entry.sent = false;
        this.flush();
        return;
      case 'ack':
      case 'refused':
        this.settle(frame);
        return;
      case 'pong':
        if (this.last !== null && frame.n > this.last) this.again();
        return;
      case 'goodbye':
        if (frame.again === null) {
          this.closed = true;
          this.wires.refusedForGood(frame.sentence);
        } else {
          this.tries = Math.max(this.tries, 1);
        }
        return;
      case 'undoable':
      case 'notice':
      case 'presence':
        this.wires.frame(frame);
        return;
      default:
        if (this.last !== null && frame.n > this.last + 1) {
          this.again();
        } else {
          this.last = Math.max(this.last ?? 0, frame.n);
          this.wires.frame(frame);
        }
    }
  }

  private settle(answer: Answer): void {
    const entry = answer.id === null ? undefined : this.waiting.get(answer.id);
    if (entry && answer.id !== null) {
      this.waiting.delete(answer.id);
      entry.settle(answer);
    }
  }

  private flush(): void {
    if (!this.welcomed || this.socket?.readyState !== 1) return;
    for (const entry of this.waiting.values()) {
      if (!entry.sent) {
        entry.sent = true;
        this.socket.send(JSON.stringify(entry.command));
      }
    }
  }

  /** Is what is shown still the newest? The answer to a ping tells, and a gap is mended at once. */
  check(): void {
    if (this.welcomed && this.socket?.readyState === 1) this.socket.send(JSON.stringify({ type: 'ping', t: Date.now() / 1000 } satisfies Ping));
  }

  /** Reconnect from the last number, because frames were missed or this browser's seats have changed. */
  again(): void {
    this.tries = 0;
    const socket = this.socket;
    this.lost(socket);
    socket?.close();
  }

  private lost(socket: WebSocket | null): void {
    if (socket !== this.socket || socket === null) return;
    this.socket = null;
    if (this.closed) return;
    this.wires.state('lost');
    const wait = this.tries === 0 ? 50 : WAITS[Math.min(this.tries - 1, WAITS.length - 1)]! * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.later(() => this.connect(), wait);
  }

  private ping(socket: WebSocket): void {
    if (socket !== this.socket || socket.readyState !== 1) return;
    socket.send(JSON.stringify({ type: 'ping', t: Date.now() / 1000 } satisfies Ping));
    this.deaf = setTimeout(() => {
      this.lost(socket);
      socket.close();
    }, PONG_WITHIN);
    this.later(() => this.ping(socket), PING_EVERY);
  }

  private later(work: () => void, wait: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, wait);
    this.timers.add(timer);
  }
}
