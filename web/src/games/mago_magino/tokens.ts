// The pieces on the board and the places they keep: a child that becomes a frog turns over where it stands, and its frog
// can be followed with the eye from there on. Only this memory of the eye knows who it was; nothing shown tells it.
import type { Args, Phrase } from '../../lib/say';
import type { View } from './view';

export interface Token {
  /** The same for a piece as long as it is in sight, whatever side is up. */
  key: string;
  /** What it is now: `c0:1` (seat 0, child 1), `f3` or `m`. */
  name: string;
  kind: 'child' | 'frog' | 'magician';
  seat: number;
  child: number;
  space: number;
  slot: number;
  crystal: boolean;
}

export interface Flip {
  seat: number;
  child: number;
  frog: number;
  space: number;
}

export const childName = (seat: unknown, child: unknown): string => `c${seat}:${child}`;
export const args = (event: Phrase): Args => event.args ?? {};
export const flips = (event: Phrase): Flip[] => (args(event)['flips'] as Flip[] | undefined) ?? [];

/** The pieces of a view, in a fixed order, without places. */
function wanted(view: View): Omit<Token, 'key' | 'slot'>[] {
  const children = view.players.flatMap((player, seat) =>
    player.children.flatMap((child) =>
      child.space === null
        ? []
        : [{ name: childName(seat, child.child), kind: 'child' as const, seat, child: child.child, space: child.space, crystal: child.crystal }],
    ),
  );
  const frogs = view.frogs.map((frog) => ({ name: `f${frog.frog}`, kind: 'frog' as const, seat: -1, child: 0, space: frog.space, crystal: false }));
  return [{ name: 'm', kind: 'magician', seat: -1, child: 0, space: view.magician, crystal: false }, ...children, ...frogs];
}

/** What the pieces of before are called now. */
function renamed(before: readonly Token[], events: readonly Phrase[]): Map<string, Token> {
  const known = new Map(before.map((token) => [token.name, token]));
  const turn = (from: string, to: string) => {
    const token = known.get(from);
    if (!token) return;
    known.delete(from);
    known.set(to, token);
  };
  for (const event of events) {
    if (event.key === 'tell.freed') turn(`f${args(event)['frog']}`, childName(args(event)['who'], args(event)['child']));
    // All at once: a number that becomes free may be given to another at the same time.
    if (event.key === 'tell.bewitched') {
      const struck = flips(event).flatMap((flip) => {
        const token = known.get(childName(flip.seat, flip.child));
        known.delete(childName(flip.seat, flip.child));
        return token ? [{ to: `f${flip.frog}`, token }] : [];
      });
      for (const { to, token } of struck) known.set(to, token);
    }
  }
  return known;
}

/** The pieces of a view. Those that stay where they were keep their places; those that come take the first free one. */
export function follow(before: readonly Token[], view: View, events: readonly Phrase[]): Token[] {
  const known = renamed(before, events);
  const taken = new Map<number, Set<number>>(view.spaces.map((space) => [space.space, new Set<number>()]));
  const found: Token[] = wanted(view).map((piece) => {
    const was = known.get(piece.name);
    const stays = was !== undefined && was.space === piece.space;
    if (stays) taken.get(piece.space)?.add(was.slot);
    return { ...piece, key: was?.key ?? '', slot: stays ? was.slot : -1 };
  });
  const keys = new Set(found.map((token) => token.key));
  return found.map((token) => {
    const here = taken.get(token.space)!;
    let slot = token.slot;
    if (slot < 0) {
      slot = 0;
      while (here.has(slot)) slot += 1;
      here.add(slot);
    }
    let key = token.key || token.name;
    while (!token.key && keys.has(key)) key += "'";
    keys.add(key);
    return { ...token, slot, key };
  });
}

/** The highest taken place of each space. */
export function lasts(tokens: readonly Token[], spaces: number): number[] {
  const last = Array.from({ length: spaces }, () => 0);
  for (const token of tokens) last[token.space] = Math.max(last[token.space] ?? 0, token.slot);
  return last;
}
