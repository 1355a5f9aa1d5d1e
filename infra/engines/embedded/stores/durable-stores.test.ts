import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { checkpointsContract } from '../../../testing/contracts/checkpoints.ts';
import { durableStoreContract, expiringStoreContract } from '../../../testing/contracts/expiring-store.ts';
import { leasesContract } from '../../../testing/contracts/leases.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openDurableStores } from './durable-stores.ts';
import { openSqliteExpiring } from './expiring-store.ts';

const NOW = new Date('2026-03-31T12:00:00.000Z');
const NEVER = '9999-12-31T23:59:59.999Z';

function open(t: ExecutionContext, now = () => NOW) {
  const durable = openDurableStores(join(temporaryFolder(t), 'durable.db'), now);
  t.teardown(() => durable.close());
  return durable;
}

expiringStoreContract(async (t, now) => open(t, now).state);
durableStoreContract(async (t, now) => open(t, now).state);
checkpointsContract(async (t) => open(t).checkpoints);
leasesContract(async (t) => open(t).leases);

test('tokens keep increasing after a restart, so an old holder’s checkpoint is still refused', async (t) => {
  const file = join(temporaryFolder(t), 'durable.db');
  const never = new AbortController().signal;
  const tokens: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const { leases, checkpoints, close } = openDurableStores(file, () => NOW);
    await leases.hold(
      'a',
      async (_, token) => {
        tokens.push(token);
        await checkpoints.put('a', round, token);
      },
      never,
    );
    close();
  }
  t.true((tokens[1] ?? 0) > (tokens[0] ?? 0));
});

/** A sessions.db as in older versions, with durable state in it. */
async function oldSessions(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'sessions.db');
  const sessions = openSqliteExpiring(file, () => NOW);
  await sessions.put('session', 's', { userId: 'ann' }, NEVER, 'ann');
  await sessions.put('follower', 'teams', 41, NEVER);
  await sessions.put('share-views', 'share', 7, NEVER);
  await sessions.put('alerts-read', 'ann up to 3', { upTo: 3, day: '2026-03-01' }, NEVER, 'ann');
  await sessions.put('token-use', 't', { at: '2026-03-01T00:00:00.000Z' }, NEVER, 'ann');
  await sessions.put('alert-mail-up-to', 'ann', 3, NEVER);
  await sessions.put('weekly-reports-done', '2026-03-30', true, NEVER);
  await sessions.put('share-pass', 'p', 'share', NEVER);
  sessions.close();
  return { sessions: file, durable: join(folder, 'durable.db') };
}

async function contents(file: string) {
  const { state, checkpoints, close } = openDurableStores(file, () => NOW);
  const found = {
    teams: await checkpoints.get('teams'),
    views: await state.get('share-views', 'share'),
    marks: await state.listOf('alerts-read', 'ann'),
    uses: (await state.listOf('token-use', 'ann')).length,
    upTo: await state.get('alert-mail-up-to', 'ann'),
    reported: await state.get('weekly-reports-done', '2026-03-30'),
  };
  close();
  return found;
}

const MOVED = {
  teams: 41,
  views: 7,
  marks: [{ key: 'ann up to 3', value: { upTo: 3, day: '2026-03-01' } }],
  uses: 1,
  upTo: 3,
  reported: true,
};

test('durable state of an old sessions.db moves here; disposable entries stay there', async (t) => {
  const files = await oldSessions(t);
  const durable = openDurableStores(files.durable, () => NOW);
  durable.migrateFrom(files.sessions);
  durable.close();
  t.deepEqual(await contents(files.durable), MOVED);
  const sessions = openSqliteExpiring(files.sessions, () => NOW);
  t.deepEqual(await sessions.get('session', 's'), { userId: 'ann' });
  t.is(await sessions.get('share-pass', 'p'), 'share');
  for (const [kind, key] of [
    ['follower', 'teams'],
    ['share-views', 'share'],
    ['alerts-read', 'ann up to 3'],
  ] as const) {
    t.is(await sessions.get(kind, key), null, kind);
  }
  sessions.close();
});

test('a repeated migration, also after a crash before the originals were removed, overwrites nothing newer', async (t) => {
  const files = await oldSessions(t);
  const first = openDurableStores(files.durable, () => NOW);
  first.migrateFrom(files.sessions);
  await first.checkpoints.put('teams', 50, 1);
  await first.state.increment('share-views', 'share', NEVER);
  first.close();
  // The remains of a crash before the removal.
  const leftover = openSqliteExpiring(files.sessions, () => NOW);
  await leftover.put('follower', 'teams', 41, NEVER);
  await leftover.put('share-views', 'share', 7, NEVER);
  leftover.close();
  for (let round = 0; round < 2; round += 1) {
    const again = openDurableStores(files.durable, () => NOW);
    again.migrateFrom(files.sessions);
    again.close();
    t.deepEqual(await contents(files.durable), { ...MOVED, teams: 50, views: 8 });
  }
});
