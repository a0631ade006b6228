// Who is muted stays muted under another name and on another seat; whoever takes the seat afterwards is heard.
import { expect, test } from 'vitest';
import { followed, isMuted, type Muted } from './muting';

const seats = (...names: string[]) => names.map((name, seat) => ({ seat, name }));
const heard = (muted: readonly Muted[], at: { seat: number; name: string }[]) => at.filter((seat) => !isMuted(muted, seat, at)).map((seat) => seat.name);

test('a muted person is followed', () => {
  let at = seats('Ada', 'Ben', 'Cleo');
  let muted: readonly Muted[] = [{ seat: 1, name: 'Ben' }];
  expect(heard(muted, at)).toEqual(['Ada', 'Cleo']);
  at = seats('Ada', 'Bob', 'Cleo');
  muted = followed(muted, { key: 'lobby.named', args: { seat: 1, old: 'Ben', name: 'Bob' } }, at);
  expect(heard(muted, at)).toEqual(['Ada', 'Cleo']);
  at = seats('Bob', 'Ada', 'Cleo');
  muted = followed(muted, { key: 'lobby.swapped', args: { order: [1, 0, 2] } }, at);
  expect(heard(muted, at)).toEqual(['Ada', 'Cleo']);
  expect(muted).toEqual([{ seat: 0, name: 'Bob' }]);
});

test('another name while this browser was away does not help, and a new guest is heard', () => {
  const muted = [{ seat: 1, name: 'Ben' }];
  expect(heard(muted, seats('Ada', 'Zoe'))).toEqual(['Ada']);
  const left = followed(muted, { key: 'lobby.stood', args: { seat: 1, name: 'Ben' } }, seats('Ada', ''));
  expect(heard(left, seats('Ada', 'Zoe'))).toEqual(['Ada', 'Zoe']);
});
