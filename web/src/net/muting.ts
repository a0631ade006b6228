// Whom this browser does not listen to, table by table: their phrases and symbols are not shown. Only this browser knows.
import type { Phrase } from '../lib/say';

export interface Muted {
  seat: number;
  name: string;
}
interface Seat {
  seat: number;
  name: string;
}

const KEY = 'zauber.muted';
const MOST = 40; // tables

function all(): [string, Muted[]][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as [string, Muted[]][]) : [];
  } catch {
    return [];
  }
}

export const mutedAt = (table: string): Muted[] => all().find(([kept]) => kept === table)?.[1] ?? [];

export function keepMuted(table: string, muted: readonly Muted[]): void {
  const others = all().filter(([kept]) => kept !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify(muted.length > 0 ? [[table, muted], ...others].slice(0, MOST) : others));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** Whether somebody is muted: by name, or by seat if they have taken another name while this browser was away. */
export function isMuted(muted: readonly Muted[], seat: Seat | undefined, seats: readonly Seat[]): boolean {
  if (!seat) return false;
  return muted.some((one) => one.name === seat.name || (one.seat === seat.seat && !seats.some((other) => other.name === one.name)));
}

/** A person stays muted under another name and on another seat, and is forgotten when they leave the table. */
export function followed(muted: readonly Muted[], what: Phrase, seats: readonly Seat[]): readonly Muted[] {
  const { key, args = {} } = what;
  if (muted.length === 0) return muted;
  const named = key === 'lobby.named' ? muted.map((one) => (one.name === args['old'] ? { ...one, name: String(args['name']) } : one)) : muted;
  const left = key === 'lobby.stood' || key === 'lobby.freed' ? named.filter((one) => one.name !== args['name']) : named;
  return left.map((one) => ({ ...one, seat: seats.find((seat) => seat.name === one.name)?.seat ?? one.seat }));
}
