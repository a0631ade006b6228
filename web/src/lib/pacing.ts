// How long each event at a table stays on screen before the next one is shown.

const SHORTEST = 800; // milliseconds for the shortest sentence at normal pace
const LONGEST = 2600;
const GLANCE = 450;
const LETTER = 22;

/**
 * Long enough for what moves (`moving` milliseconds) and for the words to be read, whether things move or not. Without
 * words (one's own doing, or a table that plays at once) only the motion takes time.
 */
export function holdFor(words: string, moving: number, { pace, reading }: { pace: number; reading: number }): number {
  const read = words === '' ? 120 * pace : Math.min(LONGEST, Math.max(SHORTEST, GLANCE + LETTER * words.length)) * reading;
  return Math.max(moving, read);
}
