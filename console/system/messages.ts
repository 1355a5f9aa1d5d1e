/** Texts of the page System. */
import { byEnglish } from '../../command-service/contract/languages/by-english.ts';
import english from '../languages/en/system.json' with { type: 'json' };
import { locale } from '../platform/language/language.ts';
import { textsOf, translation } from '../platform/language/translation.ts';

const { messages, labels, format, element } = translation('system', english);

export { element, format, messages };

export const LEVEL_LABELS = labels('level');

export const STATE_LABELS = labels('state');

export const PROCESS_LABELS = labels('process-state');

export const ROLE_LABELS: Readonly<Partial<Record<string, string>>> = labels('role');

export const MAIL_LABELS: Readonly<Partial<Record<string, string>>> = labels('mail');

export const LOST_LABELS = labels('lost');

/** A problem or its advice, which the server writes in English. */
export const translateProblem = byEnglish(textsOf('doctor'));

const UNITS = ['MB', 'GB', 'TB'] as const;

/** '340 MB', '12.5 GB'; decimal units. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 2));
  const size = bytes / 10 ** (6 + 3 * step);
  return `${size.toLocaleString(locale, { maximumFractionDigits: size < 100 ? 1 : 0 })} ${UNITS[step]}`;
}

/** '6 hours', '30 minutes'. */
export function formatInterval(seconds: number): string {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3_600 === 0
        ? [seconds / 3_600, 'hour']
        : [seconds / 60, 'minute'];
  return count.toLocaleString(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' });
}
