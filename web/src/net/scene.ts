// What a table shows and remembers, as plain data: a moment of the match, a line of its log, the answer to a request.
import type { Phrase } from '../lib/say';
import type { Ending, Event, Line, Move, Refused } from './protocol';

/** One moment of a match as one viewer sees it. */
export interface Scene {
  /** The number of the change that led to it, as in the log. */
  n: number;
  view: unknown;
  moves: readonly Move[];
  events: readonly Phrase[];
  seat: number | null;
  action: string | null;
  /** The seat whose turn it is; others may be among those that the table waits for. */
  turn: number | null;
  waiting: readonly number[];
  at: number;
  ply: number;
  over: boolean;
  outcome: Ending | null;
  undone: boolean;
  /** A bot did it for the person at that seat. */
  bot?: boolean;
}

export interface LogLine {
  n: number;
  seat: number | null;
  events: readonly Phrase[];
  undone: boolean;
  /** A phrase of the house (somebody came, left, said something) and not of the game. */
  house: boolean;
  text?: string;
  /** A bot did it for the person at that seat. */
  bot?: boolean;
}

export interface Note {
  sentence: string;
  phrase: Phrase | null;
  rule: string;
}

/** What a player asked to be explained. */
export interface Question {
  seat: number;
  /** Whether it was that seat's turn. */
  asked: boolean;
  notation: string;
}

export function noteOf({ sentence, phrase, rule }: Refused): Note {
  return { sentence, phrase, rule };
}

/** The moment that an event leads to; without moves of its own those of the moment before still hold. */
export function sceneOf(frame: Event, before: Scene | undefined): Scene {
  return {
    n: frame.n,
    view: frame.view,
    moves: frame.moves ?? before?.moves ?? [],
    events: frame.phrases,
    seat: frame.seat,
    action: frame.action,
    turn: frame.turn,
    waiting: frame.waiting,
    at: frame.at,
    ply: frame.ply,
    over: frame.over,
    outcome: frame.outcome,
    undone: frame.undone,
    bot: frame.bot === true,
  };
}

export function asLine(line: Line): LogLine {
  return { n: line.n, seat: line.seat, events: line.phrases, undone: line.undone, house: false, bot: line.bot === true };
}

/**
 * The lines that may be read when change `n` is shown: none of what comes after it, and as long as it is not seen to its
 * end (`seen` are the events that are) only those of it. What people say is theirs, and is read at once.
 */
export function shownLines(lines: readonly LogLine[], n: number, seen: readonly Phrase[] | null): LogLine[] {
  const name = (phrase: Phrase) => phrase.key.slice(phrase.key.indexOf('.')); // `later.moved` says what `tell.moved` said
  const names = new Set(seen?.map(name));
  const next = lines.find((line) => !line.house && line.n > n)?.n ?? Infinity;
  return lines.flatMap((line) => {
    if ((line.house && line.seat !== null) || line.n < n) return [line];
    if (line.n >= next || (seen && line.n > n)) return [];
    if (!seen || line.n > n || line.undone) return [line];
    const events = line.events.filter((event) => names.has(name(event)));
    return events.length > 0 ? [{ ...line, events }] : [];
  });
}
