// Tests of this browser's part of the shuffle.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../lib/sha256';
import { findings, keptFor, makePart, noteShown, pledgeOf, toPledge, toShow } from './chance';
import type { Fairness, SeatView, TableView } from './protocol';
import { Shuffle } from './shuffle';
import type { Answer, Wish } from './wire';

const SECRET = '5e'.repeat(32);
const EDITION = 'ed'.repeat(32);
const OTHER = '0b'.repeat(16);

class Storage {
  kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
}

/** The commitment to a secret, as the house makes it. */
async function commitmentTo(secret: string): Promise<string> {
  const raw = Uint8Array.from(secret.match(/../g)!, (pair) => parseInt(pair, 16));
  return sha256(Uint8Array.from([...new TextEncoder().encode('zauber commitment 1'), ...raw]));
}

function tableOf(commitment: string | null, pledges: (string | null)[], waiting: number[] | null = null): TableView {
  const seats = pledges.map((pledge, seat): SeatView => ({ seat, kind: 'person', name: `P${seat}`, symbol: '', level: null, here: true, since: null, stand_in: null, pledge }));
  return { next_commitment: commitment, seats, opening: waiting && { waiting, until: 0 } } as unknown as TableView;
}

/** A finished match in which this browser held seat 0, and another seat 1. */
async function finished(change: Partial<Fairness> = {}): Promise<Fairness> {
  const secret = change.secret ?? SECRET;
  const commitment = change.commitment ?? (await commitmentTo(secret));
  const entropy = change.entropy ?? [keptFor(commitment).parts[0]?.entropy ?? '', OTHER];
  const pledges = change.pledges ?? (await Promise.all(entropy.map((own, seat) => (own ? pledgeOf(commitment, seat, own) : ''))));
  const lines = pledges.map((pledge, seat) => `${'AB'[seat]} ${pledge || '-'} ${entropy[seat] || '-'}`);
  const key = await sha256(['zauber key 1', secret, EDITION, ...lines].join('\n'));
  return { commitment, secret, entropy, pledges, left_out: [], edition: EDITION, key, ...change };
}

const found = async (fair: Fairness, yours = [0]) => (await findings(fair, yours)).map((line) => (line.ok ? line.finding : `✗ ${line.finding}`));

describe('this browser’s part of the shuffle', () => {
  let number = 0;
  let secret = SECRET;
  let commitment = '';
  beforeEach(async () => {
    vi.stubGlobal('localStorage', new Storage());
    number += 1;
    secret = number.toString(16).padStart(2, '0').repeat(32); // what is kept in memory is of other matches
    commitment = await commitmentTo(secret);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('pledges what is missing, once, and anew when it comes in and the pledge is from elsewhere', async () => {
    expect(toPledge(tableOf(null, [null]), [0], true)).toEqual([]);
    expect(toPledge(tableOf(commitment, [null, null]), [1], false)).toEqual([1]);
    expect(toPledge(tableOf(commitment, ['f'.repeat(64)]), [0], false)).toEqual([]);
    expect(toPledge(tableOf(commitment, ['f'.repeat(64)]), [0], true)).toEqual([0]);
    expect(toPledge(tableOf(commitment, [null], [0]), [0], true)).toEqual([]);
    const [one, two] = await Promise.all([makePart(commitment, 0), makePart(commitment, 0)]);
    expect(one).toBe(two);
    expect(await makePart(commitment, 0)).toBe(one);
    expect(await makePart(commitment, 1)).not.toBe(one);
    expect(toPledge(tableOf(commitment, [one]), [0], true)).toEqual([]);
  });

  it('shows only what fits the pledge that everybody sees, and notes all pledges before', async () => {
    const own = await makePart(commitment, 0);
    expect(toShow(tableOf(commitment, [own, 'b'.repeat(64)]), [0])).toEqual([]);
    expect(toShow(tableOf(commitment, ['a'.repeat(64), 'b'.repeat(64)], [0, 1]), [0])).toEqual([]);
    expect(keptFor(commitment).pledges).toEqual(['a'.repeat(64), 'b'.repeat(64)]);
    const { entropy } = keptFor(commitment).parts[0]!;
    expect(toShow(tableOf(commitment, [own, null], [0]), [0])).toEqual([{ seat: 0, entropy }]);
    expect(keptFor(commitment).pledges).toEqual(['a'.repeat(64), 'b'.repeat(64)]); // as they were when it was asked first
    expect(toShow(tableOf(commitment, [own, null], [1]), [0])).toEqual([]); // the table does not wait for this seat
  });

  it('pledges as the house does: a pledge holds for one match and one seat', async () => {
    const entropy = '00112233445566778899aabbccddeeff';
    const promise = 'c0ffee'.repeat(8) + 'aa'.repeat(8);
    expect(await pledgeOf(promise, 1, entropy)).toBe('62f4580eba97af947aea256888c0c259fd8038d30b56e47baf1a26a68cf14569'); // the same in tests/match/test_pledges.py
    expect(await pledgeOf(promise, 0, entropy)).not.toBe(await pledgeOf(promise, 1, entropy));
    expect(await pledgeOf(commitment, 1, entropy)).not.toBe(await pledgeOf(promise, 1, entropy));
  });

  it('finds everything well, with and without having seen the seal before', async () => {
    const own = await makePart(commitment, 0);
    expect(await found(await finished({ secret }))).toEqual(['seal', 'own', 'others', 'key']);
    toShow(tableOf(commitment, [own, await pledgeOf(commitment, 1, OTHER)], [0, 1]), [0]);
    expect(await found(await finished({ secret }))).toEqual(['seal_seen', 'own', 'others', 'key']);
    expect(await found(await finished({ secret }), [])).toEqual(['seal_seen', 'others', 'key']);
    expect(await found({ ...(await finished({ secret })), secret: null })).toEqual([]);
    expect(await found({ ...(await finished({ secret })), pledges: null })).toEqual(['seal_seen', 'open']);
  });

  it('notices a house that cheats', async () => {
    const own = await makePart(commitment, 0);
    const theirs = await pledgeOf(commitment, 1, OTHER);
    toShow(tableOf(commitment, [own, theirs], [0, 1]), [0]);
    const { entropy } = keptFor(commitment).parts[0]!;
    expect(await found(await finished({ secret: '77'.repeat(32), commitment }))).toContain('✗ seal_wrong');
    expect(await found(await finished({ secret, key: '0'.repeat(64) }))).toContain('✗ key_wrong');
    const swapped = 'cc'.repeat(16);
    const other = await finished({ secret, entropy: [entropy, swapped] });
    expect(await found(other)).toEqual(['seal_seen', 'own', '✗ changed', 'others', 'key']);
    expect(await found(await finished({ secret, entropy: [entropy, swapped], pledges: [own, theirs] }))).toContain('✗ others_wrong');
    expect(await found(await finished({ secret, entropy: [swapped, OTHER], pledges: [own, theirs] }))).toContain('✗ own_other');
    const without = await finished({ secret, entropy: ['', OTHER], pledges: [own, theirs], left_out: [0] });
    expect(await found(without)).toContain('own_late');
    noteShown(commitment, 0);
    expect(await found(without)).toContain('✗ own_left_out');
    const another = await finished({ secret, entropy: [entropy, OTHER], pledges: ['a'.repeat(64), theirs] });
    expect(await found(another)).toContain('✗ own_other'); // this browser's entropy under a pledge that is not its own
  });

  it('says who was left out and who gave nothing', async () => {
    expect(await found(await finished({ secret, entropy: ['', ''], pledges: ['', ''] }))).toEqual(['seal', 'own_none', 'none', 'key']);
    expect(await found(await finished({ secret, entropy: ['', ''], pledges: ['', 'a'.repeat(64)] }))).toEqual(['seal', 'own_none', 'left_out', 'key']);
    expect(await found(await finished({ secret, entropy: [OTHER, ''], pledges: ['a'.repeat(64), ''] }))).toContain('✗ others_wrong');
  });

  it('lasts as long as the page where there is no storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    const pledge = await makePart(commitment, 3);
    expect(keptFor(commitment).parts[3]?.pledge).toBe(pledge);
  });

  it('takes part as frames come in, one command at a time', async () => {
    const asked: Wish[] = [];
    let answer: (answer: Answer) => void = () => undefined;
    const shuffle = new Shuffle((wish) => {
      asked.push(wish);
      return new Promise((settle) => (answer = settle));
    });
    const settled = async () => {
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0));
      answer({ type: 'ack' } as Answer);
    };
    await shuffle.attend(tableOf(null, [null]), [0], true);
    expect(asked).toEqual([]);
    const first = shuffle.attend(tableOf(commitment, [null, null]), [0], true);
    await shuffle.attend(tableOf(commitment, [null, null]), [0], false); // the same again changes nothing
    await settled();
    await first;
    const pledge = keptFor(commitment).parts[0]!.pledge;
    expect(asked).toEqual([{ type: 'pledge', seat: 0, pledge }]);
    asked.length = 0;
    const second = shuffle.attend(tableOf(commitment, [pledge, null], [0]), [0], false);
    await settled();
    await second;
    expect(asked).toEqual([{ type: 'reveal', seat: 0, entropy: keptFor(commitment).parts[0]!.entropy }]);
    expect(keptFor(commitment).parts[0]!.shown).toBe(true);
  });
});
