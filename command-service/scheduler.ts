/** What happens without anybody asking: checks that a crash left unrequested, links that stay too long in the trash. */
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { EventMetadata, EventStore, Log, ReadStore } from '../infra/ports.ts';
import type { CheckDoc } from '../projections/views/checks.ts';
import type { LinkDoc } from '../projections/views/links.ts';
import { check } from './deciders/check.ts';
import { link } from './deciders/link.ts';
import { Refusal } from './errors.ts';
import type { LinkledgerEvent } from './events.ts';
import { handle } from './handle.ts';

/** How long a link stays in the trash (spec 9). */
export const TRASH_DAYS = 30;

/** A link added this recently is still in the hands of the request that added it, in milliseconds. */
export const GRACE_MS = 5_000;
/** Links looked at in one go; the rest has its turn in the next. */
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
  await requestWantedChecks(deps, graceMs);
  await purgeTrash(deps);
}

/** Runs `runDue` now and then every `everyMs` until aborted. A failure is logged, and the next round tries again. */
export async function schedule(deps: SchedulerDeps, everyMs: number, signal: AbortSignal): Promise<void> {
  // At the start no request is under way: what a crash left undone is taken up at once.
  for (let graceMs = 0; !signal.aborted; graceMs = GRACE_MS) {
    try {
      await runDue(deps, graceMs);
    } catch (error) {
      deps.log.error({ err: error }, 'the scheduler could not finish its round; it tries again in the next');
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

async function requestWantedChecks(deps: SchedulerDeps, graceMs: number): Promise<void> {
  const { rows } = await deps.reads.find<CheckDoc>('checks', {
    where: { state: 'wanted', place: 'active' },
    sort: { field: 'since', descending: false },
    limit: BATCH,
  });
  const settled = new Date(deps.now().getTime() - graceMs).toISOString();
  for (const { id, reason, articleLink, clientLink, since } of rows) {
    if (since > settled) continue;
    const command = { type: 'RequestCheck', linkId: id, checkId: uuidv7(), reason, articleLink, clientLink } as const;
    await handle(deps.store, check, command, metadata(deps));
  }
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
