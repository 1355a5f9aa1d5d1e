/**
 * Work driven by the clock: due checks, emptying the trash, expiring invitations, ending plans, notices, the alarm of a
 * stalled checker. While the clock is not trusted, only due checks are requested: other work cannot be undone, and
 * waits.
 */

import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { inRounds } from '../../infra/ports/process/rounds.ts';
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { links } from '../../projections/views/links/links.ts';
import type { ClockGuard } from '../clock/clock-guard.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { DomainError } from '../core/errors.ts';
import { handle } from '../core/handle.ts';
import { link } from '../model/link/decider.ts';
import { TRASH_DAYS } from '../model/link/events.ts';
import { watchdog } from '../model/watchdog/decider.ts';
import { checkerIdleMs, MAX_CHECKER_IDLE_MS } from './checker-watchdog.ts';
import { requestDueChecks } from './due-checks.ts';
import { endPlans } from './end-plans.ts';
import { expireInvitations } from './expire-invitations.ts';
import { noticeExpiries, noticeLate, noticeUnchecked } from './link-notices.ts';

/** Milliseconds that the request which adds a link has to request its first check. */
export const GRACE_MS = 5_000;
/** Milliseconds that the checker has to catch up after a downtime or a sleep, before links are noticed as unchecked. */
const CATCH_UP_MS = 60 * 60 * 1000;
/** Links in the trash read in one round; the others follow in the next. */
const BATCH = 500;

interface SchedulerDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly clock: Pick<ClockGuard, 'trusted' | 'steadySince'>;
}

/**
 * Does everything that is due now, except for links that changed in the last `graceMs`. Safe to repeat and to run twice
 * at once: no command takes effect twice. Work that cannot be undone uses exactly the time that was trusted.
 */
export async function runRound(deps: SchedulerDeps, graceMs: number): Promise<void> {
  const { now, clock } = deps;
  await requestDueChecks(deps, graceMs, metadata(now()), clock.trusted());
  const trusted = clock.trusted();
  if (trusted !== null) {
    await purgeTrash(deps, trusted);
    await noticeExpiries(deps, metadata(trusted));
    await noticeLate(deps, metadata(trusted));
    await expireInvitations(deps, metadata(trusted));
    await endPlans(deps, metadata(trusted));
  }
  const caughtUp = clock.trusted(CATCH_UP_MS);
  if (caughtUp !== null) await noticeUnchecked(deps, metadata(caughtUp));
}

/** Runs `runDue` now, and then every `everyMs` until aborted. A failure is logged, and the next round tries again. */
export async function schedule(deps: SchedulerDeps, everyMs: number, signal: AbortSignal): Promise<void> {
  const tellOfSilence = watchChecker(deps);
  // At the start no request is in progress: what a crash left undone is resumed at once.
  let graceMs = 0;
  const round = async () => {
    const grace = graceMs;
    graceMs = GRACE_MS;
    await runRound(deps, grace);
    await tellOfSilence();
  };
  const failing = 'the scheduler could not finish a round; trying again in the next round';
  await inRounds(round, everyMs, { logger: deps.logger, failing }, signal);
}

/**
 * Call the result every few seconds: it reports once, to the operator and as an event, that due checks are no longer
 * recorded, and once that they are again. It does nothing while the clock is not trusted.
 */
export function watchChecker(deps: SchedulerDeps): () => Promise<void> {
  const { store, reads, logger, clock } = deps;
  let lastReported = false;
  // The state that the stream recorded before a restart; null before the stream is read.
  let recorded: boolean | null = null;
  return async () => {
    const trusted = clock.trusted();
    if (trusted === null) return;
    const ms = await checkerIdleMs(reads, trusted, clock.steadySince());
    const silent = ms >= MAX_CHECKER_IDLE_MS;
    const hours = Math.floor(ms / (60 * 60 * 1000));
    if (silent !== recorded) {
      const command = silent ? ({ type: 'ReportSilence', hours } as const) : ({ type: 'ReportResumption' } as const);
      await handle(store, watchdog, command, metadata(trusted));
      recorded = silent;
    }
    if (silent === lastReported) return;
    lastReported = silent;
    if (silent) {
      logger.error(
        { hours },
        `nothing was checked for ${hours} hours although checks are due: is the checker running?`,
      );
    } else {
      logger.info({}, 'checks have resumed');
    }
  };
}

async function purgeTrash(deps: SchedulerDeps, now: Date): Promise<void> {
  const { rows } = await deps.reads.find(links, {
    where: { place: 'trash' },
    sort: { field: 'trashedAt', descending: false },
    limit: BATCH,
  });
  const last = new Date(now.getTime() - TRASH_DAYS * 24 * 60 * 60 * 1000).toISOString();
  for (const { id, trashedAt } of rows) {
    if (trashedAt === null || trashedAt > last) continue;
    try {
      await handle(deps.store, link, { type: 'PurgeLink', linkId: id }, metadata(now));
    } catch (error) {
      // Refused: the link was restored since the view was read.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

/** The metadata of the scheduler's events. */
export function metadata(at: Date): EventMetadata {
  const id = uuidv7();
  return { actor: 'scheduler', correlationId: id, causationId: id, at: at.toISOString() };
}
