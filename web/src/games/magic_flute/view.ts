// The Magic Flute's view, as src/zauber/games/magic_flute/words.py documents it, and what follows from it for the screen.
import type { Args, Phrase } from '../../lib/say';
import type { Move } from '../../net/protocol';
import type { Flight, Sound } from '..';

export type Piece = 'sun' | 'moon' | 'pamina';
export type Trial = 'silence' | 'fire' | 'water';

export interface Facts {
  kind: 'person' | 'item' | 'song';
  muted: boolean;
  text: [string, Args][];
}

export interface View {
  seats: number;
  starter: number;
  turns: number;
  sarastro: number;
  queen: number;
  phase: 'play' | 'second' | 'chain' | 'choose' | 'discard' | 'over';
  active: number | null;
  waiting: number[];
  steps: number;
  sun: number;
  moon: number;
  pamina: number;
  spaces: Record<Piece, number>;
  trial: Trial | null;
  trials: { unseen: Trial[]; known: Trial[] };
  card: string | null;
  follow: string[];
  pile: number;
  discard: string[];
  hands: { card: string | null; known: boolean; music: boolean }[][];
  unseen: string[];
  cards: Record<string, Facts>;
  winner: number | null;
  reason: 'pamina' | 'power' | 'both' | 'limit' | null;
}

/** A card's name without the mark of a second copy. */
export const base = (name: string): string => name.replace(/:2$/, '');

/** The notation of an action with a card, as a player says it. */
export const said = (verb: 'play' | 'discard', name: string): string => `${verb} ${base(name).replaceAll('_', ' ')}${name.endsWith(':2') ? ' 2' : ''}`;

export interface Step {
  piece: Piece;
  from: number;
  to: number;
}

/** What a move would move now, from the arguments of its label. */
export const preview = (move: Move | undefined): Step[] => (move?.label.args['moves'] as Step[] | undefined) ?? [];

/** A piece's place on the line from the Temple (0) to the Castle (2 × steps). */
export function space(piece: Piece, at: number, steps: number): number {
  return piece === 'sun' ? at : piece === 'moon' ? 2 * steps - at : steps + at;
}

/** Where Pamina is, in words. */
export function whereabouts(view: View): Phrase {
  if (view.pamina === 0) return { key: 'stage.pamina_tower' };
  return { key: view.pamina < 0 ? 'stage.pamina_temple' : 'stage.pamina_castle', args: { n: Math.abs(view.pamina) } };
}

export interface Mark {
  icon: 'pamina' | 'tower' | 'own' | 'other' | 'sun' | 'moon' | 'both' | 'remove' | 'trial';
  count: string;
}

/** A card's effects as marks: “Pamina +1”. Plus is towards you, or towards the Tower. */
export function marks(facts: Facts | undefined): Mark[] {
  return (facts?.text ?? []).flatMap(([key, args]): Mark[] => {
    const found = /^effect\.(pamina|tower|own|other|sun|moon|both|remove|trial)(_back)?$/.exec(key);
    if (!found) return [];
    const n = args['n'];
    return [{ icon: found[1] as Mark['icon'], count: n === undefined ? '' : `${found[2] ? '−' : '+'}${String(n)}` }];
  });
}

export type Tone = 'rose' | 'gold' | 'blue' | 'green' | 'violet' | 'dusk';

/** The colour of a card's picture, by what it does. */
export function tone(facts: Facts | undefined, sun: boolean | null): Tone {
  const first = marks(facts)[0]?.icon;
  if (first === 'pamina' || first === 'tower') return 'rose';
  if (first === 'sun' || (first === 'own' && sun === true) || (first === 'other' && sun === false)) return 'gold';
  if (first === 'moon' || (first === 'own' && sun === false) || (first === 'other' && sun === true)) return 'blue';
  if (first === 'remove') return 'green';
  if (first === 'trial') return 'violet';
  return 'dusk';
}

export function prompt(view: View, _seat: number, moves: readonly Move[]): Phrase {
  const card = view.card ? `@card.${base(view.card)}` : '';
  const known = moves.length > 0 ? view.phase : 'play';
  return { key: `prompt.${known}`, args: { card, trial: view.trial ? `@trial.${view.trial}` : '' } };
}

const card = (value: unknown): string => `card:${typeof value === 'string' ? value.replace('@card.', '') : ''}`;

export function flights(events: readonly Phrase[], view: View, seat: number | null): Flight[] {
  return events.flatMap((event): Flight[] => {
    const a = event.args ?? {};
    const own = a['who'] === seat || (seat === null && a['who'] === 0);
    switch (event.key) {
      case 'tell.played':
      case 'tell.discarded':
        return [{ figure: card(a['card']), from: own ? card(a['card']) : `hand:${a['who']}`, to: 'discard', flip: !own }];
      case 'tell.drew':
        return Array.from({ length: Math.min(Number(a['n'] ?? 1), 4) }, () => ({ figure: 'hidden', from: 'pile', to: `hand:${a['who']}` }));
      case 'tell.drew_seen':
        return ((a['cards'] as unknown[] | undefined) ?? []).map((drawn) => ({ figure: card(drawn), from: 'pile', to: card(drawn), flip: true }));
      case 'tell.trial_begins':
        return view.trial ? [{ figure: `trial:${view.trial}`, from: 'trials', to: 'trial', flip: true }] : [];
      default:
        return [];
    }
  });
}

export function sound(event: Phrase, seat: number | null): Sound | null {
  const card = event.args?.['card'];
  if (event.key === 'tell.played') return card === '@card.magic_flute' ? 'flute' : card === '@card.magic_bells' ? 'good' : 'card';
  if (event.key === 'tell.trial_begins') return 'bad';
  if (event.key === 'tell.trial_ends') return 'good';
  if (/^tell\.(sun|moon|pamina)_(forward|back|temple|castle)$/.test(event.key)) return 'wood';
  return event.key.startsWith('tell.drew') && event.args?.['who'] === seat ? 'flip' : null;
}
