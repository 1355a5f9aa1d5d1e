import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createLogger } from '../../infra/observability/logger.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { invitations } from '../../projections/views/people/invitations.ts';
import { PERSONAL_FIELDS } from '../contract/events.ts';
import type { TeamEvent } from '../model/team/events.ts';
import { expireInvitations } from './expire-invitations.ts';

const at = (instant: string): EventMetadata => ({ actor: 'ann', correlationId: 'c', causationId: 'c', at: instant });
const invited = (teamId: string, invitationId: string, expiresAt: string): TeamEvent => ({
  type: 'MemberInvited',
  data: { teamId, invitationId, email: `${invitationId}@example.com`, name: 'B', permission: 'view', expiresAt },
});

/** Team t1 on the real stores and views, after these events. */
async function world(t: ExecutionContext, ...events: readonly TeamEvent[]) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-lapsed-'));
  const logger = createLogger('silent');
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger);
  const projections = startProjections([invitations], { feed: stores.feed, reads: stores.reads, logger });
  t.teardown(async () => {
    await projections.stop();
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const created: TeamEvent = { type: 'TeamCreated', data: { teamId: 't1', name: 'Agency', ownerId: 'ann' } };
  let made = 0;
  const happened = async (stream: string, ...more: readonly TeamEvent[]) => {
    const { revision } = await stores.store.read(stream);
    const named = more.map((event) => ({ ...event, id: `e${++made}` }));
    await stores.store.append(stream, revision, named, at('2027-01-01T00:00:00.000Z'));
    await projections.caughtUp(await stores.feed.head());
  };
  await happened('team-t1', created, ...events);
  return {
    happened,
    async takeBackAt(instant: string) {
      const metadata = { ...at(instant), actor: 'scheduler' };
      await expireInvitations(stores, metadata);
      await projections.caughtUp(await stores.feed.head());
    },
    left: async () => (await stores.reads.find(invitations, {})).rows.map(({ id }) => id).toSorted(),
    revoked: async () => (await stores.store.read('team-t1')).events.filter(({ type }) => type === 'InvitationRevoked'),
  };
}

test('an unanswered invitation is revoked once, an hour after its expiry, and no other invitation is', async (t) => {
  const { takeBackAt, left, revoked } = await world(
    t,
    invited('t1', 'lapsed', '2027-01-15T00:00:00.000Z'),
    invited('t1', 'accepted', '2027-01-15T00:00:00.000Z'),
    { type: 'InvitationAccepted', data: { teamId: 't1', invitationId: 'accepted', userId: 'bob', permission: 'view' } },
    invited('t1', 'newer', '2027-01-16T00:00:00.000Z'),
  );
  await takeBackAt('2027-01-15T00:59:59.000Z');
  t.deepEqual(await left(), ['accepted', 'lapsed', 'newer']);
  await takeBackAt('2027-01-15T01:00:00.000Z');
  t.deepEqual(await left(), ['accepted', 'newer']);
  await takeBackAt('2027-01-15T02:00:00.000Z');
  const [only, ...others] = await revoked();
  t.like(only, { data: { invitationId: 'lapsed' }, metadata: { actor: 'scheduler' } });
  t.deepEqual(others, []);
});

test('an invitation without a team does not block the others', async (t) => {
  const { takeBackAt, happened, left } = await world(t);
  await happened('team-t2', invited('t3', 'broken', '2027-01-15T00:00:00.000Z'));
  await happened('team-t1', invited('t1', 'lapsed', '2027-01-15T00:00:00.000Z'));
  // Its team does not exist: the command is refused, which is not a failure.
  await takeBackAt('2027-01-16T00:00:00.000Z');
  t.deepEqual(await left(), ['broken']);
});
