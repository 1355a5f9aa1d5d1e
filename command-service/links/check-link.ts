/** The check whose result a request waits for. */
import type { RequestContext } from '../../infra/http/request-context.ts';
import type { CheckResultAnswer } from '../../query-service/contract/answers/links.ts';
import { scheduleOfLink } from '../billing/entitlements.ts';
import { check, streamOf } from '../deciders/check.ts';
import type { EditableFields } from '../events/link.ts';
import type { CheckReason } from '../events/observation.ts';
import { handle } from '../handle.ts';
import type { CommandDeps } from '../http/deps.ts';
import { metadataOf } from '../http/request.ts';
import { formatReason } from '../reasons.ts';
import type { CheckReply } from './check-replies.ts';

/** How long a request waits for its check (infra/docs/product.md, "Checks"). */
const WAIT_MS = 30_000;

/** Asks for a check, or joins the one under way, and waits for what it sees. */
export async function checkLink(
  deps: CommandDeps,
  ctx: RequestContext,
  userId: string,
  linkId: string,
  { articleLink, clientLink }: EditableFields,
  reason: CheckReason,
): Promise<{ readonly result: CheckResultAnswer; readonly position: number }> {
  using watch = deps.outcomes.watch(linkId);
  const asked = ctx.state.newId();
  const timetable = await scheduleOfLink(deps.store, linkId);
  const request = await handle(
    deps.store,
    check,
    { type: 'RequestCheck', linkId, checkId: asked, reason, articleLink, clientLink, timetable },
    metadataOf(ctx, userId, deps.now),
  );
  const outcome = await watch.outcome(request.state.open?.checkId ?? asked, WAIT_MS);
  return { result: presentResult(outcome), position: outcome?.position ?? request.position };
}

function presentResult(outcome: CheckReply | null): CheckResultAnswer {
  if (outcome === null) {
    const reason = 'The check is still going on; its result will appear by itself.';
    return { status: 'pending', anchor: null, linkType: null, reason };
  }
  const { verdict, observation } = outcome.checked;
  const reason = formatReason(verdict.reason, observation);
  return { status: verdict.status, anchor: verdict.anchor, linkType: verdict.linkType, reason };
}

/**
 * Whether a link is visited now without anybody asking for it: not while an address is missing, nor before the day it is
 * expected.
 */
export async function shouldCheckNow(
  deps: Pick<CommandDeps, 'store' | 'now'>,
  linkId: string,
  fields: EditableFields,
): Promise<boolean> {
  if (lacksUrls(fields)) return false;
  if (fields.timelineDate === null || fields.timelineDate <= deps.now().toISOString().slice(0, 10)) return true;
  return (await deps.store.read(streamOf(linkId))).revision >= 0;
}

/** Why a link that lacks an address is not checked. */
export const UNADDRESSED = 'There is nothing to check until the link has both of its addresses.';

/** Says so in the place of a result. */
export function pendingResult(fields: EditableFields): CheckResultAnswer {
  const reason = lacksUrls(fields)
    ? UNADDRESSED
    : `It is checked from ${fields.timelineDate} on, the day it is expected.`;
  return { status: 'pending', anchor: null, linkType: null, reason };
}

export function lacksUrls({ articleLink, clientLink }: EditableFields): boolean {
  return articleLink === '' || clientLink === '';
}
