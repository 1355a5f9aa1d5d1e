/** Judges the newest check of a link again (infra/docs/product.md, "Judging again"). */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import { isOf, type LinkledgerEvent } from '../contract/events.ts';
import type { Matching, Observation, Verdict } from '../contract/observation.ts';
import { handle, load } from '../core/handle.ts';
import type { JudgeAgain } from '../model/check/commands.ts';
import { check, streamOf } from '../model/check/decider.ts';
import type { CheckEvent } from '../model/check/events.ts';

/** Applies the checker's rules to a past observation; null if it does not suffice. */
export type Judge = (matching: Matching, observation: Observation, clientLink: string) => Verdict | null;

export interface JudgeDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly judge: Judge;
}

/** Enough for the newest check and its request, unless the schedule changed often. */
const RECENT = 8;

/** The command for a link, or the reason why it cannot be judged. */
type Prepared = JudgeAgain | 'needs-visit' | 'never-checked';

async function prepare({ store, judge }: JudgeDeps, linkId: string, judgingId: string, matching: Matching) {
  const newest = (await newestCheck(store, linkId, { last: RECENT })) ?? (await newestCheck(store, linkId));
  if (newest === null) return 'never-checked';
  const { checkId, observation, clientLink } = newest;
  const verdict = judge(matching, observation, clientLink);
  if (verdict === null) return 'needs-visit';
  return { type: 'JudgeAgain', linkId, judgingId, checkId, observation, verdict } satisfies Prepared;
}

async function newestCheck(store: EventStore<LinkledgerEvent>, linkId: string, range?: { readonly last: number }) {
  const { events } = await store.read(streamOf(linkId), range);
  const checks = events.filter((event) => isOf(event, 'check'));
  const checked = checks.findLast(({ type }) => type === 'LinkChecked');
  if (checked?.type !== 'LinkChecked') return null;
  const { checkId, observation } = checked.data;
  const requested = checks.findLast(({ type, data }) => type === 'CheckRequested' && data.checkId === checkId);
  return requested?.type === 'CheckRequested' ? { checkId, observation, clientLink: requested.data.clientLink } : null;
}

/** The events that judging the link again would record; writes nothing. */
export async function previewJudging(
  deps: JudgeDeps,
  linkId: string,
  matching: Matching,
): Promise<readonly CheckEvent[] | 'needs-visit' | 'never-checked'> {
  const prepared = await prepare(deps, linkId, '', matching);
  if (typeof prepared === 'string') return prepared;
  const { state } = await load(deps.store, check, streamOf(linkId));
  return check.decide(state, prepared);
}

/** Judges the link again. Returns the position of the last event, 0 without an event, or why it cannot be judged. */
export async function judgeLink(
  deps: JudgeDeps,
  linkId: string,
  judgingId: string,
  matching: Matching,
  metadata: EventMetadata,
): Promise<number | 'needs-visit' | 'never-checked'> {
  const prepared = await prepare(deps, linkId, judgingId, matching);
  if (typeof prepared === 'string') return prepared;
  const { changed, position } = await handle(deps.store, check, prepared, metadata);
  return changed ? position : 0;
}
