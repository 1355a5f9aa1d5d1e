/**
 * Revokes what is shared of a team that was deleted: its shares answer nothing from that moment, and by being revoked
 * their personal data goes too. A follower of the log with a checkpoint of its own: stopping it at any point loses
 * nothing, and doing a step twice changes nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventMetadata, EventStore, ExpiringStore, Feed, Log, ReadStore, RecordedEvent } from '../infra/ports.ts';
import { endedScopes } from '../projections/views/ended-scopes.ts';
import { type ShareDoc, shares } from '../projections/views/shares.ts';
import { share } from './deciders/share.ts';
import type { LinkledgerEvent, Scope } from './events.ts';
import { handle } from './handle.ts';
import { seen } from './links-in.ts';

export interface ShareAftermathDeps {
  readonly store: EventStore<LinkledgerEvent>;
  readonly feed: Feed<LinkledgerEvent>;
  readonly reads: ReadStore;
  readonly checkpoints: ExpiringStore;
  readonly log: Log;
  readonly now: () => Date;
}

const CHECKPOINT = ['follower', 'shares'] as const;
const NEVER = '9999-12-31T23:59:59.999Z';
const RETRY_MS = 1_000;

type Recorded = RecordedEvent<LinkledgerEvent>;

/** Follows the log until aborted. When a store fails it is logged, and tried again from where it stands. */
export async function followShares(deps: ShareAftermathDeps, signal: AbortSignal): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    try {
      await follow(deps, signal, () => {
        failing = false;
      });
    } catch (error) {
      if (!failing)
        deps.log.error({ err: error }, 'the shares of a deleted team cannot be revoked at the moment; trying again');
      failing = true;
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function follow(deps: ShareAftermathDeps, signal: AbortSignal, worked: () => void): Promise<void> {
  const { checkpoints, feed } = deps;
  const kept = (await checkpoints.get<number>(...CHECKPOINT)) ?? 0;
  // An older log may have been put back: what was done in it is done again, which changes nothing.
  const from = kept > (await feed.head()) ? 0 : kept;
  for await (const batch of feed.follow(from, signal)) {
    for (const event of batch) {
      await take(deps, event, signal);
      // Given up half-way: it is to be seen again.
      if (signal.aborted) return;
    }
    await checkpoints.put(...CHECKPOINT, batch.at(-1)?.position ?? from, NEVER);
    worked();
  }
}

async function take(deps: ShareAftermathDeps, event: Recorded, signal: AbortSignal): Promise<void> {
  if (event.type === 'TeamDeleted') await revokeAll(deps, `team:${event.data.teamId}`, event, signal);
  // Somebody was still sharing while the team was being deleted.
  if (event.type === 'ShareCreated') {
    const { scope } = event.data;
    if (!scope.startsWith('team:') || !(await seen(deps.reads, [endedScopes.name], event.position, signal))) return;
    if ((await deps.reads.get(endedScopes.name, scope)) !== null) await revokeAll(deps, scope, event, signal);
  }
}

async function revokeAll(deps: ShareAftermathDeps, scope: Scope, cause: Recorded, signal: AbortSignal): Promise<void> {
  const { store, reads, now } = deps;
  if (!(await seen(reads, [shares.name], cause.position, signal))) return;
  const metadata: EventMetadata = {
    actor: 'system',
    correlationId: cause.metadata.correlationId,
    causationId: cause.id,
    at: now().toISOString(),
  };
  const { rows } = await reads.find<ShareDoc>(shares.name, { where: { scope } });
  for (const { id: shareId } of rows) await handle(store, share, { type: 'RevokeShare', shareId }, metadata);
}
