/** Texts of Link Details: facts, history, checks, screenshots. */
import type { CheckReason, LinkTypeCause } from '../../../command-service/events/observation.ts';
import english from '../../languages/en/links.details.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels } = translation('links.details', english);

export { messages };

/** Why a check was made. @param who the person who caused it, as it stands within a sentence */
export function formatCause(reason: CheckReason, who: string): string {
  switch (reason) {
    case 'added':
      return `First check, after ${who} added the link`;
    case 'edited':
      return `Checked after ${who} changed the addresses`;
    case 'manual':
      return `Rechecked by ${who}`;
    case 'batch':
      return `Status check started by ${who}`;
    case 'scheduled':
      return 'Scheduled check';
    case 'retry':
      return 'Retry of a page that could not be read';
    case 'confirm':
      return 'Confirming the last result';
    default:
      reason satisfies never;
      return '';
  }
}

/** What the next check is for, where it is not just due. */
export const NEXT_CHECK_NOTES: Readonly<Partial<Record<CheckReason, string>>> = labels('nextCheckNotes');

export const CAUSE_LABELS: Readonly<Record<LinkTypeCause, string>> = labels('cause');

/** Texts of the screenshots. */
export const screenshotMessages = labels('screenshot');

/** Texts of what a check saw. */
export const observationMessages = labels('observation');
