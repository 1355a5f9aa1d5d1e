import test from 'ava';
import type { Scope } from '../../command-service/scope.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import type { ChangedMessage } from '../contract/answers/changes.ts';
import { ChangeStream } from './change-stream.ts';
import { summaryOf } from './change-summary.ts';
import { type Changes, openChanges } from './changes.ts';

const LIMIT = 16_384;

function open(scopes: () => Promise<readonly Scope[]> = async () => ['user:ann']) {
  const changes = openChanges({ find: async () => ({ rows: [], total: 0 }) }, recordingLog());
  const stream = new ChangeStream({
    changes: changes satisfies Changes,
    userId: 'ann',
    signedIn: async () => true,
    scopes,
    position: 0,
    lastSeen: null,
    stopping: new AbortController().signal,
    quietMs: 0,
  });
  return { changes, stream };
}

test('a slow client costs no memory and gets one message for everything it missed', async (t) => {
  const { changes, stream } = open();
  const after = { scope: 'user:ann', place: 'active' };
  for (let position = 1; position <= 5_000; position += 1) {
    changes.notifyCommit(
      summaryOf({ view: 'links', position, changes: [{ id: `link-${position}`, before: null, after }] }),
    );
    // Lets the quiet time of each message end.
    if (position % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  t.true(stream.readableLength <= 2 * LIMIT, `${stream.readableLength} bytes wait`);
  let last = '';
  for await (const chunk of stream) {
    last = `${last}${chunk}`.slice(-500);
    if (last.includes('"position":5000}')) break;
  }
  t.regex(last, /"linkIds":null,"position":5000}\n\n$/);
  t.is(changes.audience, 0);
});

const membership = (teamId: string, userId = 'ann') => ({ id: `${teamId} ${userId}`, teamId, userId, role: 'edit' });

/** The messages up to the first one with `position`. */
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
  const { changes, stream } = open(() => read.promise);
  const link = (scope: Scope, id: string) => ({ id, before: null, after: { scope, place: 'active' } });
  changes.notifyCommit(summaryOf({ view: 'links', position: 1, changes: [link('team:t1', 'before')] }));
  const came = { id: 't2 ann', before: null, after: membership('t2') };
  changes.notifyCommit(summaryOf({ view: 'memberships', position: 2, changes: [came] }));
  changes.notifyCommit(summaryOf({ view: 'links', position: 3, changes: [link('team:t2', 'after')] }));
  const went = { id: 't1 ann', before: membership('t1'), after: null };
  changes.notifyCommit(summaryOf({ view: 'memberships', position: 4, changes: [went] }));
  changes.notifyCommit(summaryOf({ view: 'links', position: 5, changes: [link('team:t1', 'gone')] }));
  // The read may have seen some of it already.
  read.resolve(['user:ann', 'team:t1', 'team:t2']);
  const told = await heard(stream, 4);
  t.is(told.length, 1);
  t.is(told[0]?.linkIds, null);
  t.true(told[0]?.lists.includes('teams'));
});

test('a stream ends if its scopes cannot be read', async (t) => {
  const { changes, stream } = open(async () => {
    throw new Error('no store');
  });
  await t.throwsAsync(heard(stream, 1), { message: 'no store' });
  t.is(changes.audience, 0);
});
