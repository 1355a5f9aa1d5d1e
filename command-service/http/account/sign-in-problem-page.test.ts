/** Failures on the way to a sign-in, as a browser and as a program gets them. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import Koa from 'koa';
import { request } from 'undici';
import type { RequestState } from '../../../infra/http/request/request-context.ts';
import { handleErrors } from '../../../infra/http/routing/error-handler.ts';
import { personPrincipal } from '../../../infra/ports/process/principal.ts';
import { BusyError, ConflictError } from '../../../infra/ports/storage/errors.ts';
import { toProblem } from '../error-mapper.ts';
import { signInProblemPage } from './sign-in-problem-page.ts';

const FAILURES: Readonly<Record<string, Error>> = {
  conflict: new ConflictError('identity-x', -1, 0),
  busy: new BusyError('Linkledger is busy. Please try again.'),
  fault: new Error('the password is hunter2'),
};

const app = new Koa<RequestState>();
const logger = { info: () => {}, warn: () => {}, error: () => {} };
app.use(async (ctx, next) => {
  ctx.state.requestId = 'r1';
  ctx.state.principal = ctx.query.as === undefined ? null : personPrincipal('ann');
  await next();
});
app.use(handleErrors(logger, [toProblem], signInProblemPage));
app.use((ctx) => {
  const failure = FAILURES[ctx.path.split('/').at(-1) ?? ''];
  if (failure !== undefined) throw failure;
});
const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
test.after.always(() => server.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function ask(path: string, accept: string) {
  const { statusCode, headers, body } = await request(url + path, { headers: { accept } });
  return { status: statusCode, headers, text: await body.text() };
}

test('a browser gets a page with the message, the status and Retry-After', async (t) => {
  for (const [path, expected] of [
    ['/api/connect/google/conflict', 409],
    ['/api/login/email/busy', 503],
  ] as const) {
    const { status, headers, text } = await ask(path, BROWSER);
    t.is(status, expected, path);
    t.regex(String(headers['content-type']), /^text\/html/);
    t.regex(String(headers['content-security-policy']), /style-src 'self'/);
    t.truthy(headers['retry-after']);
    t.regex(text, /Please try again\./);
    t.regex(text, /Back to sign-in/);
  }
  t.is((await ask('/api/connect/unknown', BROWSER)).status, 404);
  t.regex((await ask('/api/connect/busy?as=ann', BROWSER)).text, /Back to Linkledger/);
});

test('an unexpected error is shown without its message', async (t) => {
  const { status, text } = await ask('/api/connect/google/fault', BROWSER);
  t.is(status, 500);
  t.regex(text, /The log has the details under r1/);
  t.notRegex(text, /hunter2/);
});

test('a program, and every other path, gets JSON', async (t) => {
  for (const [path, accept] of [
    ['/api/login/email/busy', 'application/json'],
    ['/api/login/email/busy', '*/*'],
    ['/api/links/busy', BROWSER],
    ['/api/loginx/busy', BROWSER],
  ] as const) {
    const { status, text } = await ask(path, accept);
    t.is(status, 503, path);
    t.is(JSON.parse(text).code, 'busy');
  }
});
