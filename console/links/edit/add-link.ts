/** Adds a link and shows the result of its first check in a toast. The check continues after the dialog is closed. */
import { ApiError, send } from '../../platform/api/client.ts';
import { sendOnce } from '../../platform/api/idempotency.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { type SubmitFailure, type SubmitResult, toFailure } from '../../ui/fields/submit-result.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { foundLines, messages } from '../messages.ts';
import { formatResult, formatWarning } from '../reasons.ts';

const RESULT_LABELS = {
  live: messages.addedLive,
  removed: messages.addedRemoved,
  pending: messages.addedPending,
} as const;

interface NewLink {
  readonly path: '/api/links' | '/api/campaign-links';
  readonly body: object;
  /** False for a link whose article does not exist yet: it has no result to show. */
  readonly isChecked?: boolean;
  /** Maps the API's field names to those of the form. */
  readonly toFieldErrors: (fields: SubmitFailure['fields']) => SubmitFailure['fields'];
}

export async function addLink({ path, body, isChecked = true, toFieldErrors }: NewLink): Promise<SubmitResult> {
  try {
    const { checkResult } = await sendOnce(path, body, (key) => send('POST', path, { body, key }));
    notify(messages.linkAdded, {
      lines: [
        ...(isChecked ? [RESULT_LABELS[checkResult.status]] : []),
        ...(checkResult.status === 'live' ? [] : [formatResult(checkResult)]),
        ...foundLines(checkResult.anchor, checkResult.linkType),
        ...checkResult.warnings.map(formatWarning),
      ],
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return toFailure(error, toFieldErrors(error.fields));
  }
  const campaigns = path === '/api/campaign-links' ? (['campaigns'] as const) : [];
  void revalidateOwnChange(['links', 'stats', 'clients', ...campaigns]);
  return { done: true };
}
