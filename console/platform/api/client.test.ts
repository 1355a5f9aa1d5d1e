import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { ApiError, get, pathTo, type ReadPath, send } from './client.ts';

/** A server with a given answer; its address. */
async function serving(t: ExecutionContext, answer: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const answering = (status: number, headers: Record<string, string>, body: string): RequestListener => {
  return (_, response) => response.writeHead(status, headers).end(body);
};

async function refusalOf(t: ExecutionContext, answer: RequestListener): Promise<ApiError> {
  const url = await serving(t, answer);
  return (await t.throwsAsync(get(url as ReadPath<unknown>), { instanceOf: ApiError })) as ApiError;
}

test('an error has the server’s message, code, fields and time to wait', async (t) => {
  const body = JSON.stringify({ code: 'busy', message: 'Too much at once.', fields: { name: 'No.', odd: 1 } });
  const error = await refusalOf(t, answering(429, { 'Retry-After': '7' }, body));
  t.like(error, { status: 429, code: 'busy', message: 'Too much at once.', retryAfter: 7 });
  t.deepEqual(error.fields, { name: 'No.' });
});

test('without a message of its own, an error has the status and the body or the status text', async (t) => {
  t.is((await refusalOf(t, answering(500, {}, 'no disk'))).message, '500: no disk');
  t.is((await refusalOf(t, answering(500, {}, ''))).message, '500: Internal Server Error');
});

test('an error page of a proxy is not shown, but its time to wait is', async (t) => {
  const page = '<html><body><h1>Bad Gateway</h1></body></html>';
  t.is((await refusalOf(t, answering(502, { 'Content-Type': 'text/html' }, page))).message, '502: Bad Gateway');
  const wait = (seconds: number) => refusalOf(t, answering(503, { 'Retry-After': String(seconds) }, page));
  t.is((await wait(20)).message, '503: Service Unavailable. Try again in 20 seconds.');
  t.is((await wait(60 * 30)).message, '503: Service Unavailable. Try again in 30 minutes.');
});

test('a long text is cut', async (t) => {
  t.is((await refusalOf(t, answering(500, {}, 'x'.repeat(5_000)))).message.length, '500: '.length + 300 + 1);
});

test('no answer, an answer that breaks off and one that is not JSON are failures that can be retried', async (t) => {
  const gone = await refusalOf(t, (request) => request.socket.destroy());
  t.like(gone, { status: 0, code: 'no-answer' });
  const broken = await refusalOf(t, (_, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{"a":', () => response.destroy());
  });
  t.like(broken, { status: 0, code: 'no-answer' });
  const foreign = await refusalOf(
    t,
    answering(200, { 'Content-Type': 'text/html' }, '<html>Welcome to the hotel</html>'),
  );
  t.like(foreign, { status: 0, code: 'not-understood' });
});

test('a command sends its revision and an idempotency key; an empty answer is null', async (t) => {
  const seen: unknown[] = [];
  const url = await serving(t, ({ method, headers }, response) => {
    seen.push([method, headers['if-match'], headers['idempotency-key']]);
    response.writeHead(204).end();
  });
  t.is(await send('POST', url as '/api/logout', { body: {}, key: 'one wish' }), null);
  t.is(await send('DELETE', url as '/api/user', { body: {}, revision: 3 }), null);
  t.deepEqual(seen, [
    ['POST', undefined, 'one wish'],
    ['DELETE', '"3"', undefined],
  ]);
});

test('a read after a refusal with a position sends that position', async (t) => {
  await refusalOf(t, answering(412, { 'X-Position': '41' }, ''));
  const sent: unknown[] = [];
  const url = await serving(t, ({ headers }, response) => {
    sent.push(headers['x-position']);
    response.end('{}');
  });
  await get(url as ReadPath<unknown>);
  t.deepEqual(sent, ['41']);
});

test('a path has its parameters and its query encoded', (t) => {
  t.is(String(pathTo('/api/clients/:domain', { params: { domain: 'a/b ?#' } })), '/api/clients/a%2Fb%20%3F%23');
  t.is(String(pathTo('/api/links', { query: { q: 'a&b', page: '1' } })), '/api/links?q=a%26b&page=1');
  t.is(String(pathTo('/api/tags', { query: {} })), '/api/tags');
});
