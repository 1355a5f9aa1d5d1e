/** Texts of the public share page (infra/docs/product.md, "Shares"). */

import english from '../languages/en/share-page.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';
import type { ShownSharedStatus } from './shared-view.ts';

const { messages, labels, format, element } = translation('share-page', english);

export { element, format, messages };

/** 'As of Nov 23, 2026, links live since Mar 3, 2026.'; without the period if it is not known. */
export function formatPeriod(today: string, since: string | null): string {
  return since === null ? format('asOf', { today }) : format('asOfSince', { today, since });
}

export const SHARED_STATUS_LABELS: Readonly<Record<ShownSharedStatus, string>> = labels('sharedStatus');

/** What each status means. */
export const STATUS_MEANINGS: Readonly<Record<ShownSharedStatus, string>> = labels('how');

/** '44 of 48 backlinks are live.' */
export function formatSummary(live: number, total: number): string {
  if (total === 0) return messages['summary.none'];
  return live === total ? format('summary.all', { total }) : format('summary.some', { live, total });
}

/** 'Too many wrong attempts. You can try again in 2 minutes.' In steps, so that it is not read out every second. */
export function formatWait(seconds: number): string {
  if (seconds > 90) return format('waitMinutes', { count: Math.ceil(seconds / 60) });
  return format('waitSeconds', { count: Math.max(1, Math.ceil(seconds / 5)) * 5 });
}
