/** Checks a link while a request waits for the result. */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { CheckResultAnswer } from '../../query-service/contract/answers/links.ts';
import { scheduleOfScope } from '../billing/entitlements.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { CheckReason } from '../contract/observation.ts';
import { formatReason, formatWarning, reasonDetails } from '../contract/reasons.ts';
import type { Scope } from '../contract/scope.ts';
import { streamOf } from '../model/check/decider.ts';
import type { EditableFields } from '../model/link/events.ts';
import { type CheckReplies, type CheckReply, positionAfterCheck } from './check-replies.ts';
import { requestCheck } from './request-check.ts';

/** How long a request waits for its check (infra/docs/product.md, "Checks"). */
const WAIT_MS = 30_000;

export interface CheckLinkDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly checkReplies: Pick<CheckReplies, 'watch'>;
  readonly now: () => Date;
}

/** A check that a person requests. */
interface WantedCheck {
  readonly linkId: string;
  /** The id of the check, unless another check of the link is open already. */
  readonly checkId: string;
  readonly reason: CheckReason;
  readonly metadata: EventMetadata;
}

/** Requests a check, or joins the open one, and waits up to 30 seconds for its result. */
export async function checkLink(
  deps: CheckLinkDeps,
  { linkId, checkId, reason, metadata }: WantedCheck,
  { scope, fields: { articleLink, clientLink } }: { readonly scope: Scope; readonly fields: EditableFields },
): Promise<{ readonly result: CheckResultAnswer; readonly position: number }> {
  using watch = deps.checkReplies.watch(linkId);
  const schedule = await scheduleOfScope(deps.store, scope);
  const request = { linkId, checkId, reason, articleLink, clientLink, schedule };
  const requested = await requestCheck(deps.store, request, metadata);
  const reply = await watch.outcome(requested.checkId, WAIT_MS);
  const position = reply === null ? requested.position : await positionAfterCheck(deps.store, linkId);
  return { result: presentResult(reply), position };
}

/** The fields of a check without a result, except its reason. */
const NO_RESULT = {
  status: 'pending',
  anchor: null,
  linkType: null,
  reasonCode: null,
  reasonDetails: null,
  warnings: [],
} as const;

/** The answer while a check runs, or before the scheduler requests it. */
export const RUNNING_RESULT: CheckResultAnswer = {
  ...NO_RESULT,
  reason: 'The check is still running; its result will appear by itself.',
};

function presentResult(reply: CheckReply | null): CheckResultAnswer {
  if (reply === null) return RUNNING_RESULT;
  const { verdict, observation } = reply;
  const { status, anchor, linkType, warnings = [] } = verdict;
  const details = reasonDetails(verdict.reason, observation);
  return {
    status,
    anchor,
    linkType,
    reason: formatReason(verdict.reason, details),
    reasonCode: verdict.reason,
    reasonDetails: details,
    warnings: warnings.map((each) => ({ code: each.code, text: formatWarning(each), evidence: each.evidence })),
  };
}

/** Whether a changed link is checked at once: not while an address is missing, nor before its expected day. */
export async function shouldCheckNow(
  deps: Pick<CheckLinkDeps, 'store' | 'now'>,
  linkId: string,
  fields: EditableFields,
): Promise<boolean> {
  if (lacksUrls(fields)) return false;
  if (fields.timelineDate === null || fields.timelineDate <= deps.now().toISOString().slice(0, 10)) return true;
  return (await deps.store.read(streamOf(linkId), { last: 1 })).revision >= 0;
}

/** Why a link that lacks an address is not checked. */
export const URLS_MISSING = 'There is nothing to check until the link has both of its addresses.';

/** The result of a link that is not checked now: its sentence says why. */
export function pendingResult(fields: EditableFields): CheckResultAnswer {
  const reason = lacksUrls(fields)
    ? URLS_MISSING
    : `It is checked from ${fields.timelineDate} on, the day it is expected.`;
  return { ...NO_RESULT, reason };
}

export function lacksUrls({ articleLink, clientLink }: EditableFields): boolean {
  return articleLink === '' || clientLink === '';
}
