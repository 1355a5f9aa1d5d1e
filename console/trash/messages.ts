/** Texts of the trash. */

import english from '../languages/en/trash.json' with { type: 'json' };
import { daysUntil } from '../platform/format/dates.ts';
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('trash', english);

/** 'deleted forever in 12 days'. */
export function formatPurge(purgesAt: string, now: number): string {
  const days = daysUntil(purgesAt, now);
  if (days === 0) return 'deleted forever today';
  return `deleted forever in ${days} ${days === 1 ? 'day' : 'days'}`;
}
