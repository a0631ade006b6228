// Places on the board: nothing lies over another or outside the stage, and a frog stays where its child stood.
import { describe, expect, test } from 'vitest';
import house from '../../../../src/zauber/games/mago_magino/en.json';
import { say, type Catalogue, type Phrase } from '../../lib/say';
import { box, captions, cell, choiceSize, GAP, reach, ring, seats, stand } from './ring';
import { beats, byHand, fits, opening, settled, timeFor } from './scene.svelte';
import { follow } from './tokens';
import { heard, openings, said, type Kind, type View } from './view';
import en from './words/en.json';

const kinds = (meadow: number): Kind[] => ['house', 'forest', 'forest', 'forest', 'hiding_place', ...Array.from({ length: meadow }, () => 'meadow' as const)];

/** A table where each seat's children stand on these spaces (null: bewitched), with these frogs. */
function table(children: (number | null)[][], frogs: Record<number, number> = {}, throws = 1): View {
  return {
    seats: children.length,
    starter: 0,
    turn: 0,
    phase: 'move',
    throw: { number: throws, face: 'steps', steps: 3 },
    arrow: null,
    spaces: kinds(9).map((kind, space) => ({ space, kind, number: 0, crystals: 0, magician: space === 0, children: [], frogs: [] })),
    players: children.map((of) => ({ crystals: 0, children: of.map((space, i) => ({ child: i + 1, space, crystal: false, bewitched: space === null })) })),
    frogs: Object.entries(frogs).map(([frog, space]) => ({ frog: Number(frog), space })),
    magician: 0,
    lander: null,
    crystals_to_win: 3,
    frogs_hop: 'home',
    throws_left: null,
  };
}

describe.each([
  [1183, 597, 9],
  [335, 501, 9],
  [335, 501, 11],
  [2400, 1200, 11],
  [700, 900, 9],
])('a stage of %i × %i with %i meadow spaces', (width, height, meadow) => {
  const laid = ring(width, height, 60, kinds(meadow));
  test('shows every space whole, with room for whoever stands there', () => {
    for (const spot of laid.spots) {
      expect(spot.x - spot.rx).toBeGreaterThanOrEqual(0);
      expect(spot.x + spot.rx).toBeLessThanOrEqual(width);
      expect(spot.y - spot.tall * 0.9).toBeGreaterThanOrEqual(60);
      expect(spot.y + spot.ry).toBeLessThanOrEqual(height);
      expect(spot.rx * 1.82).toBeGreaterThanOrEqual(44);
      expect(spot.tall * 0.72 + spot.ry).toBeGreaterThanOrEqual(44);
    }
  });
  test('has no two spaces on the same ground, nor the witch’s circle', () => {
    laid.spots.forEach((a, i) => {
      laid.spots.slice(i + 1).forEach((b) => expect(Math.hypot((a.x - b.x) / (a.rx + b.rx), (a.y - b.y) / (a.ry + b.ry))).toBeGreaterThan(0.9));
      expect(Math.hypot(a.x - laid.middle.x, a.y - laid.middle.y)).toBeGreaterThan(laid.middle.r);
    });
  });
  test('offers choices beside the spaces, not over them', () => {
    const size = choiceSize(laid);
    const [left, top] = [laid.desk.x - size * (1 + GAP / 2), laid.desk.y - size / 2];
    const [right, bottom] = [laid.desk.x + size * (1 + GAP / 2), laid.desk.y + size / 2];
    for (const there of laid.spots.map(box)) {
      const wide = Math.min(right, there.left + there.width) - Math.max(left, there.left);
      const high = Math.min(bottom, there.top + there.height) - Math.max(top, there.top);
      expect(Math.min(wide, high)).toBeLessThanOrEqual(3);
    }
  });
  test('runs clockwise from the house', () => {
    const turn = laid.spots.map((spot) => Math.atan2(spot.y - height / 2, spot.x - width / 2));
    const steps = turn.slice(1).map((angle, i) => (angle - turn[i]! + 4 * Math.PI) % (2 * Math.PI));
    expect(steps.every((step) => step > 0 && step < Math.PI)).toBe(true);
  });
});

test.each([
  [340, 392, 11],
  [335, 501, 11],
  [335, 501, 9],
  [600, 360, 11],
])('on a stage of %i × %i with %i meadow spaces no name is cut or lies over another', (width, height, meadow) => {
  const words = kinds(meadow).map((kind, i) => ({ house: 'the house', forest: `forest ${i}`, hiding_place: 'the hiding-place', meadow: `meadow ${i - 4}` })[kind]);
  const { spots } = ring(width, height, 60, kinds(meadow));
  const placed = captions(spots, words, 12.5, width);
  placed.forEach((a, i) => {
    expect(a.x - a.wide / 2).toBeGreaterThanOrEqual(0);
    expect(a.x + a.wide / 2).toBeLessThanOrEqual(width);
    expect(Math.abs(a.x - spots[i]!.x)).toBeLessThan(spots[i]!.rx);
    placed.slice(i + 1).forEach((b) => expect(Math.abs(a.y - b.y) > 12.5 || Math.abs(a.x - b.x) > (a.wide + b.wide) / 2 - 1).toBe(true));
  });
});

test.each([
  [409, 336],
  [488, 425],
  [586, 363],
  [335, 400],
  [365, 558],
  [832, 397],
  [1183, 474],
])('on a stage of %i × %i a finger comes to a small piece, and to no other', (width, height) => {
  for (const meadow of [9, 11]) {
    const { spots } = ring(width, height, 60, kinds(meadow));
    const stands = spots.flatMap((spot, space) => [0, 1, 2].flatMap((last) => Array.from({ length: last + 1 }, (_, slot) => ({ space, last, at: stand(spot, slot, last) }))));
    const alone = stands.filter(({ at }) => at.alone).map((one) => ({ ...one, there: reach(one.at, true) }));
    for (const { space, last, there } of alone) {
      expect(Math.min(there.width, there.height)).toBeGreaterThanOrEqual(33);
      const others = [...spots.map((spot, i) => ({ space: i, last, there: box(spot) })), ...alone].filter((other) => other.space !== space);
      for (const other of others) {
        const wide = Math.min(there.left + there.width, other.there.left + other.there.width) - Math.max(there.left, other.there.left);
        const high = Math.min(there.top + there.height, other.there.top + other.there.height) - Math.max(there.top, other.there.top);
        expect(Math.min(wide, high)).toBeLessThanOrEqual(3);
      }
    }
  }
});

test('places on a space are all different, however many there are', () => {
  for (let last = 0; last < 20; last++) {
    const found = Array.from({ length: last + 1 }, (_, slot) => cell(slot));
    expect(new Set(found.map(({ column, row }) => `${column}:${row}`)).size).toBe(last + 1);
    const room = seats(last);
    expect(found.every(({ column, row }) => column < room.columns && row < room.rows)).toBe(true);
    const spot = { x: 0, y: 0, rx: 40, ry: 26, tall: 60 };
    expect(stand(spot, 0, last).tall).toBeLessThanOrEqual(60);
  }
});

test('a child turns into a frog where it stands, and its frog keeps that place', () => {
  const before = follow([], table([[6, 6], [6, 0]]), []);
  const was = before.find((token) => token.name === 'c0:2')!;
  const bewitched: Phrase = { key: 'tell.bewitched', args: { n: 1, flips: [{ seat: 0, child: 2, frog: 7, space: 6 }] } };
  const after = follow(before, table([[6, null], [6, 0]], { 7: 6 }), [bewitched]);
  const frog = after.find((token) => token.name === 'f7')!;
  expect([frog.key, frog.space, frog.slot]).toEqual([was.key, 6, was.slot]);
  const freed: Phrase = { key: 'tell.freed', args: { who: 0, child: 2, frog: 7, space: 6 } };
  const back = follow(after, table([[6, 6], [6, 0]]), [freed]).find((token) => token.name === 'c0:2')!;
  expect([back.key, back.slot]).toEqual([was.key, was.slot]);
});

test('whoever listens hears whose child became which frog, and where', () => {
  const after = table([[6, null], [null, 0]], { 7: 6, 3: 2 });
  after.spaces[6]!.number = 2;
  after.spaces[2]!.number = 2;
  const flips = [{ seat: 0, child: 2, frog: 7, space: 6 }, { seat: 1, child: 1, frog: 3, space: 2 }];
  const words = { ...(house as Catalogue), ...(en as Catalogue) };
  const told = heard({ key: 'tell.bewitched', args: { n: 2, place: '@place.forest', flips } }, after).map((one) => say(words, one, ['Ada', 'Bruno'], 0));
  expect(told.slice(1)).toEqual(['Your child 2 is frog 7 now (meadow 2).', 'Child 1 of Bruno is frog 3 now (forest 2).']);
  expect(heard({ key: 'later.bewitched', args: { n: 2 } }, after)).toHaveLength(1);
});

test('who stays keeps the place; who comes takes the first free one', () => {
  const before = follow([], table([[6, 6], [6, 5]]), []);
  const left = follow(before, table([[7, 6], [6, 5]]), []);
  expect(left.filter((token) => token.space === 6).map((token) => token.slot)).toEqual([1, 2]);
  const came = follow(left, table([[7, 6], [6, 6]]), []);
  expect(came.find((token) => token.name === 'c1:2')!.slot).toBe(0);
  const keys = came.map((token) => token.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('events become beats that end where the view is, and only where they fit', () => {
  const before = table([[3, 0], [0, 0]]);
  const after = table([[6, 0], [0, 0]], {}, 2);
  const events: Phrase[] = [
    { key: 'tell.moved', args: { who: 0, child: 1, from: 3, to: 6, path: [4, 5, 6] } },
    { key: 'tell.threw', args: { who: 1, n: 2, number: 2 } },
  ];
  const start = settled(follow([], before, []), before);
  const end = settled(follow(start.tokens, after, events), after);
  const shown = beats(events).reduce((board, beat) => beat.show(board), start);
  expect(shown.tokens).toEqual(end.tokens);
  expect(fits(start, after, events)).toBe(true);
  expect(fits(end, before, events)).toBe(false);
  expect(timeFor(events)).toBeGreaterThan(500);
});

test('the first throw of a match is seen as well, and whoever makes it throws with their own hand', () => {
  const view: View = { ...table([[0, 0], [0, 0]]), turn: 1, arrow: 2, throw: { number: 1, face: 'witch', steps: 1 } };
  const opened = opening(view)!;
  const board = settled(follow([], opened.view, []), opened.view);
  expect([board.throw.number, board.arrow]).toEqual([0, null]);
  expect(opened.events.map((event) => event.key)).toEqual(['tell.threw_witch', 'tell.spun', 'tell.harmless']);
  expect(fits(board, view, opened.events)).toBe(true);
  expect(fits(settled(board.tokens, view), view, opened.events)).toBe(false); // it has been thrown
  expect([byHand(opened.events, [0]), byHand(opened.events, [0, 1])]).toEqual([false, true]);
  expect(beats(opened.events, [1]).filter((beat) => beat.hold !== undefined).length).toBe(2);
  expect(opening({ ...view, throw: { number: 2, face: 'steps', steps: 2 } })).toBeNull();
});

test('moves are grouped by piece, and anything else can be asked about', () => {
  const move = (action: number, notation: string, path: number[]) => ({ action, notation, label: { key: 'label', args: { path, to: path.at(-1) } } });
  const can = openings([move(1, 'child 2 forward 1', [5]), move(2, 'load child 2 forward 1', [5]), move(3, 'frog 4 forward', [8]), move(4, 'magician back 1', [13])], 1);
  expect(can.ways.map((way) => [way.piece, way.load, way.to])).toEqual([['c1:2', false, 5], ['c1:2', true, 5], ['f4', false, 8], ['m', false, 13]]);
  expect(said('c0:1', 0, 3, 14)).toBe('child 1 forward 3');
  expect(said('c0:1', 0, 12, 14)).toBe('child 1 back 2');
  expect(said('f3', 5, 4, 14)).toBe('frog 3 back');
  expect(said('m', 13, 0, 14)).toBe('magician forward 1');
});
