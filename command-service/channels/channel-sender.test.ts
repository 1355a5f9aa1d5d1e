import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import type { ChannelKind } from '../model/channel/events.ts';
import { ChannelSender, type Sent } from './channel-sender.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const NEVER = new AbortController().signal;
const NOW = new Date('2030-01-02T03:04:05.000Z');

function senderTo(t: ExecutionContext, allowHosts: readonly string[], limitMs = 15_000): ChannelSender {
  const dialer = makeDialer({ guard: makeGuard(allowHosts) });
  const sender = new ChannelSender(dialer, () => NOW, limitMs);
  t.teardown(() => sender.close());
  return sender;
}

const channelAt = (address: string, kind: ChannelKind = 'webhook') => ({
  ...{ teamId: 't1', kind, name: 'Ops', host: new URL(address).host, address, former: null, pausedBecause: null },
  secret: kind === 'webhook' ? 'whsec_b2xkb2xkb2xkb2xkb2xkb2xk' : null,
});

/** Sends a message to a receiver. */
async function sendTo(
  t: ExecutionContext,
  handler: Handler,
  { kind = 'webhook', path = '/hook', limitMs }: { kind?: ChannelKind; path?: string; limitMs?: number } = {},
): Promise<Sent> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sender = senderTo(t, [host], limitMs);
  return sender.send(channelAt(`http://${host}${path}`, kind), { id: 'msg_1', body: '{"a":1}' }, NEVER);
}

const answering =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };

test('a receiver gets the body, the headers and a signature, and its answer is kept', async (t) => {
  const got: unknown[] = [];
  const { attempt, headers } = await sendTo(t, async (request, response) => {
    got.push(request.method, request.headers['content-type'], request.headers['webhook-id']);
    got.push(
      Buffer.concat(await Array.fromAsync(request)).toString(),
      request.headers['webhook-signature']?.slice(0, 3),
    );
    response.end('thanks');
  });
  t.deepEqual(got, ['POST', 'application/json', 'msg_1', '{"a":1}', 'v1,']);
  t.like(attempt, { at: NOW.toISOString(), status: 200, error: null, answer: 'thanks' });
  t.is(headers['webhook-signature'], '(hidden)');
  t.is(headers['webhook-timestamp'], '1893553445');
});

test('every status but 2xx is a failure, and a redirect says so', async (t) => {
  t.is((await sendTo(t, answering(204))).attempt.error, null);
  t.is((await sendTo(t, answering(500, 'oops'))).attempt.error, 'the receiver answered 500');
  t.is((await sendTo(t, answering(410))).attempt.status, 410);
  const { attempt } = await sendTo(t, answering(302, '', { location: 'http://169.254.169.254/' }));
  t.like(attempt, { status: 302 });
  t.regex(attempt.error ?? '', /a redirect, which is not followed/);
});

test('Retry-After is seconds or a date, at most a day, and counts for 429 and 503', async (t) => {
  const asked = async (status: number, value: string) =>
    (await sendTo(t, answering(status, '', { 'retry-after': value }))).retryAfterMs;
  t.is(await asked(429, '120'), 120_000);
  t.is(await asked(503, new Date(NOW.getTime() + 60_000).toUTCString()), 60_000);
  t.is(await asked(503, '999999999'), 86_400_000);
  t.is(await asked(429, 'Fri, 01 Jan 2021 00:00:00 GMT'), 0);
  t.is(await asked(429, 'soon'), null);
  t.is(await asked(500, '120'), null);
});

test('a page is a success for a webhook, as its specification says, and a failure for other receivers', async (t) => {
  const page = answering(200, '<!DOCTYPE html><h1>Sorry</h1>', { 'content-type': 'text/html' });
  t.is((await sendTo(t, page)).attempt.error, null);
  for (const kind of ['slack', 'teams'] as const) {
    t.regex((await sendTo(t, page, { kind })).attempt.error ?? '', /a web page/);
  }
  t.is((await sendTo(t, answering(200, 'ok'), { kind: 'slack' })).attempt.error, null);
  t.is((await sendTo(t, answering(202), { kind: 'teams' })).attempt.error, null);
  const apprise = { kind: 'apprise', path: '/notify/key' } as const;
  t.regex((await sendTo(t, answering(204), apprise)).attempt.error ?? '', /no configuration/);
});

test('of an answer of any size only 2 kB are read', async (t) => {
  let written = 0;
  const { attempt } = await sendTo(t, (_, response) => {
    const more = () => {
      while (!response.destroyed && written < 100_000_000) {
        written += 65_536;
        if (!response.write('x'.repeat(65_536))) return void response.once('drain', more);
      }
    };
    more();
  });
  t.like(attempt, { status: 200, error: null });
  t.is(attempt.answer.length, 2_048);
  t.true(written < 20_000_000, `${written} bytes were taken`);
});

test('a compressed answer is not decompressed', async (t) => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const { attempt } = await sendTo(t, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  t.like(attempt, { status: 200, error: null, answer: '(not shown: gzip)' });
});

test('a receiver that is too slow fails when the time is up, before or in its answer', async (t) => {
  const silent = await sendTo(t, () => {}, { limitMs: 300 });
  t.like(silent.attempt, { status: null, error: 'the receiver did not answer completely within 0.3 seconds' });
  const dripping = await sendTo(t, (_, response) => void response.writeHead(200).write('a'), { limitMs: 300 });
  t.like(dripping.attempt, { status: 200, error: 'the receiver did not answer completely within 0.3 seconds' });
});

test('a connection that ends in the answer is a failure', async (t) => {
  const { attempt } = await sendTo(t, (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  });
  t.is(attempt.error, 'the receiver closed the connection before its answer was complete');
  const { attempt: none } = await sendTo(t, (request) => request.socket.destroy());
  t.like(none, { status: null, error: 'the receiver closed the connection before its answer was complete' });
});

test('what is not HTTP, or has too many headers, is a failure with a reason', async (t) => {
  const long = await sendTo(t, answering(200, '', { 'x-long': 'x'.repeat(70_000) }));
  t.is(long.attempt.error, 'the headers of the answer have more than 64 kB');
  const server = createTcpServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-x\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  t.teardown(() => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { attempt } = await senderTo(t, [host]).send(channelAt(`http://${host}/`), { id: 'msg_1', body: '{}' }, NEVER);
  t.is(attempt.error, 'the server does not speak valid HTTP');
});

test('a private address is refused when it is dialed, in every spelling', async (t) => {
  const sender = senderTo(t, []);
  for (const address of [
    'http://localhost:8080/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://169.254.169.254/',
    'http://[::ffff:10.0.0.1]/',
  ]) {
    const { attempt } = await sender.send(channelAt(address), { id: 'msg_1', body: '{}' }, NEVER);
    t.regex(attempt.error ?? '', /only public addresses are allowed/, address);
  }
});

test('an answer that repeats the address or a token does not show them', async (t) => {
  const { attempt } = await sendTo(t, (request, response) => void response.end(`no ${request.url} here, SecretPart`), {
    ...{ kind: 'slack', path: '/services/T000/SecretPart' },
  });
  t.is(attempt.answer, 'no (hidden) here, (hidden)');
  const signed = await sendTo(t, (_, response) => void response.end('"a+Signature" and a%2BSignature are wrong'), {
    ...{ kind: 'teams', path: '/invoke?sv=1.0&sig=a%2BSignature' },
  });
  t.is(signed.attempt.answer, '"(hidden)" and (hidden) are wrong');
});
