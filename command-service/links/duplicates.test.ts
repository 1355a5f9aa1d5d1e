import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { CommitWatch } from '../../infra/engines/commit-watch.ts';
import { openSqliteExpiring } from '../../infra/engines/embedded/stores/expiring-store.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import { openMemoryEngine } from '../../infra/testing/apps/memory-engine.ts';
import { EventBuilder, linkAdded, writeAll } from '../../infra/testing/event-builder.ts';
import { recordingLogger } from '../../infra/testing/recording-logger.ts';
import type { CheckQueues } from '../contract/check-contract.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { DomainError } from '../core/errors.ts';
import { type DuplicateDeps, withDedupeLease } from './duplicates.ts';

const wanted = {
  linkId: 'l1',
  scope: 'user:ann',
  articleLink: 'https://blog.example/post',
  clientLink: 'https://client.example/',
} as const;

const empty: EventStore<LinkledgerEvent> = {
  read: async () => ({ events: [], revision: -1 }),
  append: async () => {
    throw new Error('this test appends nothing');
  },
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'duplicates-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** An empty view at the given position, an empty log, and real claims. */
function setting(position = () => 9): DuplicateDeps {
  const claims = openSqliteExpiring(path.join(folder, `${++files}.db`), () => new Date());
  const watch = new CommitWatch();
  const reads: DuplicateDeps['reads'] = {
    find: async () => ({ rows: [], total: 0 }),
    reached: (view, goal, signal) => watch.reached(view.name, goal, signal, async () => position()),
  };
  return { claims, reads, store: empty, now: () => new Date() };
}
const done = async () => ({ position: 5 });

test('a failure releases the address pair for another attempt', async (t) => {
  const deps = setting();
  const failing = async () => {
    throw new DomainError('conflict', 'in-trash', 'No.');
  };
  await t.throwsAsync(withDedupeLease(deps, wanted, failing), { instanceOf: DomainError });
  t.deepEqual(await withDedupeLease(deps, { ...wanted, linkId: 'l2' }, done), { position: 5 });
});

test('a request repeated after a crash does not wait for itself', async (t) => {
  const deps = setting();
  let reached = () => {};
  const begun = new Promise<void>((resolve) => {
    reached = resolve;
  });
  void withDedupeLease(deps, wanted, () => {
    reached();
    return new Promise<never>(() => {});
  });
  await begun;
  t.deepEqual(await withDedupeLease(deps, wanted, done), { position: 5 });
});

test('of two simultaneous requests the second waits until the view shows the change of the first', async (t) => {
  let position = 4;
  const deps = setting(() => position);
  const order: string[] = [];
  const first = withDedupeLease(deps, wanted, async () => {
    order.push('first');
    return { position: 5 };
  });
  const second = withDedupeLease(deps, { ...wanted, linkId: 'l2' }, async () => {
    order.push(`second at ${position}`);
    return { position: 5 };
  });
  setImmediate(() => {
    position = 5;
  });
  await Promise.all([first, second]);
  t.deepEqual(order, ['first', 'second at 5']);
});

test('a simultaneous request for the same link is a duplicate once the log has the first', async (t) => {
  const { log } = openMemoryEngine<LinkledgerEvent, CheckQueues>({
    schemas: [],
    ...recordingLogger(),
    now: () => new Date(),
  });
  const deps = { ...setting(() => 0), store: log };
  const events = new EventBuilder();
  events.add(linkAdded('l1', wanted));
  let answered = false;
  const first = withDedupeLease(deps, wanted, async () => {
    await writeAll(log, events.all);
    return done();
  }).then(() => {
    answered = true;
  });
  const error = await t.throwsAsync(withDedupeLease(deps, { ...wanted, linkId: 'l2' }, done), {
    instanceOf: DomainError,
  });
  t.like(error, { code: 'duplicate', details: { linkId: 'l1' } });
  t.false(answered, 'the request waited for the view');
  await first;
});

test('a link without one of the addresses does not wait', async (t) => {
  const deps = setting(() => 0);
  t.deepEqual(await withDedupeLease(deps, { ...wanted, articleLink: '' }, done), { position: 5 });
});
