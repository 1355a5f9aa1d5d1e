/** Texts of status checks and of the upgrade dialog. */
import type { StatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';
import english from '../languages/en/status-checks.json' with { type: 'json' };
import { formatLinks } from '../platform/format/counts.ts';
import { translation } from '../platform/language/translation.ts';

export const { messages } = translation('status-checks', english);

/** 'Checks 45 links': what the button does. */
export function formatReady(links: number): string {
  return `Checks ${formatLinks(links)}`;
}

/** 'Checking 12/40'. */
export function formatChecking({ done, total }: Pick<StatusCheckAnswer, 'done' | 'total'>): string {
  return `Checking ${done.toLocaleString('en')}/${total.toLocaleString('en')}`;
}

/** '38 live · 1 removed · 1 pending'. */
export function formatOutcome({ live, removed, pending }: Pick<StatusCheckAnswer, 'live' | 'removed' | 'pending'>) {
  return `${live.toLocaleString('en')} live · ${removed.toLocaleString('en')} removed · ${pending.toLocaleString('en')} pending`;
}
