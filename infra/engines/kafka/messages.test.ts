import test from 'ava';
import { decode, encode, type IncomingMessage, MessageError } from './messages.ts';

const received = (value: string | Buffer | null, headers: Record<string, string> = { v: '1' }): IncomingMessage => ({
  ...{ topic: 'orders', partition: 0, offset: 0, key: 'k', sentAt: 0, headers },
  value: value === null ? null : Buffer.from(value),
});

test('an object survives, with bytes in it', (t) => {
  const report = {
    checkId: 'c1',
    screenshot: { kind: 'taken', webp: Buffer.from([0, 1, 255]), html: null, sizes: [1] },
  };
  const { key, value, headers } = encode('host', report);
  t.is(key, 'host');
  t.deepEqual(decode(received(value, { ...headers }), 1_000), report);
});

test('a message is refused with a reason that a person can act on', (t) => {
  const refused = (message: IncomingMessage) =>
    t.throws(() => decode(message, 100), { instanceOf: MessageError })?.message;
  t.is(refused(received('{"checkId":"a"}', { v: '2' })), 'the version (header v) is 2; this program reads 1');
  t.is(refused(received('{"checkId":"a"}', {})), 'the version (header v) is missing; this program reads 1');
  t.is(refused(received(null)), 'the message is empty');
  t.is(refused(received('{"checkId":')), 'the message is not JSON');
  t.is(refused(received('{"linkId":"a"}')), 'the message has no checkId');
  t.is(refused(received('null')), 'the message has no checkId');
  t.is(refused(received('x'.repeat(101))), 'the message has 101 bytes; at most 100 are allowed');
});
