import test from 'ava';
import { BusyError } from '../../ports/storage/errors.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { OutgoingMessage } from './messages.ts';
import { TopicWriter } from './topic-writer.ts';

const message = (key: string, bytes = 1): OutgoingMessage => ({ key, value: 'x'.repeat(bytes), headers: {} });

/** A broker that answers on command. */
function broker() {
  const requests: { readonly keys: readonly string[]; readonly answer: (error?: Error) => void }[] = [];
  const send = (messages: readonly OutgoingMessage[]) =>
    new Promise<void>((resolve, reject) => {
      const answer = (error?: Error) => (error === undefined ? resolve() : reject(error));
      requests.push({ keys: messages.map(({ key }) => key), answer });
    });
  return { requests, send };
}

test('messages that come during a request share the next request, in order', async (t) => {
  const { requests, send } = broker();
  const writer = new TopicWriter(send);
  const writing = ['a', 'b', 'c'].map((key) => writer.write([message(key)]));
  t.deepEqual(
    requests.map(({ keys }) => keys),
    [['a']],
  );
  requests[0]?.answer();
  await writing[0];
  t.deepEqual(requests[1]?.keys, ['b', 'c']);
  requests[1]?.answer();
  await Promise.all(writing);
});

test('a request that fails rejects its messages, and later ones are written', async (t) => {
  const { requests, send } = broker();
  const writer = new TopicWriter(send);
  const [failing, waiting] = [writer.write([message('a')]), writer.write([message('b')])];
  requests[0]?.answer(new Error('not the leader'));
  await t.throwsAsync(failing, { message: 'not the leader' });
  requests[1]?.answer();
  await waiting;
  const later = writer.write([message('c')]);
  requests[2]?.answer();
  await later;
  t.is(requests.length, 3);
});

test('messages that may be written only in part are sent again, all of them, until they are written', async (t) => {
  const { requests, send } = broker();
  const writing = new TopicWriter(send).write([message('a'), message('b')]);
  const leader = Object.assign(new Error('not the leader'), { type: 'NOT_LEADER_FOR_PARTITION', retriable: true });
  for (const attempt of [0, 1, 2]) {
    await waitUntil(() => requests.length === attempt + 1);
    t.deepEqual(requests[attempt]?.keys, ['a', 'b']);
    requests[attempt]?.answer(attempt < 2 ? new Error('gave up', { cause: leader }) : undefined);
  }
  await writing;
  t.is(requests.length, 3);
});

test('large messages get requests of their own', async (t) => {
  const sizes: number[] = [];
  const writer = new TopicWriter(async (messages) => void sizes.push(messages.length));
  await writer.write([message('a', 500_000), message('b', 200_000), message('c', 500_000), message('d', 2_000_000)]);
  t.deepEqual(sizes, [2, 1, 1]);
});

test('a broker that does not answer in time is busy, and the next messages are tried', async (t) => {
  const { requests, send } = broker();
  const writer = new TopicWriter(send, 20);
  const [late, next] = [writer.write([message('a')]), writer.write([message('b')])];
  await t.throwsAsync(late, { instanceOf: BusyError });
  requests[1]?.answer();
  await next;
  t.deepEqual(requests[1]?.keys, ['b']);
});
