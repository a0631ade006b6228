// What the others have done since one's own last move: for the line under the stage, which stays until one moves.
import type { LogLine } from '../net/scene';
import type { Phrase } from './say';

export interface Deed {
  seat: number;
  /** Each line with the events that are worth a word, in the order in which they happened. */
  lines: LogLine[];
}

/** Few words of a line: what goes without saying is left out where there is anything else. */
function short(line: LogLine, aside: (event: Phrase) => boolean): LogLine {
  const events = line.events.filter((event) => !aside(event));
  return events.length > 0 && events.length < line.events.length ? { ...line, events } : line;
}

/**
 * One deed for each seat, whoever has just acted last. Watchers, who never move, are told what each seat did last; who has
 * just moved is told of their own move until somebody else acts.
 */
export function recap(log: readonly LogLine[], reader: number | null, aside: (event: Phrase) => boolean = () => false, minor: (event: Phrase) => boolean = () => false): Deed[] {
  const lines = log.filter((line) => !line.house && line.seat !== null && line.events.length > 0);
  const own = lines.findLastIndex((line) => line.seat === reader);
  const since = reader === null ? lines : lines.slice(own + 1);
  const told = since.length > 0 ? since : lines.slice(own, own + 1);
  const deeds = new Map<number, LogLine[]>();
  for (const line of told) {
    const seat = line.seat!;
    const before = deeds.get(seat) ?? [];
    const small = (one: LogLine | undefined) => !!one && !one.undone && one.events.every(minor);
    deeds.delete(seat); // whoever acted last stands last
    deeds.set(seat, reader === null ? [line] : small(before.at(-1)) && small(line) ? [...before.slice(0, -1), line] : [...before, line]);
  }
  return [...deeds].map(([seat, of]) => ({ seat, lines: shortened(of, aside) }));
}

function shortened(lines: LogLine[], aside: (event: Phrase) => boolean): LogLine[] {
  const telling = lines.filter((line) => line.undone || !line.events.every(aside));
  return (telling.length > 0 ? telling : lines).map((line) => (line.undone ? line : short(line, aside)));
}
