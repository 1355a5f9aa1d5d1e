/** Texts of status checks and of the upgrade dialog. */
import type { StatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';
import english from '../languages/en/status-checks.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format, element } = translation('status-checks', english);

export { element, format, messages };

/** 'Checking 12/40'. */
export function formatChecking({ done, total }: Pick<StatusCheckAnswer, 'done' | 'total'>): string {
  return format('checking', { done, total });
}

/** '38 live · 1 removed · 1 pending'. */
export function formatOutcome({ live, removed, pending }: Pick<StatusCheckAnswer, 'live' | 'removed' | 'pending'>) {
  return format('outcome', { live, removed, pending });
}

/** '412 checks, 301 visits'; null if no visit was saved, or none was counted. */
export function formatVisits({ visited }: Pick<StatusCheckAnswer, 'visited'>): string | null {
  return visited === null || visited.visits >= visited.checks ? null : format('visits', { ...visited });
}
