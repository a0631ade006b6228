// The four hats as badges: their cloth and their sign.
import type { Badge } from '../../lib/identity.svelte';
import type { Sign } from './view';

const rays = Array.from({ length: 8 }, (_, i) => {
  const at = (far: number, turn: number) => `${(far * Math.sin(turn)).toFixed(2)} ${(-far * Math.cos(turn)).toFixed(2)}`;
  const turn = (i * Math.PI) / 4;
  return `M${at(5.4, turn - 0.28)}L${at(8.6, turn)}L${at(5.4, turn + 0.28)}Z`;
}).join('');

const SIGN: Record<Sign, string> = {
  sun: `M0 -4.2A4.2 4.2 0 1 1 0 4.2A4.2 4.2 0 1 1 0 -4.2Z${rays}`,
  moon: 'M4.8 -7.6A8 8 0 1 0 4.8 7.6A9.4 9.4 0 0 1 4.8 -7.6Z',
  lightning: 'M2.6 -8.6L-5.4 1.2H-0.6L-2.8 8.6L5.6 -2.2H0.8Z',
  star: 'M0 -8.4L2.3 -2.7L8.2 -2.5L3.6 1.2L5.2 7L0 3.7L-5.2 7L-3.6 1.2L-8.2 -2.5L-2.3 -2.7Z',
};
const CLOTH: Record<Sign, [string, string]> = { sun: ['#d99a1c', '#3a2400'], moon: ['#3b5cae', '#eef3ff'], lightning: ['#76479c', '#f8efff'], star: ['#bd4329', '#fff1e6'] };

/** In the dark colours are not seen: a hat is known by its glowing sign. */
export function badge(sign: Sign, light: boolean): Badge {
  const [colour, ink] = light ? CLOTH[sign] : ['#0f2417', '#b8ffc6'];
  return { colour, ink, sign: SIGN[sign] };
}
