/** Adds a link and reports the result of its first check, which continues after the dialog is closed. */
import type { ReasonCode } from '../../../command-service/contract/observation.ts';
import type { CheckResultAnswer } from '../../../query-service/contract/answers/links.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { sendOnce } from '../../platform/api/idempotency.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { type SubmitFailure, type SubmitResult, toFailure } from '../../ui/fields/submit-result.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { foundLines, messages } from '../messages.ts';
import { formatResult, formatWarning } from '../reasons.ts';
import { messages as editMessages } from './messages.ts';

const RESULT_LABELS = {
  live: messages.addedLive,
  removed: messages.addedRemoved,
  pending: messages.addedPending,
} as const;

interface NewLink {
  readonly path: '/api/links' | '/api/campaign-links';
  readonly body: { readonly articleLink?: string | null | undefined };
  /** False for a link whose article does not exist yet: it has no result to show. */
  readonly isChecked: boolean;
  /** Maps the API's field names to those of the form. */
  readonly toFieldErrors: (fields: SubmitFailure['fields']) => SubmitFailure['fields'];
  /** The article by http, if the form added https:// to it. */
  readonly byHttp: string | null;
  readonly report: (added: AddedLink) => void;
}

/** A site without https answers so. */
const NO_HTTPS: ReadonlySet<ReasonCode | null> = new Set(['tls', 'refused']);

/** Whether the article has http:// from now on; it is checked again by itself. A failure leaves the first result. */
async function changeToHttp(id: string, articleLink: string): Promise<boolean> {
  try {
    await send('PATCH', '/api/links/:id', { params: { id }, body: { articleLink } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** A link that was added, and what its first check found. */
export interface AddedLink {
  readonly id: string;
  readonly articleLink: string;
  readonly status: CheckResultAnswer['status'];
  /** The status and its reason, or only the reason for a link that is checked later. */
  readonly lines: readonly string[];
  /** The check did not find the link. */
  readonly isBad: boolean;
}

export async function addLink({
  path,
  body,
  isChecked,
  toFieldErrors,
  byHttp,
  report,
}: NewLink): Promise<SubmitResult> {
  try {
    const { id, checkResult } = await sendOnce(path, body, (key) => send('POST', path, { body, key }));
    const { status, anchor, linkType, warnings } = checkResult;
    if (byHttp !== null && NO_HTTPS.has(checkResult.reasonCode) && (await changeToHttp(id, byHttp))) {
      report({ id, articleLink: byHttp, status, lines: [editMessages.httpInstead], isBad: false });
      return added(path);
    }
    const lines = [
      ...(isChecked ? [RESULT_LABELS[status]] : []),
      ...(status === 'live' ? [] : [formatResult(checkResult)]),
      ...foundLines(anchor, linkType),
      ...warnings.map(formatWarning),
    ];
    report({ id, articleLink: body.articleLink ?? '', status, lines, isBad: isChecked && status !== 'live' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return toFailure(error, toFieldErrors(error.fields));
  }
  return added(path);
}

function added(path: NewLink['path']): SubmitResult {
  const campaigns = path === '/api/campaign-links' ? (['campaigns'] as const) : [];
  void revalidateOwnChange(['links', 'stats', 'clients', ...campaigns]);
  return { done: true };
}

/** Shows the result in a toast, which stays if the link was not found. */
export function notifyAdded({ id, lines, isBad }: AddedLink, open: (id: string) => void): void {
  const action = { label: editMessages.open, run: () => open(id) };
  notify(messages.linkAdded, { lines, action, stays: isBad });
}
