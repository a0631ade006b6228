// Where everything lies on the stage, in pixels: the ring of spaces and the places of the pieces on a space.
import type { Kind } from './view';

export interface Point {
  x: number;
  y: number;
}

/** A space: the middle of its ground, the ground's half axes, and the height of a piece that stands there alone. */
export interface Spot extends Point {
  rx: number;
  ry: number;
  tall: number;
}

export interface Ring {
  spots: Spot[];
  /** The middle of the witch's circle and its radius. */
  middle: Point & { r: number };
  /** Where the die lies, where choices are offered, and how large both are. */
  die: Point & { size: number };
  desk: Point & { width: number };
  narrow: boolean;
  /** The ring's line from one space's place to another's, for paths: points in order. */
  line: Point[];
  /** For each space its index in `line`. */
  at: number[];
}

export const SHAPE = 0.66; // a piece's width for its height

const POINTS = 720;

/** A soft rectangle, clockwise on the screen from `start` degrees (0 is right, 90 below). */
function outline(cx: number, cy: number, a: number, b: number, power: number, start: number): Point[] {
  return Array.from({ length: POINTS + 1 }, (_, i) => {
    const turn = ((start + (360 * i) / POINTS) * Math.PI) / 180;
    const bend = (t: number) => Math.sign(t) * Math.abs(t) ** (2 / power);
    return { x: cx + a * bend(Math.cos(turn)), y: cy + b * bend(Math.sin(turn)) };
  });
}

const lengths = (line: readonly Point[]): number[] => {
  let sum = 0;
  return line.map((point, i) => (sum += i === 0 ? 0 : Math.hypot(point.x - line[i - 1]!.x, point.y - line[i - 1]!.y)));
};

/** The ring for a stage of this size; `top` is taken by the players' names. */
export function ring(width: number, height: number, top: number, kinds: readonly Kind[]): Ring {
  const narrow = width < height * 1.05;
  const wide = narrow ? width * 0.25 : Math.min((height - top) * 0.25, 340);
  // Once as large as will fit across, then as large as fits along the line.
  const first = laid(width, height, top, kinds, wide);
  const apart = first.spots.slice(1).map((to, i) => Math.hypot(to.x - first.spots[i]!.x, (to.y - first.spots[i]!.y) / 0.86));
  const pitch = Math.min(...apart.filter((_, i) => kinds[i] === kinds[i + 1]));
  return laid(width, height, top, kinds, Math.min(wide, pitch * 0.98));
}

function laid(width: number, height: number, top: number, kinds: readonly Kind[], wide: number): Ring {
  const narrow = width < height * 1.05;
  const wood = kinds.filter((kind) => kind === 'forest').length;
  const open = height - top;
  // The house stands bottom left and the forest leads up the left side on a tall stage; on a wide one the forest is
  // at the back, from the house on the left to the hiding-place on the right.
  const start = narrow ? 135 : 225;
  const ry = wide * (narrow ? 0.33 : 0.32);
  const tall = wide * (narrow ? 0.75 : 0.76);
  const left = wide * (narrow ? 0.56 : 0.82);
  const above = tall * (narrow ? 0.98 : 1.02);
  const below = ry * 1.45;
  const a = width / 2 - left;
  const b = (open - above - below) / 2;
  const cy = top + above + b;
  const line = outline(width / 2, cy, a, b, narrow ? 4.4 : 3, start);
  const long = lengths(line);
  const corner = POINTS / 4;
  const first = long[corner]!;
  const whole = long[POINTS]!;
  const margin = 1.25;
  const nth = (i: number): number => {
    if (i === 0) return 0;
    if (i <= wood) return (first * (margin + i - 1)) / (2 * margin + wood - 1);
    if (i === wood + 1) return first;
    const meadow = kinds.length - wood - 2;
    return first + ((whole - first) * (margin + i - wood - 2)) / (2 * margin + meadow - 1);
  };
  const at = kinds.map((_, i) => long.findIndex((value) => value >= nth(i) - 0.001));
  const spots = kinds.map((kind, i): Spot => {
    const big = kind === 'house' || kind === 'hiding_place' ? (narrow ? 1.16 : 1.3) : 1;
    const point = line[at[i]!]!;
    const shift = narrow && big > 1 ? wide * 0.06 : 0;
    return { x: point.x + shift, y: point.y, rx: (wide / 2) * big, ry: ry * (narrow ? 1 + (big - 1) * 1.4 : big), tall };
  });
  if (narrow) {
    const room = { w: width - 2 * wide * 1.1, from: top + above + ry * 1.15, to: top + above + 2 * b - tall };
    const size = Math.max(48, Math.min(room.w * 0.34, (room.to - room.from) * 0.26, 150));
    const r = Math.min(room.w * 0.5, (room.to - room.from - size * 1.35) / 2.24);
    const y = room.from + r * 1.06;
    const low = { x: width / 2, y: (y + r * 1.12 + room.to) / 2 };
    return { spots, line, at, narrow, middle: { x: width / 2, y, r }, die: { ...low, size }, desk: { ...low, width: room.w * 0.96 } };
  }
  const half = a - wide * 0.56;
  const r = Math.min((2 * b - tall * 0.4 - ry) * 0.47, half * 0.42);
  const y = cy - tall * 0.1 + ry * 0.4;
  const aside = (r * 1.14 + half) / 2;
  return { spots, line, at, narrow, middle: { x: width / 2, y, r }, die: { x: width / 2 - aside, y, size: Math.min(r * 0.8, (half - r) * 0.56, 230) }, desk: { x: width / 2 + Math.min(aside, a - wide * 0.42 - 60), y, width: half - r * 1.14 } };
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The middles of words below the spaces: on the stage, and moved apart where they would lie over one another. */
export function captions(spots: readonly Spot[], words: readonly string[], size: number, width: number): (Point & { wide: number })[] {
  const placed = spots.map((spot, i) => ({ x: spot.x, y: spot.y + spot.ry * 0.98 + size * 0.2, wide: words[i]!.length * size * 0.58 + 6 }));
  for (let round = 0; round < 12; round += 1) {
    for (const a of placed) {
      for (const b of placed) {
        const over = (a.wide + b.wide) / 2 - (b.x - a.x);
        if (a === b || b.x < a.x || over <= 0 || Math.abs(a.y - b.y) > size) continue;
        a.x -= over / 2;
        b.x += over / 2;
      }
    }
    for (const one of placed) one.x = Math.max(one.wide / 2, Math.min(width - one.wide / 2, one.x));
  }
  return placed;
}

/** Where a space is touched. */
export function box(spot: Spot): Box {
  return { left: spot.x - spot.rx * 0.76, top: spot.y - spot.tall * 0.66, width: spot.rx * 1.52, height: spot.tall * 0.66 + spot.ry * 0.8 };
}

const FINGER = 36; // pixels: what may be chosen is touched in no less

/** Where a piece is touched: in more than is drawn where a small one may be chosen, which stands alone and has room. */
export function reach(at: Stand, chosen: boolean): Box {
  const [width, height] = [at.tall * SHAPE, at.tall].map((one) => (chosen ? Math.max(one, FINGER) : one)) as [number, number];
  return { left: at.x - width / 2, top: at.y + at.tall * 0.05 - height, width, height };
}

export const GAP = 0.26; // between two choices, for the size of one

/** The size of the two choices on the desk: as large as they can be without covering a space. */
export function choiceSize({ desk, spots, narrow }: Ring): number {
  const largest = Math.min(narrow ? 120 : 200, desk.width * 0.41);
  const room = spots.map((spot) => {
    const there = box(spot);
    const aside = Math.max(there.left - desk.x, desk.x - there.left - there.width);
    const above = Math.max(there.top - desk.y, desk.y - there.top - there.height);
    return Math.max((aside - 4) / (1 + GAP / 2), (above - 4) * 2);
  });
  return Math.max(44, Math.min(largest, ...room));
}

/** The direction from the middle to a space, in degrees: 0 is right, 90 below. */
export function bearing(from: Point, to: Point): number {
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
}

/** Rows and columns that a space needs for the place numbered `last`: as few as will do, so that pieces stay large. */
export function seats(last: number): { columns: number; rows: number } {
  if (last < 3) return { columns: Math.max(1, last + 1), rows: 1 };
  if (last < 6) return { columns: 3, rows: 2 };
  return last < 12 ? { columns: 4, rows: 3 } : { columns: 5, rows: Math.max(4, Math.ceil((last + 1) / 5)) };
}

/** The row (0 in front) and column of a place. A place keeps its neighbours when the space fills up. */
export function cell(slot: number): { column: number; row: number } {
  if (slot < 6) return { column: slot % 3, row: Math.floor(slot / 3) };
  if (slot < 8) return { column: 3, row: slot - 6 };
  if (slot < 12) return { column: slot - 8, row: 2 };
  if (slot < 15) return { column: 4, row: slot - 12 };
  return { column: (slot - 15) % 5, row: 3 + Math.floor((slot - 15) / 5) };
}

/** Where a piece's feet are, how tall it is, and the room it has to be touched. */
export interface Stand extends Point {
  tall: number;
  room: number;
  /** Large enough to be touched by itself, without a closer look at the space. */
  alone: boolean;
}

/** The place `slot` on a space whose highest taken place is `last`. */
export function stand(spot: Spot, slot: number, last: number): Stand {
  const { columns, rows } = seats(last);
  const { column, row } = cell(slot);
  const room = (spot.rx * (columns === 1 ? 2 : columns === 2 ? 1.84 : 2)) / columns;
  const tall = columns === 1 ? spot.tall : Math.min(spot.tall * (columns === 2 ? 0.88 : 0.8), room / SHAPE / (columns > 2 ? 0.98 : 1));
  // Rows stand so far apart that a frog's eyes are seen over a child's head.
  const depth = tall * 0.7;
  const front = spot.y + spot.ry * (rows === 1 ? 0.34 : 0.7);
  return { x: spot.x + (column - (columns - 1) / 2) * room, y: front - row * depth, tall, room, alone: rows === 1 && room >= 44 };
}

/** A closed shape that is a little uneven, as if cut by hand. */
export function blob(x: number, y: number, rx: number, ry: number, seed: number): string {
  const many = 9;
  const points = Array.from({ length: many }, (_, i) => {
    const uneven = 0.955 + 0.07 * Math.abs(Math.sin(seed * 12.9898 + i * 78.233));
    const turn = (i / many) * 2 * Math.PI + seed;
    return { x: x + rx * uneven * Math.cos(turn), y: y + ry * uneven * Math.sin(turn) };
  });
  const at = (i: number) => points[(i + many) % many]!;
  const curves = points.map((_, i) => {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1 = `${(from.x + (to.x - before.x) / 6).toFixed(1)} ${(from.y + (to.y - before.y) / 6).toFixed(1)}`;
    const c2 = `${(to.x - (after.x - from.x) / 6).toFixed(1)} ${(to.y - (after.y - from.y) / 6).toFixed(1)}`;
    return `C${c1} ${c2} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
  });
  return `M${points[0]!.x.toFixed(1)} ${points[0]!.y.toFixed(1)}${curves.join('')}Z`;
}

/** The ring's line between two of its points, as a path. */
export function along(line: readonly Point[], from: number, to: number): string {
  const picked = line.filter((_, i) => i >= from && i <= to && (i % 6 === 0 || i === from || i === to));
  return picked.map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('');
}
