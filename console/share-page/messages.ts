/** Texts of the public share page (infra/docs/product.md, "Shares"). */

import english from '../languages/en/share-page.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';
import type { ShownSharedStatus } from './shared-view.ts';

const { messages, labels, format } = translation('share-page', english);

export { messages };

/** 'Backlink report: client.example', the title of the page. */
export function formatReportTitle(clientDomain: string): string {
  return `${messages.report}: ${clientDomain}`;
}

/** 'Backlink report, prepared by Fairwind Outreach'. */
export function formatPreparedBy(name: string): string {
  return format('preparedBy', { name });
}

/** 'As of Nov 23, 2026, links live since Mar 3, 2026'; without the period if it is not known. */
export function formatPeriod(today: string, since: string | null): string {
  return since === null ? `As of ${today}` : `As of ${today}, links live since ${since}`;
}

/** 'The first 25 of 2,345 backlinks'. */
export function formatPart(shown: number, found: number): string {
  return `The first ${shown.toLocaleString('en')} of ${found.toLocaleString('en')} backlinks`;
}

export const SHARED_STATUS_LABELS: Readonly<Record<ShownSharedStatus, string>> = labels('sharedStatus');

/** '3 not found yet': the part of lost links that were never live; null for none. */
export function formatNotFound(notFound: number): string | null {
  return notFound === 0 ? null : `${notFound.toLocaleString('en')} not found yet`;
}

/** '44 of 48 backlinks are live.' */
export function formatSummary(live: number, total: number): string {
  const backlinks = total === 1 ? 'backlink' : 'backlinks';
  if (total === 0) return 'No backlinks yet.';
  if (live === total)
    return total === 1 ? 'The backlink is live.' : `All ${total.toLocaleString('en')} backlinks are live.`;
  return `${live.toLocaleString('en')} of ${total.toLocaleString('en')} ${backlinks} ${live === 1 ? 'is' : 'are'} live.`;
}

/** 'Too many wrong attempts. You can try again in 2 minutes.' In steps, so that it is not read out every second. */
export function formatWait(seconds: number): string {
  const [many, unit] =
    seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [Math.max(1, Math.ceil(seconds / 5)) * 5, 'second'];
  return `Too many wrong attempts. You can try again in ${many} ${many === 1 ? unit : `${unit}s`}.`;
}
