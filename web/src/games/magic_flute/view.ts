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
  /** The effects as the Trial in effect has them; null when they are as printed. */
  now: [string, Args][] | null;
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
  hands: { card: string | null }[][];
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

/** Who put a card on the discards, as far as it was told; null when nobody here remembers. */
export function layer(card: string, past: readonly Phrase[]): number | null {
  const name = `@card.${base(card)}`;
  const last = past.findLast((event) => (event.key === 'tell.played' || event.key === 'tell.discarded') && event.args?.['card'] === name);
  const who = last?.args?.['who'];
  return typeof who === 'number' ? who : null;
}

/** Milliseconds at normal pace that a card somebody else played, and a Trial, are shown large. */
export const SHOWN = 1500;
export const TRIAL_SHOWN = 2200;

/** A card or (without one) the Trial, while it is looked at: on whose side it counts, and who laid it. */
export interface Looked {
  card: string | null;
  sun: boolean | null;
  who: number | null;
}

export interface Shown {
  card: string | null;
  trial: Trial | null;
  who: number | null;
  /** What the card did as it was played: its own words speak to whoever holds it. */
  told: readonly Phrase[];
  time: number;
}

/** What a card did, from what happened after it was played. */
function done(after: readonly Phrase[]): Phrase[] {
  const next = after.findIndex((event) => /^tell\.(played|discarded|drew|done|stopped)/.test(event.key));
  return after.slice(0, next < 0 ? undefined : next).filter((event) => !/^tell\.(may|must)_follow/.test(event.key));
}

/** What of the last events is shown large, one after another: what the other player laid, and a Trial that begins. */
export function spotlights(events: readonly Phrase[], seat: number | null): Shown[] {
  return events.flatMap((event, at): Shown[] => {
    const who = typeof event.args?.['who'] === 'number' ? event.args['who'] : null;
    const name = (value: unknown) => (typeof value === 'string' ? value.replace(/^@(card|trial)\./, '') : '');
    if ((event.key === 'tell.played' || event.key === 'tell.discarded') && who !== seat) return [{ card: name(event.args?.['card']), trial: null, who, told: done(events.slice(at + 1)), time: SHOWN }];
    if (event.key === 'tell.trial_begins') return [{ card: null, trial: name(event.args?.['trial']) as Trial, who: null, told: [], time: TRIAL_SHOWN }];
    return [];
  });
}

/** How long all of it is shown, in milliseconds at normal pace. */
export const shownFor = (events: readonly Phrase[], seat: number | null): number => spotlights(events, seat).reduce((sum, one) => sum + one.time, 0);

/** Where Pamina is, in words. */
export function whereabouts(view: View): Phrase {
  if (view.pamina === 0) return { key: 'stage.pamina_tower' };
  return { key: view.pamina < 0 ? 'stage.pamina_temple' : 'stage.pamina_castle', args: { n: Math.abs(view.pamina) } };
}

export interface Mark {
  icon: 'pamina' | 'tower' | 'own' | 'other' | 'sun' | 'moon' | 'both' | 'remove' | 'trial';
  count: string;
}

const EFFECT = /^effect\.(pamina|tower|own|other|sun|moon|both|remove|trial)(_back)?$/;

/** What a card says now: its effects as the Trial has them, and all else that is printed on it. */
export function lines(facts: Facts | undefined, silenced: boolean): Phrase[] {
  const printed = facts?.text ?? [];
  const now = facts?.now ?? printed.filter(([key]) => EFFECT.test(key));
  const before = printed.filter(([key]) => key === 'effect.choose');
  const after = printed.filter(([key]) => !EFFECT.test(key) && key !== 'effect.choose' && (key !== 'effect.muted' || silenced));
  return [...before, ...now, ...after].map(([key, args]) => ({ key, args }));
}

/** A card's effects as marks: “Pamina +1”. Plus is towards you, or towards the Tower. */
export function marks(facts: Facts | undefined): Mark[] {
  return (facts?.now ?? facts?.text ?? []).flatMap(([key, args]): Mark[] => {
    const found = EFFECT.exec(key);
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
  if (known === 'chain' && !moves.some((move) => move.notation.startsWith('play'))) return { key: 'prompt.chain_none', args: { card } };
  if (known === 'discard' && !moves.some((move) => move.notation.startsWith('discard'))) return { key: 'prompt.discard_none' };
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
        return [{ figure: `${card(a['card'])}/${a['who'] === view.sarastro ? 'sun' : 'moon'}`, from: own ? card(a['card']) : `hand:${a['who']}`, to: 'discard', flip: !own }];
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
