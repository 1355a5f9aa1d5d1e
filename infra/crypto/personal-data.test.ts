import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { openSqliteEvents } from '../engines/embedded/log/event-log.ts';
import { openSqliteKeys } from '../engines/embedded/stores/key-store.ts';
import { metadata } from '../testing/contracts/event-store.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { encryptPersonalData, type PersonalFields, type Unreadable } from './personal-data.ts';

type Change = { readonly from: string | null; readonly to: string | null };
type Registered = {
  readonly type: 'Registered';
  readonly data: {
    readonly userId: string;
    readonly email: string | null;
    readonly company: string;
    readonly plan: string;
  };
};
type Edited = {
  readonly type: 'Edited';
  readonly data: { readonly userId: string; readonly changes: { readonly email?: Change; readonly plan?: Change } };
};
type Other = { readonly type: 'Other'; readonly data: { readonly email: string } };
type TestEvent = Registered | Edited | Other;

const table: PersonalFields = {
  Registered: { key: 'userId', fields: ['email', 'company'] },
  Edited: { key: 'userId', fields: ['changes.email'] },
};

function registered(id: string, userId: string, email: string | null, company = ''): Registered & { id: string } {
  return { id, type: 'Registered', data: { userId, email, company, plan: 'free' } };
}

function edited(id: string, userId: string, changes: Edited['data']['changes']): Edited & { id: string } {
  return { id, type: 'Edited', data: { userId, changes } };
}

function open(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  const files = { events: join(folder, 'events.db'), keys: join(folder, 'keys.db') };
  const inner = openSqliteEvents<TestEvent>(files.events);
  const keys = openSqliteKeys(files.keys);
  t.teardown(async () => {
    await inner.close();
    keys.close();
  });
  const unreadable: Unreadable[] = [];
  const log = encryptPersonalData<TestEvent>(inner, keys, table, (each) => void unreadable.push(each));
  return { files, inner, keys, unreadable, log };
}

/** The bytes of the file and its write-ahead log. */
function rawBytes(file: string): Buffer {
  return Buffer.concat([file, `${file}-wal`].filter((each) => existsSync(each)).map((each) => readFileSync(each)));
}

async function firstBatch(log: ReturnType<typeof open>['log']) {
  for await (const batch of log.follow(0, new AbortController().signal)) return batch;
  return [];
}

test('personal fields are read and followed as they were written, and do not appear in the raw files', async (t) => {
  const { log, files } = open(t);
  const events = [
    registered('1', 'u1', 'zoë@example.com', 'Näpli & Co'),
    edited('2', 'u1', {
      email: { from: 'zoë@example.com', to: 'anna@example.com' },
      plan: { from: 'free', to: 'pro' },
    }),
  ];
  t.deepEqual(await log.append('user-1', -1, events, metadata), { revision: 1, position: 2 });
  const { events: read } = await log.read('user-1');
  t.deepEqual(
    read.map(({ data }) => data),
    events.map(({ data }) => data),
  );
  t.deepEqual(await firstBatch(log), read);
  t.is(await log.head(), 2);
  const raw = rawBytes(files.events).toString('utf8');
  t.true(raw.includes('"plan":"free"'));
  for (const secret of ['zoë@example.com', 'anna@', '@example', 'example.com', 'zoë', 'anna', 'Näpli'])
    t.false(raw.includes(secret), secret);
});

test('without its key a field is null, in its shape, and everything else stays readable', async (t) => {
  const { log, keys } = open(t);
  await log.append('user-1', -1, [registered('1', 'u1', 'one@example.com', 'Co')], metadata);
  await log.append('user-1', 0, [edited('2', 'u1', { email: { from: 'one@example.com', to: null } })], metadata);
  await log.append('user-2', -1, [registered('3', 'u2', 'two@example.com')], metadata);
  await keys.destroy('u1');
  t.deepEqual(
    (await firstBatch(log)).map(({ data }) => data),
    [
      { userId: 'u1', email: null, company: null, plan: 'free' },
      { userId: 'u1', changes: { email: { from: null, to: null } } },
      { userId: 'u2', email: 'two@example.com', company: '', plan: 'free' },
    ],
  );
});

test('a new key for an owner whose first key was destroyed does not restore the old values', async (t) => {
  const { log, keys } = open(t);
  await log.append('user-1', -1, [registered('1', 'u1', 'old@example.com')], metadata);
  await keys.destroy('u1');
  await log.append('user-1', 0, [registered('2', 'u1', 'new@example.com')], metadata);
  const { events } = await log.read('user-1');
  t.deepEqual(
    events.map(({ data }) => 'email' in data && data.email),
    [null, 'new@example.com'],
  );
});

test('null and empty values are not encrypted, and create no key', async (t) => {
  const { log, inner, keys } = open(t);
  await log.append('user-1', -1, [registered('1', 'u1', null, '')], metadata);
  await log.append('user-1', 0, [edited('2', 'u1', { plan: { from: 'free', to: 'pro' } })], metadata);
  t.deepEqual((await inner.read('user-1')).events[0]?.data, registered('1', 'u1', null, '').data);
  t.is(await keys.find('u1'), null);
});

test('an append stays idempotent by event id although its ciphertext differs each time', async (t) => {
  const { log } = open(t);
  const batch = [registered('1', 'u1', 'one@example.com')];
  const first = await log.append('user-1', -1, batch, metadata);
  t.deepEqual(await log.append('user-1', -1, batch, metadata), first);
  t.is(await log.head(), 1);
});

test('a moved or changed ciphertext reads as null and is reported once; everything else stays readable', async (t) => {
  for (const tamper of [
    "UPDATE events SET data = json_set(data, '$.company', json_extract(data, '$.email')) WHERE id = '1'",
    "UPDATE events SET data = (SELECT data FROM events WHERE id = '2') WHERE id = '1'",
    "UPDATE events SET data = json_set(data, '$.email.sealed', substr(json_extract(data, '$.email.sealed'), 5)) WHERE id = '1'",
  ]) {
    const { log, files, unreadable } = open(t);
    const batch = [registered('1', 'u1', 'one@example.com', 'Co'), registered('2', 'u1', 'two@example.com', 'Co')];
    await log.append('user-1', -1, batch, metadata);
    const database = new DatabaseSync(files.events);
    database.exec(tamper);
    database.close();
    const batchRead = await firstBatch(log);
    const [first, second] = batchRead.map(({ data }) => data as Registered['data']);
    t.true(first?.email === null || first?.company === null);
    t.is(first?.plan, 'free');
    t.deepEqual(second, batch[1]?.data);
    const told = [...unreadable];
    t.true(told.length > 0 && told.every(({ eventId, stream }) => eventId === '1' && stream === 'user-1'));
    await log.read('user-1');
    t.deepEqual(unreadable, told);
  }
});

test('an event without an owner of its personal data is a programming error', async (t) => {
  const { log } = open(t);
  await t.throwsAsync(log.append('user-1', -1, [registered('1', '', 'one@example.com')], metadata), {
    instanceOf: TypeError,
  });
  t.is(await log.head(), 0);
});

test('events without personal data pass unchanged', async (t) => {
  const { log, inner } = open(t);
  await log.append('o', -1, [{ id: '1', type: 'Other', data: { email: 'public' } }], metadata);
  t.deepEqual((await inner.read('o')).events, (await log.read('o')).events);
});

test('a key is created once, survives a restart, and leaves no byte in the file once destroyed', async (t) => {
  const file = join(temporaryFolder(t), 'keys.db');
  const first = openSqliteKeys(file);
  const [key, same, other] = await Promise.all([first.keyFor('u1'), first.keyFor('u1'), first.keyFor('u2')]);
  t.true(Buffer.from(key).equals(same));
  t.false(Buffer.from(key).equals(other));
  t.is(key.length, 32);
  first.close();
  const second = openSqliteKeys(file);
  t.deepEqual(Buffer.from((await second.find('u1')) ?? ''), Buffer.from(key));
  t.true(rawBytes(file).includes(Buffer.from(key)));
  await second.destroy('u1');
  t.is(await second.find('u1'), null);
  t.false(rawBytes(file).includes(Buffer.from(key)));
  t.true(rawBytes(file).includes(Buffer.from(other)));
  second.close();
});
