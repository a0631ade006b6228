// When something was, in the reader's language.
import { t } from '../words';
import { settings } from './settings.svelte';

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]];

/** “2 hours ago”, “yesterday”, “just now”. */
export function ago(when: number, now = Date.now()): string {
  const [unit, length] = STEPS.find(([, length]) => now - when >= length) ?? [];
  if (!unit || !length) return t('when.just_now');
  return new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' }).format(-Math.floor((now - when) / length), unit);
}

/** “3 May 2026, 20:15”. */
export const dateAndTime = (when: number): string => new Date(when).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' });

export const date = (when: number): string => new Date(when).toLocaleDateString(settings.language, { dateStyle: 'medium' });
