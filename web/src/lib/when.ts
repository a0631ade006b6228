// When something was, in the reader's language.
import { settings } from './settings.svelte';

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]];

/** “2 hours ago”, “yesterday”. */
export function ago(when: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' });
  const [unit, length] = STEPS.find(([, length]) => now - when >= length) ?? ['minute' as const, 60_000];
  return unit === 'minute' && now - when < length ? words.format(0, 'second') : words.format(-Math.floor((now - when) / length), unit);
}

/** “3 May 2026, 20:15”. */
export const dateAndTime = (when: number): string => new Date(when).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' });

export const date = (when: number): string => new Date(when).toLocaleDateString(settings.language, { dateStyle: 'medium' });
