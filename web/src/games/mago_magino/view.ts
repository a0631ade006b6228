// Mago Magino's view, as src/zauber/games/mago_magino/words.py documents it, and what follows from it for the screen.
import { motion } from '../../lib/settings.svelte';
import type { Phrase } from '../../lib/say';
import type { Move } from '../../net/protocol';
import type { Sound } from '..';

export type Kind = 'house' | 'forest' | 'hiding_place' | 'meadow';

export interface Space {
  space: number;
  kind: Kind;
  number: number;
  crystals: number;
  magician: boolean;
  children: { seat: number; child: number; crystal: boolean }[];
  frogs: number[];
}

export interface View {
  seats: number;
  starter: number;
  turn: number | null;
  phase: 'throw' | 'move' | 'pick_up' | 'again' | 'over';
  throw: { number: number; face: 'witch' | 'steps'; steps: number };
  arrow: number | null;
  spaces: Space[];
  players: { crystals: number; children: { child: number; space: number | null; crystal: boolean; bewitched: boolean }[] }[];
  frogs: { frog: number; space: number }[];
  magician: number;
  lander: number | null;
  crystals_to_win: number;
  frogs_hop: 'home' | 'both';
  throws_left: number | null;
}

/** A move of a piece: where it leads, over which spaces, and whether a crystal is picked up first. */
export interface Way {
  action: number;
  /** The piece as the tokens name it: `c0:1`, `f3` or `m`. */
  piece: string;
  to: number;
  path: number[];
  load: boolean;
}

export interface Openings {
  ways: Way[];
  take: number | undefined;
  leave: number | undefined;
  again: number | undefined;
  stop: number | undefined;
}

/** What the moves of `seat` allow, ready for the stage. */
export function openings(moves: readonly Move[], seat: number | null): Openings {
  const by = new Map(moves.map((move) => [move.notation, move.action]));
  const ways = moves.flatMap((move): Way[] => {
    const parts = /^(load )?(child|frog|magician)(?: (\d+))?/.exec(move.notation);
    const path = move.label.args['path'];
    if (!parts || !Array.isArray(path)) return [];
    const piece = parts[2] === 'child' ? `c${seat}:${parts[3]}` : parts[2] === 'frog' ? `f${parts[3]}` : 'm';
    return [{ action: move.action, piece, to: Number(move.label.args['to']), path: path as number[], load: parts[1] !== undefined }];
  });
  return { ways, take: by.get('take'), leave: by.get('leave'), again: by.get('throw'), stop: by.get('stop') };
}

/** How a player would say the move of a piece to a space: the nearer way round. Used to ask why it is not possible. */
export function said(piece: string, from: number, to: number, spaces: number): string {
  const forward = (to - from + spaces) % spaces;
  const way = forward <= spaces / 2 ? 'forward' : 'back';
  const steps = Math.max(1, Math.min(6, way === 'forward' ? forward : spaces - forward));
  if (piece === 'm') return `magician ${way} ${steps}`;
  return piece.startsWith('f') ? `frog ${piece.slice(1)} ${way}` : `child ${piece.split(':')[1]} ${way} ${steps}`;
}

export const place = (space: Space): Phrase => ({ key: space.number ? `place.${space.kind}_${space.number}` : `place.${space.kind}` });

export function prompt(view: View): Phrase {
  const key = view.phase === 'move' && view.throw.face === 'witch' ? 'witch' : view.phase;
  return { key: `prompt.${key}`, args: { n: view.throw.steps } };
}

/** Whoever sees it follows each child into its frog; whoever listens is told, and has to remember it as well. */
export function heard(event: Phrase, view: View): Phrase[] {
  const flips = (event.key === 'tell.bewitched' ? event.args?.['flips'] : undefined) as { seat: number; child: number; frog: number; space: number }[] | undefined;
  return [event, ...(flips ?? []).map((flip) => ({ key: 'heard.turned', args: { who: flip.seat, child: flip.child, frog: flip.frog, place: `@${place(view.spaces[flip.space]!).key}` } }))];
}

/** The sound of an event. */
export function voice(event: Phrase): Sound | null {
  switch (event.key) {
    case 'tell.picked_up':
      return 'coin';
    case 'tell.moved':
    case 'tell.magician':
      return 'wood';
    case 'tell.hopped':
      return 'croak';
    case 'tell.brought':
    case 'tell.protected':
      return 'good';
    case 'tell.freed':
      return 'flute';
    case 'tell.threw':
    case 'tell.threw_witch':
      return 'clack';
    case 'tell.bewitched':
      return 'spell';
    default:
      return null;
  }
}

/** The stage makes its sounds itself, in time with what is seen; where nothing moves they are heard at once. */
export function sound(event: Phrase): Sound | null {
  return motion.pace === 0 ? voice(event) : null;
}
