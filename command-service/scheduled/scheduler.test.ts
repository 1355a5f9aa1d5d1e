import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createLogger } from '../../infra/observability/logger.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { PERSONAL_FIELDS } from '../contract/events.ts';
import type { LinkAdded, LinkEvent } from '../model/link/events.ts';
import { GRACE_MS, runRound } from './scheduler.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.parse('2027-01-01T00:00:00Z');

const added: LinkAdded = {
  type: 'LinkAdded',
  data: {
    linkId: 'l1',
    scope: 'user:ann',
    articleLink: 'https://blog.example/post',
    clientLink: 'https://client.example/',
    duration: '30 days',
    liveDate: null,
    assignedTo: null,
    pocEmail: null,
    remarks: null,
    anchor: null,
    linkType: null,
  },
};
const trashed: LinkEvent = { type: 'LinkTrashed', data: { linkId: 'l1' } };
const restored: LinkEvent = { type: 'LinkRestored', data: { linkId: 'l1' } };

/** The real stores and views in the test's own folder, with a clock that the test moves. */
async function world(t: ExecutionContext) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-scheduler-'));
  const logger = createLogger('silent');
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger);
  const projections = startProjections(allViews, { feed: stores.feed, reads: stores.reads, logger });
  t.teardown(async () => {
    await projections.stop();
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  let clock = START;
  let revision = -1;
  return {
    async happened(...events: readonly LinkEvent[]) {
      const at = new Date(clock).toISOString();
      const metadata: EventMetadata = { actor: 'ann', correlationId: 'c', causationId: 'c', at };
      const named = events.map((event, index) => ({ ...event, id: `e${revision + 1 + index}` }));
      ({ revision } = await stores.store.append('link-l1', revision, named, metadata));
    },
    async dueAfter(ms: number) {
      clock += ms;
      await projections.caughtUp(await stores.feed.head());
      const now = () => new Date(clock);
      await runRound({ ...stores, logger, now, clock: { trusted: now, steadySince: now } }, GRACE_MS);
    },
    types: async (stream: string) => (await stores.store.read(stream)).events.map(({ type }) => type),
  };
}

test('a link is purged thirty days after it was moved to the trash, and not a day earlier', async (t) => {
  const { happened, dueAfter, types } = await world(t);
  await happened(added, trashed);
  await dueAfter(29 * DAY);
  t.deepEqual(await types('link-l1'), ['LinkAdded', 'LinkTrashed']);
  await dueAfter(DAY);
  t.deepEqual(await types('link-l1'), ['LinkAdded', 'LinkTrashed', 'LinkPurged']);
  await dueAfter(DAY);
  t.is((await types('link-l1')).length, 3);
});

test('a restored link is not deleted, and a second stay in the trash counts from its own start', async (t) => {
  const { happened, dueAfter, types } = await world(t);
  await happened(added, trashed);
  await dueAfter(20 * DAY);
  await happened(restored);
  await dueAfter(20 * DAY);
  t.is((await types('link-l1')).at(-1), 'LinkRestored');
  await happened(trashed);
  await dueAfter(20 * DAY);
  t.is((await types('link-l1')).at(-1), 'LinkTrashed');
});

test('a missing first check is requested once', async (t) => {
  const { happened, dueAfter, types } = await world(t);
  await happened(added);
  await dueAfter(0);
  t.deepEqual(await types('check-l1'), []);
  await dueAfter(10_000);
  await dueAfter(10_000);
  t.deepEqual(await types('check-l1'), ['CheckRequested']);
});

test('a link in the trash is not checked', async (t) => {
  const { happened, dueAfter, types } = await world(t);
  await happened(added, trashed);
  await dueAfter(10_000);
  t.deepEqual(await types('check-l1'), []);
});
