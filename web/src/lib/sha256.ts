// SHA-256 of a text, in hexadecimal digits. Browsers offer it only on secure pages; a phone that reaches a house in the
// same Wi-Fi over plain HTTP gets our own implementation of FIPS 180-4.

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of the square (2) or cube (3) roots of the first primes. */
function fractions(count: number, root: 2 | 3): Uint32Array {
  const found = new Uint32Array(count);
  for (let candidate = 2, n = 0; n < count; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) prime = false;
    if (!prime) continue;
    const whole = root === 2 ? Math.sqrt(candidate) : Math.cbrt(candidate);
    found[n] = (whole - Math.floor(whole)) * 2 ** 32;
    n += 1;
  }
  return found;
}

const START = fractions(8, 2);
const ROUND = fractions(64, 3);

function padded(message: Uint8Array): DataView {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(blocks.length - 4, message.length << 3);
  return view;
}

function compress(state: Uint32Array, view: DataView, offset: number): void {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const mixed = (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) + (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10));
    words[i] = words[i - 16]! + words[i - 7]! + mixed;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The hash of some bytes, computed here. */
export function sha256ByHand(message: Uint8Array): string {
  const view = padded(message);
  const state = Uint32Array.from(START);
  for (let offset = 0; offset < view.byteLength; offset += 64) compress(state, view, offset);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** The hash of a text (or of bytes), by the browser if it can. */
export async function sha256(message: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message;
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  return subtle ? hex(new Uint8Array(await subtle.digest('SHA-256', bytes))) : sha256ByHand(bytes);
}

/** Bytes from hexadecimal digits. */
export const fromHex = (digits: string): Uint8Array<ArrayBuffer> => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
