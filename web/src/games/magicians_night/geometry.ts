// Directions and ways on the plate, in millimetres from its middle, x to the right and y upwards, as the game counts
// them: 64 headings of a stroke and 192 points of the edge, both anticlockwise from three o'clock.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const HEADINGS = 64;
export const POINTS = 192;
export const STROKE_LENGTH = 3;
/** The numbers of the actions: take a magician from 0, then these. */
export const GO_ON = 4;
export const STOP = 5;
export const ENTER = 8;
export const PUSH = ENTER + POINTS;

const TURN = 2 * Math.PI;
const around = (angle: number, parts: number): number => ((Math.round((angle / TURN) * parts) % parts) + parts) % parts;

export const away = (point: Point): number => Math.hypot(point.x, point.y);
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const along = (from: Point, angle: number, length: number): Point => ({ x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) });

/** The heading nearest to a direction. */
export const headingOf = (way: Point): number => around(Math.atan2(way.y, way.x), HEADINGS);
/** The angle of a heading, anticlockwise from the right. */
export const angleOf = (heading: number): number => (heading / HEADINGS) * TURN;
/** The point of the edge nearest to a place. */
export const edgePoint = (place: Point): number => around(Math.atan2(place.y, place.x), POINTS);
/** Where the middle of a magician lies that is laid to the edge there. */
export const entry = (point: number, plate: number, magician: number): Point => along({ x: 0, y: 0 }, (point / POINTS) * TURN, (plate + magician) / 2);
/** Where a point of the edge, or anything in that direction, lies on a clock face. */
export function hourOf(place: Point): number {
  const hour = Math.round(3 - (Math.atan2(place.y, place.x) / TURN) * 12);
  return ((((hour - 1) % 12) + 12) % 12) + 1;
}

/** The same more closely, as a clock would show it: “3:15”. */
export function clockOf(angle: number): string {
  const minutes = Math.round((3 - (angle / TURN) * 12) * 12) * 5;
  const hour = (((Math.floor(minutes / 60) - 1) % 12) + 12) % 12;
  return `${hour + 1}:${String(((minutes % 60) + 60) % 60).padStart(2, '0')}`;
}

/** The strokes from one place towards another: each in the heading nearest to the way that is left, at most `most`. */
export function strokesTo(from: Point, to: Point, most: number): number[] {
  const strokes: number[] = [];
  let at = from;
  while (strokes.length < most) {
    const left = minus(to, at);
    // A stroke that would not come nearer is not made, so a resting hand does not tremble.
    if (away(left) < 0.6 * STROKE_LENGTH) break;
    const heading = headingOf(left);
    at = along(at, angleOf(heading), STROKE_LENGTH);
    strokes.push(heading);
  }
  return strokes;
}

/** 1 when a cauldron lies exactly between the magician and the ring, −1 when the magician is on the wrong side. */
export function alignment(magician: Point, cauldron: Point): number {
  const way = minus(cauldron, magician);
  const lengths = away(way) * away(cauldron);
  return lengths === 0 ? 0 : -(way.x * cauldron.x + way.y * cauldron.y) / lengths;
}

const ROUND = 1.5; // how strongly the magician goes round the cauldron to get behind it

/** The heading that pushes a cauldron towards the ring: towards it, and round it as far as it would be pushed past. */
export function steer(magician: Point, cauldron: Point): number {
  const way = minus(cauldron, magician);
  const apart = away(way) || 1;
  const far = away(cauldron) || 1;
  const x = way.x / apart;
  const y = way.y / apart;
  return headingOf({ x: x + ROUND * (x + cauldron.x / far), y: y + ROUND * (y + cauldron.y / far) });
}

/** Where a straight way from a place leaves the plate: what is pushed off falls about there. */
export function leaves(from: Point, heading: number, radius: number): Point {
  const angle = angleOf(heading);
  const x = Math.cos(angle);
  const y = Math.sin(angle);
  const middle = from.x * x + from.y * y;
  const under = middle * middle - (from.x * from.x + from.y * from.y) + radius * radius;
  const length = under > 0 ? Math.max(0, -middle + Math.sqrt(under)) : 0;
  const place = along(from, angle, length);
  const far = away(place) || 1;
  return { x: (place.x / far) * radius, y: (place.y / far) * radius };
}
