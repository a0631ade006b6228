// What a game without a stage of its own shows: the areas of its view's `tableau` (src/zauber/games/contract/views.py).
import type { Phrase } from '../../lib/say';
import type { Move } from '../../net/protocol';

export interface Piece {
  kind: 'card' | 'die' | 'token' | 'note';
  /** What is written on it; null lies face down. */
  face: string | number | null;
  /** What a click plays, if that is legal. */
  action: number | null;
  marked: boolean;
}

export interface Area {
  title: string | Phrase;
  seat: number | null;
  pieces: readonly Piece[];
}

export interface View {
  tableau?: readonly Area[];
  [key: string]: unknown;
}

/** The areas of the table's middle, of the other seats (from the reader's left on), and of the reader. */
export function arranged(areas: readonly Area[], seat: number | null, seats: number): { middle: Area[]; others: Area[]; own: Area[] } {
  const from = (area: Area) => (area.seat! - (seat ?? 0) + seats) % seats;
  const owned = areas.filter((area) => area.seat !== null).sort((a, b) => from(a) - from(b));
  return {
    middle: areas.filter((area) => area.seat === null),
    others: owned.filter((area) => area.seat !== seat),
    own: owned.filter((area) => area.seat === seat),
  };
}

/** “last_move” as people write it. */
export const spaced = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

/** A view without a tableau, as lines: each key with its value in words. */
export function lines(view: View): { key: string; value: string }[] {
  const words = (value: unknown): string => {
    if (value === null || value === undefined) return '–';
    if (Array.isArray(value)) return value.map(words).join(', ') || '–';
    if (typeof value === 'object') return Object.entries(value).map(([key, item]) => `${spaced(key)}: ${words(item)}`).join('; ');
    return String(value);
  };
  return Object.entries(view).filter(([key]) => key !== 'tableau').map(([key, value]) => ({ key: spaced(key), value: words(value) }));
}

export const prompt = (_view: View, _seat: number, moves: readonly Move[]): Phrase => ({ key: moves.length === 1 ? 'prompt.plain.only' : 'prompt.plain' });
