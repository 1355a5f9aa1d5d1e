import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { accountRoutes } from '../../../command-service/http/account/routes.ts';
import { commandRoutes } from '../../../command-service/http/routes.ts';
import { queryRoutes } from '../../../query-service/http/routes.ts';
import { listen } from '../../http/routing/server.ts';
import { createProxy, roleFor } from './cluster-proxy.ts';

async function upstream(t: ExecutionContext, answer: (incoming: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer({ keepAliveTimeout: 0 }, answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function proxy(t: ExecutionContext, ports: { command?: readonly number[]; query?: readonly number[] }) {
  const server = await listen(
    createProxy((role) => ports[role] ?? []),
    '127.0.0.1',
    0,
  );
  t.teardown(() => server.stop(0));
  return `http://127.0.0.1:${server.port}`;
}

test('each declared route goes to the role that answers it', (t) => {
  const at = (path: string) => path.replaceAll(/:\w+/g, 'x');
  for (const { method, path } of [...commandRoutes, ...accountRoutes]) t.is(roleFor(method, at(path)), 'command', path);
  for (const { method, path } of queryRoutes) t.is(roleFor(method, at(path)), 'query', path);
  t.is(roleFor('HEAD', '/api/links?page=2'), 'query');
  t.is(roleFor('GET', '/api/login?returnTo=%2F'), 'command');
  t.is(roleFor('GET', '/api/logins'), 'query');
});

test('method, path, body and headers pass both ways, and the address of the client is added', async (t) => {
  const command = await upstream(t, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      response.writeHead(201, { 'X-Position': '7', 'Set-Cookie': ['a=1', 'b=2'] });
      const { host, cookie, 'x-forwarded-for': from } = incoming.headers;
      const { method, url } = incoming;
      response.end(JSON.stringify({ method, url, host, cookie, from, text: Buffer.concat(chunks).toString() }));
    });
  });
  const url = await proxy(t, { command: [command] });
  const answer = await request(`${url}/api/links?x=1`, {
    method: 'POST',
    headers: { Cookie: 'c=3', 'X-Forwarded-For': '203.0.113.9' },
    body: 'hello',
  });
  t.is(answer.statusCode, 201);
  t.is(answer.headers['x-position'], '7');
  t.deepEqual(answer.headers['set-cookie'], ['a=1', 'b=2']);
  t.deepEqual(await answer.body.json(), {
    ...{ method: 'POST', url: '/api/links?x=1', host: new URL(url).host, cookie: 'c=3' },
    ...{ from: '203.0.113.9, 127.0.0.1', text: 'hello' },
  });
});

test('an event stream arrives message by message, and the process learns that the reader left', async (t) => {
  const left = Promise.withResolvers<void>();
  const say = Promise.withResolvers<ServerResponse>();
  const query = await upstream(t, (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    response.on('close', () => left.resolve());
    say.resolve(response);
  });
  const url = await proxy(t, { query: [query] });
  const stream = await request(`${url}/api/stream`);
  t.is(stream.headers['content-type'], 'text/event-stream');
  const chunks = stream.body.setEncoding('utf8')[Symbol.asyncIterator]();
  for (const message of ['data: 1\n\n', 'data: 2\n\n']) {
    (await say.promise).write(message);
    t.is((await chunks.next()).value, message);
  }
  stream.body.destroy();
  await left.promise;
  t.pass();
});

test('requests take turns, and without a process they get a message to come back later', async (t) => {
  const named = (name: string) => upstream(t, (_, response) => response.end(name));
  const ports = { query: [await named('one'), await named('two')] };
  const url = await proxy(t, ports);
  const names = [];
  for (let count = 0; count < 4; count += 1) names.push(await (await request(`${url}/api/links`)).body.text());
  t.deepEqual(names.toSorted(), ['one', 'one', 'two', 'two']);
  const refused = await request(`${url}/api/links`, { method: 'POST' });
  t.is(refused.statusCode, 503);
  t.is(refused.headers['retry-after'], '1');
  t.is(((await refused.body.json()) as { code: string }).code, 'busy');
});

test('a process that ended is a 503, not a broken connection', async (t) => {
  const gone = await upstream(t, (incoming) => void incoming.socket.destroy());
  const url = await proxy(t, { query: [gone] });
  const answer = await request(`${url}/api/links`);
  t.is(answer.statusCode, 503);
  await answer.body.dump();
});
