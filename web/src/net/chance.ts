// This browser's part of the shuffle. It makes entropy, pledges its hash before any entropy is revealed, reveals it when
// the table asks, and afterwards verifies the result without trusting the server: see "Fair chance" in docs/protocol.md.
// Parts are kept by the house's commitment, which no other match has.
import { fromHex, sha256 } from '../lib/sha256';
import type { Fairness, TableView } from './protocol';
import { randomHex } from './wire';

/** What this browser knows of one match: the entropy of its seats, and what the house showed before. */
export interface Kept {
  commitment: string;
  parts: Record<number, { entropy: string; pledge: string; shown?: boolean }>;
  /** Everybody's pledges as they were when they were fixed, before this browser showed anything. */
  pledges?: string[];
}

const KEY = 'zauber.chance';
const MOST = 60; // matches

const now = new Map<string, Kept>(); // also good without a storage

function stored(): Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}

export const keptFor = (commitment: string): Kept =>
  now.get(commitment) ?? stored().find((kept) => kept.commitment === commitment) ?? { commitment, parts: {} };

function write(kept: Kept): void {
  now.set(kept.commitment, kept);
  try {
    localStorage.setItem(KEY, JSON.stringify([kept, ...stored().filter((other) => other.commitment !== kept.commitment)].slice(0, MOST)));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

const letter = (seat: number) => String.fromCharCode(65 + seat);

export const pledgeOf = (commitment: string, seat: number, entropy: string): Promise<string> =>
  sha256(['zauber pledge 1', commitment, letter(seat), entropy].join('\n'));

const making = new Map<string, Promise<string>>();

/** New entropy for a seat of the match of this commitment; its pledge. The same again if there is one already. */
export function makePart(commitment: string, seat: number): Promise<string> {
  const known = keptFor(commitment).parts[seat];
  if (known) return Promise.resolve(known.pledge);
  const name = `${commitment} ${seat}`;
  const made = making.get(name) ?? newPart(commitment, seat).finally(() => making.delete(name));
  making.set(name, made);
  return made;
}

async function newPart(commitment: string, seat: number): Promise<string> {
  const entropy = randomHex(16);
  const pledge = await pledgeOf(commitment, seat, entropy);
  const kept = keptFor(commitment);
  write({ ...kept, parts: { ...kept.parts, [seat]: { entropy, pledge } } });
  return pledge;
}

/** All pledges are fixed: note them, and give what this browser's seats have still to show. */
export function toShow(table: TableView, yours: readonly number[]): { seat: number; entropy: string }[] {
  const { opening, next_commitment: commitment } = table;
  if (!opening || !commitment) return [];
  const kept = keptFor(commitment);
  if (!kept.pledges) write({ ...kept, pledges: table.seats.map((seat) => seat.pledge ?? '') });
  return yours.flatMap((seat) => {
    const part = kept.parts[seat];
    return opening.waiting.includes(seat) && part && part.pledge === table.seats[seat]?.pledge ? [{ seat, entropy: part.entropy }] : [];
  });
}

/** The house has confirmed that it was shown in time. */
export function noteShown(commitment: string, seat: number): void {
  const kept = keptFor(commitment);
  const part = kept.parts[seat];
  if (part) write({ ...kept, parts: { ...kept.parts, [seat]: { ...part, shown: true } } });
}

/** The seats of this browser that have no pledge at the table; on coming in also those pledged from elsewhere. */
export function toPledge(table: TableView, yours: readonly number[], coming: boolean): number[] {
  const commitment = table.next_commitment;
  if (!commitment || table.opening) return [];
  const parts = keptFor(commitment).parts;
  return yours.filter((seat) => {
    const pledge = table.seats[seat]?.pledge;
    return table.seats[seat]?.kind === 'person' && (!pledge || (coming && pledge !== parts[seat]?.pledge));
  });
}

// Afterwards ------------------------------------------------------------------------------------------------------

export type Finding =
  | 'seal_seen' // the secret is the one whose commitment this browser saw before
  | 'seal' // the secret fits the commitment (seen only now)
  | 'seal_wrong'
  | 'own' // what this browser had pledged is in
  | 'own_late' // it was not shown in time
  | 'own_left_out' // it was shown in time, and is not in
  | 'own_other' // something else is in
  | 'own_none' // this browser gave nothing for that seat
  | 'others' // entropy of others that fits their pledges
  | 'others_wrong'
  | 'changed' // a pledge is not the one that was shown before
  | 'left_out' // others who did not show theirs in time
  | 'none' // who gave nothing
  | 'open' // a match of old: entropy was given openly
  | 'key' // the key is made of these
  | 'key_wrong';

export interface Line {
  finding: Finding;
  ok: boolean;
  seats: number[];
}

/** Verifies a finished match, for whoever holds the seats `yours`. Empty while the secret is closed. */
export async function findings(fair: Fairness, yours: readonly number[]): Promise<Line[]> {
  const { secret, pledges, entropy } = fair;
  if (!secret || !entropy) return [];
  const lines: Line[] = [];
  const add = (finding: Finding, ok: boolean, seats: number[] = []) => lines.push({ finding, ok, seats });
  const kept = keptFor(fair.commitment);
  const promise = Uint8Array.from([...new TextEncoder().encode('zauber commitment 1'), ...fromHex(secret)]);
  const sealed = (await sha256(promise)) === fair.commitment;
  add(sealed ? (kept.pledges ? 'seal_seen' : 'seal') : 'seal_wrong', sealed);
  if (!pledges) {
    add('open', true);
    return lines;
  }
  const fits = await Promise.all(entropy.map(async (given, seat) => !given || (await pledgeOf(fair.commitment, seat, given)) === pledges[seat]));
  for (const seat of yours) addOwn(seat);
  const others = entropy.map((_, seat) => seat).filter((seat) => !yours.includes(seat));
  const changed = kept.pledges ? pledges.flatMap((pledge, seat) => (pledge === kept.pledges?.[seat] ? [] : [seat])) : [];
  if (changed.length > 0) add('changed', false, changed);
  const wrong = others.filter((seat) => !fits[seat]);
  if (wrong.length > 0) add('others_wrong', false, wrong);
  const given = others.filter((seat) => entropy[seat] && fits[seat]);
  if (given.length > 0) add('others', true, given);
  const late = others.filter((seat) => pledges[seat] && !entropy[seat]);
  if (late.length > 0) add('left_out', true, late);
  const none = others.filter((seat) => !pledges[seat] && !entropy[seat]);
  if (none.length > 0) add('none', true, none);
  const made = await keyOf(fair, pledges, entropy);
  add(fair.key === made ? 'key' : 'key_wrong', fair.key === made);
  return lines;

  function addOwn(seat: number): void {
    const part = kept.parts[seat];
    if (!part || (!part.shown && pledges![seat] !== part.pledge)) {
      if (entropy![seat] && !fits[seat]) add('others_wrong', false, [seat]);
      else add('own_none', true, [seat]);
    } else if (entropy![seat] === part.entropy && fits[seat]) add('own', true, [seat]);
    else if (entropy![seat]) add('own_other', false, [seat]);
    else add(part.shown ? 'own_left_out' : 'own_late', !part.shown, [seat]);
  }
}

function keyOf(fair: Fairness, pledges: readonly string[], entropy: readonly string[]): Promise<string> {
  const seats = pledges.map((pledge, seat) => `${letter(seat)} ${pledge || '-'} ${entropy[seat] || '-'}`);
  return sha256(['zauber key 1', fair.secret, fair.edition, ...seats].join('\n'));
}
