/**
 * What happens without anybody asking: checks that are due, links that stay too long in the trash, invitations that have
 * expired, notices, an alarm.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata, EventStore, Log, ReadStore } from '../infra/ports.ts';
import type { LinkDoc } from '../projections/views/links.ts';
import { link } from './deciders/link.ts';
import { silence } from './deciders/silence.ts';
import { Refusal } from './errors.ts';
import type { LinkledgerEvent } from './events.ts';
import { handle } from './handle.ts';
import { takeBackLapsed } from './lapsed-invitations.ts';
import { noticeExpiries, noticeUnchecked } from './notices.ts';
import { requestDueChecks } from './request-due.ts';
import { checksSilentMs, SILENCE_LIMIT_MS } from './silence.ts';

/** How long a link stays in the trash (infra/docs/product.md, "Trash"). */
export const TRASH_DAYS = 30;

/** A link added this recently is still in the hands of the request that added it, in milliseconds. */
export const GRACE_MS = 5_000;
/** A process that was down may be behind by days: so long the checker has to make up for it before links are named. */
const CATCH_UP_MS = 60 * 60 * 1000;
/** Links in the trash looked at in one go; the rest has its turn in the next. */
const BATCH = 500;

export interface SchedulerDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly log: Log;
  readonly now: () => Date;
}

/**
 * Does what is due now, leaving alone what changed in the last `graceMs`. Safe to repeat and to run twice at once: every
 * step is a command that changes nothing twice.
 */
export async function runDue(deps: SchedulerDeps, graceMs: number): Promise<void> {
  await requestDueChecks(deps, graceMs, metadata(deps));
  await purgeTrash(deps);
  await noticeExpiries(deps, metadata(deps));
  await takeBackLapsed(deps, metadata(deps));
}

/** Runs `runDue` now and then every `everyMs` until aborted. A failure is logged, and the next round tries again. */
export async function schedule(deps: SchedulerDeps, everyMs: number, signal: AbortSignal): Promise<void> {
  const tellOfSilence = silenceTeller(deps);
  const startedAt = deps.now().getTime();
  // At the start no request is under way: what a crash left undone is taken up at once.
  for (let graceMs = 0; !signal.aborted; graceMs = GRACE_MS) {
    try {
      await runDue(deps, graceMs);
      // A process that was down may be behind by days; by its second round the checker has had its chance.
      if (graceMs > 0) await tellOfSilence();
      if (deps.now().getTime() - startedAt >= CATCH_UP_MS) await noticeUnchecked(deps, metadata(deps));
    } catch (error) {
      deps.log.error({ err: error }, 'the scheduler could not finish its round; it tries again in the next');
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * To be called now and then: says once when checks that are due are not done any more, and once when they are again, to
 * the operator and in the log that people are told from.
 */
export function silenceTeller(deps: SchedulerDeps): () => Promise<void> {
  const { store, reads, log, now } = deps;
  let told = false;
  // What was said before a restart stands in the log.
  let recorded: boolean | null = null;
  return async () => {
    const ms = await checksSilentMs(reads, now());
    const silent = ms >= SILENCE_LIMIT_MS;
    const hours = Math.floor(ms / (60 * 60 * 1000));
    if (silent !== recorded) {
      const command = silent ? ({ type: 'ReportSilence', hours } as const) : ({ type: 'ReportResumption' } as const);
      await handle(store, silence, command, metadata(deps));
      recorded = silent;
    }
    if (silent === told) return;
    told = silent;
    if (silent) {
      log.error({ hours }, `nothing was checked for ${hours} hours although checks are due: is the checker running?`);
    } else {
      log.info({}, 'checks that are due are done again');
    }
  };
}

async function purgeTrash(deps: SchedulerDeps): Promise<void> {
  const { rows } = await deps.reads.find<LinkDoc>('links', {
    where: { place: 'trash' },
    sort: { field: 'trashedAt', descending: false },
    limit: BATCH,
  });
  const last = new Date(deps.now().getTime() - TRASH_DAYS * 24 * 60 * 60 * 1000).toISOString();
  for (const { id, trashedAt } of rows) {
    if (trashedAt === null || trashedAt > last) continue;
    try {
      await handle(deps.store, link, { type: 'PurgeLink', linkId: id }, metadata(deps));
    } catch (error) {
      // Restored since the view was read: then it is not to be purged.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

function metadata({ now }: SchedulerDeps): EventMetadata {
  const id = uuidv7();
  return { actor: 'scheduler', correlationId: id, causationId: id, at: now().toISOString() };
}
