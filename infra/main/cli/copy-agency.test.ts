import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import { type LinkledgerEvent, PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { REACTORS } from '../../../command-service/reactors/reactor-names.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { EVIDENCE, logosOf, photosOf } from '../../ports/storage/blob-store.ts';
import { NEVER } from '../../ports/storage/durable-store.ts';
import { openMemoryEngine } from '../../testing/apps/memory-engine.ts';
import { openStores } from '../../testing/apps/stores.ts';
import {
  EventBuilder,
  linkAdded,
  linkPlaced,
  teamCreated,
  userRegistered,
  writeAll,
} from '../../testing/event-builder.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openLog } from '../parts/open-log.ts';
import { copyAgency } from './copy-agency.ts';

const { logger } = recordingLogger();
const PEOPLE = ['ann', 'bob', 'eve'];
const bytes = (text: string) => new TextEncoder().encode(text);

/** An agency in a folder: people, their links in turn, a photo, a logo, a screenshot, read marks and a reactor's progress. */
const hashesIn = async ({ blobs }: Pick<Awaited<ReturnType<typeof openSource>>, 'blobs'>, namespace: string) =>
  (await blobs.list(namespace)).map(({ hash }) => hash);

async function openSource(t: ExecutionContext, links = 700) {
  const source = await openStores({ dataDir: temporaryFolder(t) }, PERSONAL_FIELDS, [], logger);
  t.teardown(() => source.close());
  const events = new EventBuilder();
  for (const person of PEOPLE) events.add(userRegistered(person));
  events.add(teamCreated('t1', 'ann'));
  for (let n = 0; n < links; n += 1) {
    events.add(linkAdded(`l${n}`, { scope: 'team:t1' }), { actor: PEOPLE[n % 3] ?? 'ann' });
    if (n % 7 === 0) events.add(linkPlaced('LinkTrashed', `l${n}`));
  }
  const hash = await source.blobs.put(photosOf('ann'), bytes('a photo'));
  const photo = { hash, type: 'image/png', bytes: 7 } as const;
  events.add({ type: 'PhotoChanged', stream: 'user-ann', data: { userId: 'ann', photo } });
  const logo = { hash: await source.blobs.put(logosOf('user:ann'), bytes('a logo')), width: 60, height: 20 };
  const brand = {
    scope: 'user:ann',
    ownerId: 'ann',
    name: 'Ann',
    logo,
    accent: null,
    senderName: '',
    footer: '',
  } as const;
  events.add({ type: 'BrandChanged', stream: 'brand-user:ann', data: brand });
  for (const event of events.all) await writeAll(source.store, [{ ...event, id: randomUUID() }]);
  await source.blobs.put(EVIDENCE, bytes('a screenshot'));
  await source.state.put('alerts-read', 'ann', ['a1'], NEVER, 'ann');
  for (const name of FOLLOWED) await source.checkpoints.put(name, 100, 1);
  return source;
}

/** Reactors with a checkpoint: `teams` has none yet. */
const FOLLOWED = REACTORS.filter((name) => name !== 'teams');

const openTarget = () => openMemoryEngine<LinkledgerEvent, CheckQueues>({ schemas: [], logger, now: () => new Date() });

async function eventsOf(engine: Pick<ReturnType<typeof openTarget>, 'log' | 'keys'>) {
  const log = openLog(engine, logger);
  const head = await log.head();
  const events = [];
  for await (const batch of log.follow(0, new AbortController().signal)) {
    events.push(...batch.map(({ position: _, ...event }) => event));
    if ((batch.at(-1)?.position ?? 0) >= head) break;
  }
  return events;
}

test('a copy has every event with its id, order and metadata, and its people can be read', async (t) => {
  const [source, target] = [await openSource(t), openTarget()];
  const copied = await copyAgency(source, target);
  const events = await eventsOf(target);
  t.deepEqual(events, await eventsOf(source));
  t.true(events.some((event) => event.type === 'UserRegistered' && event.data.email !== null));
  t.is(copied.events, events.length);
  t.is(copied.keys, PEOPLE.length);
  t.is(copied.files, 3);
  t.regex(copied.sha256, /^[0-9a-f]{64}$/);
});

test('files, lasting values and the progress of each reactor are copied', async (t) => {
  const [source, target] = [await openSource(t), openTarget()];
  await copyAgency(source, target);
  for (const namespace of [EVIDENCE, photosOf('ann'), logosOf('user:ann')])
    t.deepEqual(await hashesIn(target, namespace), await hashesIn(source, namespace));
  t.deepEqual(await target.state.listOf('alerts-read', 'ann'), [{ key: 'ann', value: ['a1'] }]);
  const nextId = async (log: Pick<typeof target.log, 'follow'>, at: number) =>
    (await log.follow(at, new AbortController().signal)[Symbol.asyncIterator]().next()).value?.[0]?.id;
  const same = await nextId(source.log, 100);
  for (const name of FOLLOWED) t.is(await nextId(target.log, (await target.checkpoints.get(name)) ?? 0), same, name);
  t.is(await target.checkpoints.get('teams'), null);
});

test('a stopped copy continues, and includes what happened since', async (t) => {
  const [source, target] = [await openSource(t), openTarget()];
  const stop = () =>
    copyAgency(source, target, (events) => {
      if (events > 600) throw new Error('the machine went down');
    });
  await t.throwsAsync(stop, { message: 'the machine went down' });
  const log = openLog(source, logger);
  const later = new EventBuilder().add(linkAdded('later'), { at: '2026-03-02T10:00:00.000Z' });
  await writeAll(log, [{ ...later, id: randomUUID() }]);
  await source.keys.destroy('eve');
  await copyAgency(source, target);
  t.deepEqual(await eventsOf(target), await eventsOf(source));
  t.deepEqual(
    (await target.keys.all()).map(({ owner }) => owner).toSorted(),
    (await source.keys.all()).map(({ owner }) => owner).toSorted(),
  );
  await copyAgency(source, target);
  t.is((await eventsOf(target)).length, (await eventsOf(source)).length, 'a third run changes nothing');
});

test('a target log with other events is refused, before the copy and after it', async (t) => {
  const source = await openSource(t, 5);
  const write = async (target: ReturnType<typeof openTarget>, linkId: string) =>
    writeAll(openLog(target, logger), [{ ...new EventBuilder().add(linkAdded(linkId)), id: randomUUID() }]);
  const used = openTarget();
  await write(used, 'theirs');
  await t.throwsAsync(() => copyAgency(source, used), { instanceOf: StartError, message: /already has events/ });
  const target = openTarget();
  await copyAgency(source, target);
  await write(target, 'meanwhile');
  await t.throwsAsync(() => copyAgency(source, target), {
    instanceOf: StartError,
    message: /differs from the original/,
  });
});
