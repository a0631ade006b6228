// What makes the house a thing to install, and a link to it a picture: the manifest, its icons, the page that is shown
// without a connection, the service worker, and the pictures of the games.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const read = (path) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const PICTURES = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const NIGHT = [13, 18, 48];
const BLUE = [36, 52, 143];
const GOLD = [240, 207, 122];
const RAYS = [[32, 16, 32, 21], [32, 47, 32, 52], [14, 34, 19, 34], [45, 34, 50, 34], [19.3, 21.3, 22.8, 24.8], [44.7, 21.3, 41.2, 24.8]];

const arch = (x, y, half, top) => Math.abs(x - 32) <= half && (y >= top || ((x - 32) / half) ** 2 + ((y - top) / (half === 32 ? 30 : 25)) ** 2 <= 1);
const curve = (t, from, control, to) => from * (1 - t) ** 2 + 2 * control * t * (1 - t) + to * t ** 2;
const hill = (x) => (x < 32 ? curve((x - 6) / 26, 57, 49, 55) : curve((x - 32) / 26, 55, 61, 53));
function near(x, y, [ax, ay, bx, by]) {
  const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)));
  return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay));
}

/** The colour of public/icon.svg at a place of its 64 × 64 units; null outside of it. */
function colour(x, y) {
  if (y > 64 || !arch(x, y, 32, 30)) return null;
  if (!arch(x, y, 26, 32) || y > hill(x)) return NIGHT;
  if (Math.hypot(x - 32, y - 34) <= 11 || RAYS.some((ray) => near(x, y, ray) <= 1.5)) return GOLD;
  return BLUE;
}

/** The icon as a PNG; a `full` one has no transparent corners, and its drawing lies in the middle, so that it may be cut. */
export function icon(size, full) {
  const FINE = 4; // samples of a pixel, across and down
  const rows = Buffer.alloc(size * (size * 4 + 1));
  const scale = (full ? 64 / 0.72 : 64) / size;
  const shift = full ? 32 - 32 / 0.72 : 0;
  for (let py = 0; py < size; py++) {
    for (let px = 0; px < size; px++) {
      const sum = [0, 0, 0, 0];
      for (let i = 0; i < FINE * FINE; i++) {
        const found = colour((px + ((i % FINE) + 0.5) / FINE) * scale + shift, (py + (Math.floor(i / FINE) + 0.5) / FINE) * scale + shift) ?? (full ? NIGHT : null);
        if (found) found.concat(1).forEach((part, k) => (sum[k] += part));
      }
      const at = py * (size * 4 + 1) + 1 + px * 4;
      for (let k = 0; k < 3; k++) rows[at + k] = sum[3] ? Math.round(sum[k] / sum[3]) : 0;
      rows[at + 3] = Math.round((sum[3] / FINE ** 2) * 255);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // eight bits, with transparency
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function manifest(words) {
  return {
    name: words['house.name'],
    short_name: words['house.name'],
    description: words['install.about'],
    id: './',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#0d1230',
    theme_color: '#0d1230',
    icons: [
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-full.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
}

export function installable() {
  return {
    name: 'installable',
    apply: 'build',
    generateBundle() {
      const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
      const words = JSON.parse(read('../src/words/en.json'));
      const offline = read('./offline.html').replace(/\{([a-z_.]+)\}/g, (_, key) => words[key]);
      emit('offline.html', offline);
      emit('sw.js', read('./sw.js').replace('VERSION', createHash('sha256').update(offline).digest('hex').slice(0, 12)));
      emit('manifest.webmanifest', JSON.stringify(manifest(words), null, 1));
      for (const size of [192, 512]) emit(`icon-${size}.png`, icon(size, false));
      emit('icon-full.png', icon(512, true));
      emit('icon-touch.png', icon(180, true));
      for (const name of readdirSync(PICTURES)) if (name.endsWith('.png')) emit(`preview/${name}`, readFileSync(PICTURES + name));
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: './icon-touch.png' }, injectTo: 'head' },
    ],
  };
}
