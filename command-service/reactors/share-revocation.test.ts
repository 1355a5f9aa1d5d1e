import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../../infra/engines/embedded/log/event-log.ts';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import {
  EventBuilder,
  recordingLog,
  reportDefined,
  shareCreated,
  writeAll,
} from '../../infra/testing/event-builder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { shares } from '../../projections/views/people/shares.ts';
import { reports } from '../../projections/views/reports/reports.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { runReactor } from './run-reactor.ts';
import { shareRevocation } from './share-revocation.ts';

const now = () => new Date('2026-03-10T12:00:00.000Z');
const teamDeleted = (teamId: string) =>
  ({
    type: 'TeamDeleted',
    stream: `team-${teamId}`,
    data: { teamId, ownerId: 'ann', memberIds: [], invitationIds: [] },
  }) as const;

function open(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shares-'));
  const store = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), [shares, reports, closedScopes]);
  const durable = openDurableStores(path.join(folder, 'durable.db'), now);
  const logger = recordingLog();
  const projections = startProjections([shares, reports, closedScopes], { feed: store, reads, logger });
  const events = new EventBuilder();
  let failures = 0;
  const idsIn = (view: typeof shares | typeof reports, count: number) =>
    waitUntil(async () => {
      const { rows } = await (view === shares ? reads.find(shares, {}) : reads.find(reports, {}));
      return rows.length === count && (await reads.position(view)) === (await store.head())
        ? rows.map(({ id }) => id).toSorted()
        : null;
    });
  let follower = { stop: async () => {} };
  const failing: EventStore<LinkledgerEvent> = {
    read: (stream) => store.read(stream),
    append: async (...given) => {
      if (failures-- > 0) throw new Error('disk full');
      return store.append(...given);
    },
  };
  t.teardown(async () => {
    await follower.stop();
    await projections.stop();
    await store.close();
    reads.close();
    durable.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    log: logger,
    failTimes: (times: number) => {
      failures = times;
    },
    given: (...given: Parameters<EventBuilder['add']>[0][]) =>
      writeAll(
        store,
        given.map((event) => events.add(event)),
      ),
    /** Starts to follow the log; returns the function that stops. */
    follow() {
      const stopping = new AbortController();
      const deps = { store: failing, feed: store, reads, ...durable, logger, now };
      const ended = runReactor(deps, shareRevocation(deps), stopping.signal);
      follower = {
        async stop() {
          stopping.abort();
          await ended;
        },
      };
      return follower.stop;
    },
    /** The open shares, once the view includes everything and has `count` of them. */
    openShares: (count: number) => idsIn(shares, count),
    openReports: (count: number) => idsIn(reports, count),
    checkpoint: () => durable.checkpoints.get('shares'),
    head: () => store.head(),
  };
}

test('the deletion of a team revokes its shares, and no others', async (t) => {
  const world = open(t);
  world.follow();
  await world.given(
    shareCreated('s1', { scope: 'team:t1' }),
    shareCreated('s2', { scope: 'team:t1' }),
    shareCreated('s3', { scope: 'team:t2' }),
    shareCreated('s4', { scope: 'user:ann' }),
    teamDeleted('t1'),
  );
  t.deepEqual(await world.openShares(2), ['s3', 's4']);
});

test('the deletion of a team deletes its reports, also one that came while the team was being deleted', async (t) => {
  const world = open(t);
  const scope = 'team:t1';
  await world.given(
    ...[reportDefined('r1', { scope }), teamDeleted('t1'), reportDefined('r2', { scope }), reportDefined('r3')],
  );
  world.follow();
  t.deepEqual(await world.openReports(1), ['r3']);
});

test('a share that was created while the team was being deleted is revoked as well', async (t) => {
  const world = open(t);
  await world.given(teamDeleted('t1'), shareCreated('s1', { scope: 'team:t1' }), shareCreated('s2'));
  world.follow();
  t.deepEqual(await world.openShares(1), ['s2']);
});

test('a failing store is retried and logged once, and a restart resumes', async (t) => {
  const world = open(t);
  world.failTimes(1);
  await world.given(shareCreated('s1', { scope: 'team:t1' }), teamDeleted('t1'));
  const stop = world.follow();
  t.deepEqual(await world.openShares(0), []);
  t.is(world.log.lines.length, 1);
  await waitUntil(async () => (await world.checkpoint()) === (await world.head()));
  await stop();
  await world.given(shareCreated('s6', { scope: 'team:t6' }), teamDeleted('t6'));
  world.follow();
  await waitUntil(async () => (await world.checkpoint()) === (await world.head()));
  t.deepEqual(await world.openShares(0), []);
});
