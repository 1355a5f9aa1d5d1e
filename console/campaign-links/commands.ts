/** Adds a link to a campaign and says what its first check saw. The work goes on when the dialog is closed. */
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import type { CheckResultAnswer } from '../../query-service/contract/answers/links.ts';
import { isDuplicate } from '../links/edit/DuplicateWarning.tsx';
import { foundLines, messages as linkWords } from '../links/messages.ts';
import { ApiError, newKey, send } from '../platform/api/client.ts';
import { revalidateOwnChange } from '../platform/live/own-changes.ts';
import type { SubmitResult } from '../ui/forms/submit-result.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { bodyOf, type CampaignLinkValues, mapFieldErrors } from './campaign-link-form.ts';

const FIRST_WORDS = {
  live: linkWords.addedLive,
  removed: linkWords.addedRemoved,
  pending: linkWords.addedPending,
} as const;

/** `duplicate`: the team has the link already. */
type AddOutcome =
  | Extract<SubmitResult, { done: true }>
  | (Extract<SubmitResult, { done: false }> & { readonly duplicate?: ApiError });

/** The last wish that got no answer: asked again with the same key, it is carried out once. */
let unanswered: { readonly wish: string; readonly key: string } | null = null;

/** @param today the reader's own day: a link that is expected later is not visited yet. */
export async function addCampaignLink(
  values: CampaignLinkValues,
  campaign: CampaignAnswer,
  today: string,
  allowDuplicate: boolean,
): Promise<AddOutcome> {
  const body = { ...bodyOf(values, campaign), ...(allowDuplicate ? { allowDuplicate } : {}) };
  const wish = JSON.stringify(body);
  const key = unanswered?.wish === wish ? unanswered.key : newKey();
  try {
    const { checkResult } = await send<{ id: string; checkResult: CheckResultAnswer }>('POST', '/api/campaign-links', {
      body,
      key,
    });
    unanswered = null;
    const visited = body.articleLink && body.clientLink && (body.timelineDate ?? today) <= today;
    notify(linkWords.linkAdded, {
      lines: [
        ...(visited ? [FIRST_WORDS[checkResult.status]] : []),
        ...(checkResult.status === 'live' ? [] : [checkResult.reason]),
        ...foundLines(checkResult.anchor, checkResult.linkType),
      ],
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    unanswered = error.status === 0 ? { wish, key } : null;
    if (error.status === 401) return { done: false, message: error.message, fields: {}, signedOut: true };
    if (isDuplicate(error)) return { done: false, message: error.message, fields: {}, duplicate: error };
    return { done: false, message: error.message, fields: mapFieldErrors(error.fields, values, 'add') };
  }
  void revalidateOwnChange(['links', 'stats', 'clients', 'campaigns']);
  return { done: true };
}
