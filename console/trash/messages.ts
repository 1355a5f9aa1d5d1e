/** Texts of the trash. */

import english from '../languages/en/trash.json' with { type: 'json' };
import { daysUntil } from '../platform/format/dates.ts';
import { translation } from '../platform/language/translation.ts';

const { messages, format, element } = translation('trash', english);

export { element, format, messages };

/** 'deleted forever in 12 days'. */
export function formatPurge(purgesAt: string, now: number): string {
  const days = daysUntil(purgesAt, now);
  return days === 0 ? messages.purgedToday : format('purgedIn', { days });
}
