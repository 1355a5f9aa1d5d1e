/** Adds a link and says what its first check saw. The work goes on when the dialog is closed. */
import type { CheckResultAnswer } from '../../../query-service/contract/answers/links.ts';
import { ApiError, newKey, send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import type { SubmitResult } from '../../ui/forms/submit-result.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { foundLines, messages } from '../messages.ts';
import { isDuplicate } from './DuplicateWarning.tsx';
import { type LinkFormValues, toRequestBody } from './link-form-values.ts';

const FIRST_WORDS = {
  live: messages.addedLive,
  removed: messages.addedRemoved,
  pending: messages.addedPending,
} as const;

/** `duplicate`: the list has the link already. */
type AddOutcome =
  | Extract<SubmitResult, { done: true }>
  | (Extract<SubmitResult, { done: false }> & { readonly duplicate?: ApiError });

/** The last wish that got no answer: asked again with the same key, it is carried out once. */
let unanswered: { readonly wish: string; readonly key: string } | null = null;

export async function addLink(values: LinkFormValues, allowDuplicate: boolean): Promise<AddOutcome> {
  const body = { ...toRequestBody(values), ...(allowDuplicate ? { allowDuplicate } : {}) };
  const wish = JSON.stringify(body);
  const key = unanswered?.wish === wish ? unanswered.key : newKey();
  try {
    const { checkResult } = await send<{ id: string; checkResult: CheckResultAnswer }>('POST', '/api/links', {
      body,
      key,
    });
    unanswered = null;
    notify(messages.linkAdded, {
      lines: [
        FIRST_WORDS[checkResult.status],
        ...(checkResult.status === 'live' ? [] : [checkResult.reason]),
        ...foundLines(checkResult.anchor, checkResult.linkType),
      ],
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    unanswered = error.status === 0 ? { wish, key } : null;
    if (error.status === 401) return { done: false, message: error.message, fields: {}, signedOut: true };
    if (isDuplicate(error)) return { done: false, message: error.message, fields: {}, duplicate: error };
    return { done: false, message: error.message, fields: error.fields };
  }
  void revalidateOwnChange(['links', 'stats', 'clients']);
  return { done: true };
}
