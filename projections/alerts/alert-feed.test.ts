/** Read marks of alerts, on a real read store and a real store of marks. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { array, assert, asyncProperty, constant, nat, oneof, record } from 'fast-check';
import { openSqliteExpiring } from '../../infra/engines/embedded/stores/expiring-store.ts';
import { openSqliteViews } from '../../infra/engines/embedded/views/view-store.ts';
import { allViews } from '../views/all-views.ts';
import { type AlertRow, alertFeed, alerts } from '../views/links/alerts.ts';
import { readAlertFeed } from './alert-feed.ts';
import { deleteReadMarks, markAlertsRead, markAllAlertsRead } from './read-marks.ts';

const NOW = new Date('2026-03-10T12:00:00.000Z');
let people = 0;

function world(t: ExecutionContext) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'alert-feed-'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const marks = openSqliteExpiring(path.join(folder, 'sessions.db'), () => NOW);
  t.teardown(() => {
    reads.close();
    marks.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    reads,
    marks,
    /** Raises one more alert for a person. */
    async happens(userId: string, { at = '2026-03-09T10:00:00.000Z' } = {}): Promise<string> {
      const before = await reads.position(alerts);
      const position = before + 1;
      const audience = `user:${userId}` as const;
      const row: AlertRow = {
        id: `${audience} a${position}`,
        alertId: `a${position}`,
        audience,
        type: 'removed',
        position,
        at,
        movedAt: '',
        doc: 'l1',
        userId: '',
        warnings: '',
        addedAt: '',
      };
      await reads.commit(alerts, before, position, [{ companion: alertFeed, id: row.id, doc: row }]);
      return row.alertId;
    },
    feed: (userId: string) => readAlertFeed(reads, marks, userId, NOW),
    unread: async (userId: string) =>
      (await readAlertFeed(reads, marks, userId, NOW)).flatMap(({ id, read }) => (read ? [] : id)),
    position: () => reads.position(alerts),
  };
}

test('marks in any order make exactly the marked alerts read', async (t) => {
  const { happens, feed, unread, marks, position } = world(t);
  const step = oneof(
    record({ kind: constant('happens' as const) }),
    record({ kind: constant('one' as const), which: nat(20) }),
    record({ kind: constant('some' as const), which: array(nat(20), { maxLength: 4 }) }),
    record({ kind: constant('all' as const) }),
  );
  await assert(
    asyncProperty(array(step, { maxLength: 25 }), async (steps) => {
      const userId = `person${++people}`;
      const there: string[] = [];
      const read = new Set<string>();
      for (const step of steps) {
        if (step.kind === 'happens') there.push(await happens(userId));
        else if (step.kind === 'all') {
          await markAllAlertsRead(marks, userId, await position(), NOW);
          for (const id of there) read.add(id);
        } else {
          const ids = [step.which].flat().map((index) => there[index] ?? 'unknown');
          await markAlertsRead(marks, userId, await feed(userId), ids, NOW);
          for (const id of ids) read.add(id);
        }
      }
      t.deepEqual(
        (await unread(userId)).toReversed(),
        there.filter((id) => !read.has(id)),
      );
    }),
    { numRuns: 60 },
  );
});

test('concurrent marks do not undo each other', async (t) => {
  const { happens, feed, unread, marks, position } = world(t);
  const ids = [await happens('ann'), await happens('ann'), await happens('ann')];
  const before = await feed('ann');
  await Promise.all(ids.slice(1).map((id) => markAlertsRead(marks, 'ann', before, [id], NOW)));
  t.deepEqual(await unread('ann'), ids.slice(0, 1));
  const reached = await position();
  const later = await happens('ann');
  await Promise.all([
    markAllAlertsRead(marks, 'ann', reached, NOW),
    markAlertsRead(marks, 'ann', await feed('ann'), [later], NOW),
    markAllAlertsRead(marks, 'ann', reached - 1, NOW),
  ]);
  t.deepEqual(await unread('ann'), []);
});

test('marking everything as read replaces single marks, and unknown ids leave no mark', async (t) => {
  const { happens, feed, marks, position } = world(t);
  for (let count = 0; count < 10; count += 1) await happens('ann');
  const all = await feed('ann');
  await markAlertsRead(
    marks,
    'ann',
    all,
    all.map(({ id }) => id),
    NOW,
  );
  await markAlertsRead(marks, 'ann', all, ['unknown', '__proto__'], NOW);
  t.is((await marks.listOf('alerts-read', 'ann')).length, 10);
  await markAllAlertsRead(marks, 'ann', await position(), NOW);
  await markAllAlertsRead(marks, 'ann', await position(), NOW);
  t.is((await marks.listOf('alerts-read', 'ann')).length, 1);
  await deleteReadMarks(marks, 'ann');
  t.is((await marks.listOf('alerts-read', 'ann')).length, 0);
});

test('read marks belong to one person, and the feed omits alerts older than 90 days', async (t) => {
  const { happens, feed, unread, marks, position } = world(t);
  const id = await happens('ann');
  await happens('ann', { at: '2025-12-01T10:00:00.000Z' });
  t.deepEqual(
    (await feed('ann')).map((entry) => entry.id),
    [id],
  );
  await markAllAlertsRead(marks, 'bob', await position(), NOW);
  t.deepEqual(await unread('ann'), [id]);
});

test('at the first visit alerts older than a week count as read, and stay read after the first mark', async (t) => {
  const { happens, unread, feed, marks } = world(t);
  const old = await happens('eve', { at: '2026-03-03T11:59:00.000Z' });
  const recent = await happens('eve', { at: '2026-03-03T12:01:00.000Z' });
  const newest = await happens('eve');
  t.deepEqual(await unread('eve'), [newest, recent]);
  await markAlertsRead(marks, 'eve', await feed('eve'), [newest], NOW);
  t.deepEqual(await unread('eve'), [recent]);
  t.true((await feed('eve')).some(({ id }) => id === old));

  // Later, only what a person marks is read.
  await markAlertsRead(marks, 'fay', [], [], NOW);
  await happens('fay');
  await markAlertsRead(marks, 'fay', await feed('fay'), await unread('fay'), NOW);
  const late = await happens('fay', { at: '2026-03-01T10:00:00.000Z' });
  t.deepEqual(await unread('fay'), [late]);
});
