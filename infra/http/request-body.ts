/** Reads request bodies: JSON for the API, forms for the pages that work without JavaScript. */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { Problem } from './problem.ts';
import type { RequestState } from './request-context.ts';

/** Largest body accepted, in bytes: a command is small. */
export const MAX_BODY = 256 * 1024;

/** The requests that carry more than a command. A photo of 2 MB is 2.7 MB as a data URL, 100,000 ids are 4 MB. */
const LARGER: Readonly<Record<string, number>> = {
  'POST /api/user/photo': 3 * 1024 * 1024,
  'POST /api/links/bulk': 5 * 1024 * 1024,
};

/** Longest time for the body of a command to arrive, in ms: who sends a byte now and then holds no connection for long. */
const BODY_MS = 60_000;
const TOO_SLOW = 'The request took longer than a minute to arrive. Please try again.';

const WITH_BODY = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** Largest body of a request that is accepted, in bytes. */
export function bodyLimit(method: string, path: string): number {
  const request = `${method} ${path}`;
  return (Object.hasOwn(LARGER, request) ? LARGER[request] : undefined) ?? MAX_BODY;
}

/** The requests whose body is a file that the route reads as it comes, with `streamed`. */
const STREAMED: ReadonlySet<string> = new Set(['POST /api/links/import']);

/** Largest file a route takes, in bytes. */
const MAX_FILE = 64 * 1024 * 1024;

/**
 * Parses the body into `ctx.state.body`. A connection whose body has not arrived within `withinMs` is cut.
 * @throws Problem 400 for malformed JSON, 413 over the request's limit, 415 for another content type.
 */
export function readBody(withinMs = BODY_MS): Middleware<RequestState> {
  return async (ctx, next) => {
    const isCommand = WITH_BODY.has(ctx.method) && !STREAMED.has(`${ctx.method} ${ctx.path}`);
    ctx.state.body = isCommand
      ? await parsed(ctx.req, bodyLimit(ctx.method, ctx.path), ctx.get('Content-Type'), withinMs)
      : undefined;
    await next();
  };
}

async function parsed(
  request: IncomingMessage,
  limit: number,
  contentType: string,
  withinMs: number,
): Promise<unknown> {
  const bytes = await collect(request, limit, withinMs);
  if (bytes.length === 0) return undefined;
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      throw new Problem(400, 'malformed-json', 'The request body is not valid JSON.');
    }
  }
  if (type === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
  }
  throw new Problem(415, 'unsupported-type', 'Send the request body as application/json.');
}

async function collect(request: IncomingMessage, limit: number, withinMs: number): Promise<Buffer> {
  const late = setTimeout(() => request.destroy(new Problem(408, 'too-slow', TOO_SLOW)), withinMs);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of limited(request, limit)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(late);
  }
}

/**
 * The bytes of a file that is sent as a request's body.
 * @throws Problem 413 over 64 MB, on the way.
 */
export function readStream(request: IncomingMessage): AsyncGenerator<Buffer, void, void> {
  return limited(request, MAX_FILE);
}

/**
 * Passes over what is left of a file that is not read to its end: the next request comes behind it on the same connection.
 */
export async function drain(request: IncomingMessage, bytes: AsyncGenerator<Buffer, void, void>): Promise<void> {
  await bytes.return();
  request.resume();
}

async function* limited(request: IncomingMessage, limit: number): AsyncGenerator<Buffer, void, void> {
  // What the sender says is believed when it is too much: then not one byte of it is read.
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  let size = 0;
  // The request is not destroyed when the loop is left: its socket has yet to carry the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

/** The connection ends with the answer: nobody waits for the rest. */
function tooLarge(limit: number): Problem {
  const most = limit < 1024 * 1024 ? `${limit / 1024} kB` : `${limit / (1024 * 1024)} MB`;
  return new Problem(413, 'too-large', `The request body is larger than ${most}.`, {
    headers: { Connection: 'close' },
  });
}
