import test from 'ava';
import type { Scope } from '../../command-service/contract/scope.ts';
import { CommitWatch } from '../../infra/engines/commit-watch.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import type { CommittedChanges } from '../../projections/view.ts';
import { CHANGED_LISTS, type ChangedMessage } from '../contract/answers/changes.ts';
import { ChangeStream } from './change-stream.ts';
import { summaryOf } from './change-summary.ts';
import { openChanges } from './changes.ts';

const LIMIT = 16_384;

function open(
  scopes: () => Promise<readonly Scope[]> = async () => ['user:ann'],
  { position = async () => 0, lastSeen = null as number | null, stopping = new AbortController().signal } = {},
) {
  const watch = new CommitWatch();
  const find = async () => ({ rows: [], total: 0 });
  const changes = openChanges({ find, watch: (signal) => watch.watch(signal) }, recordingLog());
  const never = new AbortController().signal;
  void changes.follow(never);
  const opening = ChangeStream.open({
    changes,
    userId: 'ann',
    signedIn: async () => true,
    scopes,
    position,
    lastSeen,
    stopping,
    quietMs: 0,
  });
  /** Notifies as projections do. */
  const commit = (committed: CommittedChanges) =>
    watch.notify({ ...committed, hasWrites: true, note: summaryOf(committed) });
  return { changes, watch, commit, opening };
}

/** Waits until the given notices have arrived. */
const arrived = () => new Promise((resolve) => setImmediate(resolve));

test('a slow client costs no memory and gets one message for everything it missed', async (t) => {
  const { changes, commit, opening } = open();
  const stream = await opening;
  const after = { scope: 'user:ann', place: 'active' };
  for (let position = 1; position <= 5_000; position += 1) {
    commit({ view: 'links', position, changes: [{ id: `link-${position}`, before: null, after }] });
    // Waits for the pause after each message.
    if (position % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  t.true(stream.readableLength <= 2 * LIMIT, `${stream.readableLength} bytes are waiting`);
  let last = '';
  for await (const chunk of stream) {
    last = `${last}${chunk}`.slice(-500);
    if (last.includes('"position":5000}')) break;
  }
  t.regex(last, /"linkIds":null,"position":5000}\n\n$/);
  t.is(changes.audience, 0);
});

test('quick changes share one message after a pause', async (t) => {
  const { commit, opening } = open();
  const stream = await opening;
  await arrived();
  const active = { scope: 'user:ann', place: 'active' };
  commit({ view: 'links', position: 1, changes: [{ id: 'l1', before: null, after: active }] });
  commit({ view: 'links', position: 2, changes: [{ id: 'l2', before: null, after: active }] });
  commit({ view: 'links', position: 3, changes: [{ id: 'l1', before: active, after: { ...active, place: 'trash' } }] });
  t.deepEqual(await heard(stream, 3), [
    { lists: ['links', 'stats', 'clients'], linkIds: ['l1'], position: 1 },
    { lists: ['links', 'stats', 'clients', 'trash'], linkIds: ['l2', 'l1'], position: 3 },
  ]);
});

const membership = (teamId: string, userId = 'ann') => ({ id: `${teamId} ${userId}`, teamId, userId, role: 'edit' });

/** The messages up to the first with `position`. */
async function heard(stream: ChangeStream, position: number): Promise<ChangedMessage[]> {
  const messages: ChangedMessage[] = [];
  for await (const chunk of stream) {
    for (const [, data] of `${chunk}`.matchAll(/^data: (.*)$/gm)) messages.push(JSON.parse(data ?? ''));
    if (messages.at(-1)?.position === position) break;
  }
  return messages;
}

test('changes during the read of the scopes arrive, in order', async (t) => {
  const read = Promise.withResolvers<readonly Scope[]>();
  const { commit, opening } = open(() => read.promise);
  const stream = await opening;
  const link = (scope: Scope, id: string) => ({ id, before: null, after: { scope, place: 'active' } });
  commit({ view: 'links', position: 1, changes: [link('team:t1', 'before')] });
  const came = { id: 't2 ann', before: null, after: membership('t2') };
  commit({ view: 'memberships', position: 2, changes: [came] });
  commit({ view: 'links', position: 3, changes: [link('team:t2', 'after')] });
  const went = { id: 't1 ann', before: membership('t1'), after: null };
  commit({ view: 'memberships', position: 4, changes: [went] });
  commit({ view: 'links', position: 5, changes: [link('team:t1', 'gone')] });
  await arrived();
  // The read may include some of these changes already.
  read.resolve(['user:ann', 'team:t1', 'team:t2']);
  const told = await heard(stream, 4);
  t.is(told.length, 1);
  t.is(told[0]?.linkIds, null);
  t.true(told[0]?.lists.includes('teams'));
});

test('a change during the read of the position arrives', async (t) => {
  const read = Promise.withResolvers<number>();
  const { commit, opening } = open(undefined, { position: () => read.promise, lastSeen: 0 });
  const after = { scope: 'user:ann', place: 'active' };
  commit({ view: 'links', position: 1, changes: [{ id: 'l1', before: null, after }] });
  await arrived();
  // The position was read before the commit.
  read.resolve(0);
  const [told] = await heard(await opening, 1);
  t.deepEqual(told?.linkIds, ['l1']);
});

test('a browser that saw less than the views show reloads every list', async (t) => {
  const { opening } = open(undefined, { position: async () => 5, lastSeen: 4 });
  const stream = await opening;
  t.deepEqual(await heard(stream, 5), [{ lists: CHANGED_LISTS, linkIds: null, position: 5 }]);
});

test('a stream that ends while its position is read sends nothing more', async (t) => {
  const read = Promise.withResolvers<number>();
  const stopping = new AbortController();
  const { changes, opening } = open(undefined, { position: () => read.promise, stopping: stopping.signal });
  stopping.abort();
  read.resolve(5);
  const chunks: string[] = [];
  for await (const chunk of await opening) chunks.push(`${chunk}`);
  t.deepEqual(chunks, []);
  t.is(changes.audience, 0);
});

test('a stream whose position cannot be read is not opened', async (t) => {
  const position = async () => {
    throw new Error('no store');
  };
  const { changes, opening } = open(undefined, { position });
  await t.throwsAsync(opening, { message: 'no store' });
  t.is(changes.audience, 0);
});

test('a stream ends if its scopes cannot be read', async (t) => {
  const { changes, opening } = open(async () => {
    throw new Error('no store');
  });
  const stream = await opening;
  await t.throwsAsync(heard(stream, 1), { message: 'no store' });
  t.is(changes.audience, 0);
});

test('after a loss of notices a stream reads its scopes again and asks for all lists', async (t) => {
  let scopes: readonly Scope[] = ['user:ann'];
  const { commit, watch, opening } = open(async () => scopes);
  const stream = await opening;
  await arrived();
  scopes = ['user:ann', 'team:t1'];
  watch.lost();
  await arrived();
  const after = { scope: 'team:t1', place: 'active' };
  commit({ view: 'links', position: 3, changes: [{ id: 'l1', before: null, after }] });
  const told = await heard(stream, 3);
  t.deepEqual(told.at(0)?.lists.toSorted(), CHANGED_LISTS.toSorted());
  t.is(told.at(0)?.linkIds, null);
});

test('a commit without a note asks for all lists', async (t) => {
  const { watch, opening } = open();
  const stream = await opening;
  await arrived();
  watch.notify({ view: 'links', position: 7, hasWrites: true, note: null });
  const [told] = await heard(stream, 0);
  t.deepEqual(told, { lists: CHANGED_LISTS, linkIds: null, position: 0 });
});
