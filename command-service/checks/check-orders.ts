/** Announces checks to the checkers: open ones first, then each as it is requested, and again while it stays open. */

import type { CheckQueue } from '../../infra/ports/process/check-queue.ts';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { pauseFor, untilDone } from '../../infra/ports/process/rounds.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type CheckDoc, checks } from '../../projections/views/links/checks.ts';
import type { CheckOrder, CheckReport } from '../contract/check-contract.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import type { CheckReason, Matching } from '../contract/observation.ts';
import { attemptsOfOpenChecks } from './check-reports.ts';

/** Age in ms at which an open check that a person requested is announced again; others: OTHERS_AGAIN_MS. */
const PERSON_AGAIN_MS = 60_000;
const OTHERS_AGAIN_MS = 10 * 60_000;
/** Milliseconds before a failed announcement is repeated. */
const RETRY_MS = 1_000;
/** The streams of checks. */
const CHECKS = { streams: ['check-'] };
/** Open checks read at once. */
const PAGE = 1_000;

export interface RelayDeps {
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  /** Stores the count of attempts that ended a checker. */
  readonly state: Pick<DurableStore, 'listOf'>;
  readonly checks: Pick<CheckQueue<CheckOrder, CheckReport>, 'announce'>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Milliseconds after which an open check is announced again. Default: one minute for a person's, ten for others. */
  readonly againMs?: { readonly person: number; readonly others: number };
}

/**
 * Announces checks until aborted, and retries when a store fails. A check that is announced twice, or after its report,
 * does no harm: another report changes nothing.
 */
export async function announceChecks(deps: RelayDeps, signal: AbortSignal): Promise<void> {
  const { person, others } = deps.againMs ?? { person: PERSON_AGAIN_MS, others: OTHERS_AGAIN_MS };
  await Promise.all([
    keepTrying(deps, signal, () => announceNew(deps, signal)),
    announceAgain(deps, person, isForPerson, signal),
    announceAgain(deps, others, (reason) => !isForPerson(reason), signal),
  ]);
}

/** Announces the checks that are open now, then each new one as it is requested. */
async function announceNew(deps: RelayDeps, signal: AbortSignal): Promise<void> {
  // Reads the position first: a check requested between the two reads is then announced twice rather than never.
  const position = await deps.reads.position(checks);
  await announceOpen(deps, () => true, signal);
  for await (const batch of deps.feed.follow(position, signal, CHECKS)) {
    const orders = batch.flatMap((event): CheckOrder[] => {
      if (event.type !== 'CheckRequested') return [];
      const { correlationId } = event.metadata;
      return [{ ...orderOf(event.data), correlationId }];
    });
    if (orders.length > 0) await deps.checks.announce(orders, signal);
  }
}

/** Every `everyMs`, announces the chosen checks that have been open for at least that time. */
async function announceAgain(
  deps: RelayDeps,
  everyMs: number,
  isChosen: (reason: CheckReason) => boolean,
  signal: AbortSignal,
): Promise<void> {
  // A check dated in the future was requested while the clock was ahead: its age is unknown.
  const isOld = (since: string) => Math.abs(deps.now().getTime() - Date.parse(since)) >= everyMs;
  while (!signal.aborted) {
    await pauseFor(everyMs, signal);
    await keepTrying(deps, signal, () =>
      announceOpen(deps, ({ reason, since }) => isChosen(reason) && isOld(since), signal),
    );
  }
}

async function announceOpen(
  { reads, state, checks: queue }: RelayDeps,
  isChosen: (doc: CheckDoc) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const attempts = await attemptsOfOpenChecks(state);
  for (let after = ''; !signal.aborted; ) {
    const { rows } = await reads.find(checks, { where: { state: 'open' }, after, limit: PAGE, countUpTo: 1 });
    const orders = rows.filter(isChosen).flatMap((doc): CheckOrder[] => {
      const { id: linkId, checkId, requested } = doc;
      if (checkId === null) return [];
      // The other fields of `requested` may be about earlier addresses.
      const { matching, look, articleEnd } = requested ?? {};
      const order = orderOf({ ...doc, linkId, checkId, matching, look, articleEnd });
      return [{ ...order, attempts: attempts.get(checkId) ?? 0 }];
    });
    if (orders.length > 0) await queue.announce(orders, signal);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

interface OrderedCheck extends Pick<CheckOrder, 'linkId' | 'checkId' | 'articleLink' | 'clientLink'> {
  readonly reason: CheckReason;
  readonly matching?: Matching | undefined;
  readonly look?: true | undefined;
  readonly articleEnd?: string | undefined;
}

/** The order for a requested check. Names every outgoing field, because the argument may have others. */
function orderOf(requested: OrderedCheck): CheckOrder {
  const { linkId, checkId, articleLink, clientLink, reason, matching, look, articleEnd } = requested;
  const how = { ...(matching && { matching }), ...(look && { look }), ...(articleEnd && { articleEnd }) };
  return { linkId, checkId, articleLink, clientLink, reason, ...how };
}

/** Whether a person, or a job that a person started, waits for the result. */
function isForPerson(reason: CheckReason): boolean {
  return reason !== 'scheduled' && reason !== 'retry' && reason !== 'confirm';
}

function keepTrying({ logger }: RelayDeps, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const failing = 'checks cannot be announced to the checkers now; trying again';
  return untilDone(work, RETRY_MS, { logger, failing }, signal);
}
