/** Reads request bodies: JSON for the API, forms for the pages that work without JavaScript. */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { Middleware } from 'koa';
import { Problem } from './problem.ts';
import type { RequestContext, RequestState } from './request-context.ts';

const JSON_TYPE = 'application/json';
/** The type of the forms that work without JavaScript; only routes that declare it accept it. */
export const FORM = 'application/x-www-form-urlencoded';

/** The largest body in bytes unless the route declares a limit. */
export const MAX_BODY = 256 * 1024;

/** The longest time until a body has arrived, in ms, so that a slow sender cannot hold a connection. */
const BODY_MS = 60_000;
/** How long the rest of a body is discarded after its answer, in ms. */
const DISCARD_MS = 10_000;
/** A body may have arrived while the process was suspended: this many ms are left to read it. */
const READ_MS = 1_000;
const TOO_SLOW_FILE = 'The file arrived too slowly, and nothing was imported. Please try again.';
const TOO_SLOW = 'The request took longer than a minute to arrive. Please try again.';

const WITH_BODY = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/** The largest file that a route accepts, in bytes. */
const MAX_FILE = 64 * 1024 * 1024;

/**
 * Discards what arrives of a body after its answer: a connection that closes while bytes arrive is reset, and its client
 * may miss the answer. Such an answer says `Connection: close`, and the connection closes once the body has ended, or
 * after a time, so that no sender holds it (RFC 9112 9.6).
 */
export function discardRest(discardMs = DISCARD_MS): Middleware<RequestState> {
  return async (ctx, next) => {
    const { req: request } = ctx;
    try {
      await next();
    } finally {
      const isArriving = !request.complete;
      if (isArriving) {
        ctx.set('Connection', 'close');
        closeAfterBody(request, discardMs);
      }
      if (isArriving || request.readableLength > 0) setImmediate(() => request.resume());
    }
  };
}

/**
 * Node.js would stop to read as soon as the last answer was sent. Not even its own direction ends before the body: many
 * clients report an error instead of the answer if the connection ends while they send.
 */
function closeAfterBody(request: IncomingMessage, discardMs: number): void {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  const ended = afterReading(discardMs, () => request.destroy());
  let isSent = false;
  socket.destroySoon = () => {
    isSent = true;
    if (request.closed) close();
  };
  request.once('close', () => {
    ended();
    if (isSent) close();
  });
}

/**
 * Parses the body into `ctx.state.body`, unless the route reads it as a stream. Authenticates the request again once a
 * body has arrived. Closes a connection whose body has not arrived in time.
 * @throws Problem 400 for malformed JSON, 401 for a session that has ended, 413 over the request's limit, 415 for a content type that the route does not
 * declare.
 */
export function readBody(withinMs = BODY_MS): Middleware<RequestState> {
  return async (ctx, next) => {
    const { rawBody, maxBody = MAX_BODY } = ctx.state.route ?? {};
    ctx.state.body = undefined;
    if (WITH_BODY.has(ctx.method) && rawBody?.isStream !== true) {
      const isArriving = !ctx.req.complete;
      const bytes = await readBytes(ctx.req, maxBody, withinMs);
      if (isArriving) await ctx.state.confirmPrincipal();
      if (bytes.length > 0) ctx.state.body = parseBody(bytes, ctx.get('Content-Type'), rawBody?.media ?? [JSON_TYPE]);
    }
    await next();
  };
}

/** `media`: the types that the route declares. */
function parseBody(bytes: Buffer, contentType: string, media: readonly string[]): unknown {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!media.includes(type))
    throw new Problem(415, 'unsupported-type', `Send the request body as ${media.join(' or ')}.`);
  if (type === FORM) return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, 'malformed-json', 'The request body is not valid JSON.');
  }
}

/** A surrogate (U+D800 to U+DFFF) as an escape. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/** Half a surrogate pair, which only an escape can smuggle in (RFC 8259 8.2), becomes U+FFFD, as in any UTF-8. */
function parseJson(text: string): unknown {
  if (!SURROGATE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/**
 * The bytes of a request body that the route reads itself.
 * @throws Problem 413 over the limit. Closes a connection that is too slow.
 */
export async function readBytes(request: IncomingMessage, limit = MAX_BODY, withinMs = BODY_MS): Promise<Buffer> {
  const arrived = afterReading(withinMs, () => request.destroy(new Problem(408, 'too-slow', TOO_SLOW)));
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of limited(request, limit)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    arrived();
  }
}

/** Calls `end` after `ms`, once arrived bytes were read. Returns a function that prevents the call. */
function afterReading(ms: number, end: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(end, READ_MS);
  }, ms);
  return () => clearTimeout(timer);
}

const hashes = new WeakMap<IncomingMessage, Hash>();

/** Hashes a request's file while its route reads it. Returns a function that hashes what was read so far. */
export function hashStream(request: IncomingMessage): () => string {
  const hash = createHash('sha256');
  hashes.set(request, hash);
  return () => hash.copy().digest('hex');
}

/** The bytes of a request body that is a file. @throws Problem 413 once they exceed 64 MB. */
export function readStream(request: IncomingMessage): AsyncGenerator<Buffer, void, void> {
  return limited(request, MAX_FILE);
}

/** The time for a file, in ms: in total, and between two pieces. */
interface FileTimes {
  readonly withinMs: number;
  readonly gapMs: number;
}

/** 64 MB in ten minutes are 0.9 Mbit/s. */
const FILE_TIMES: FileTimes = { withinMs: 10 * 60_000, gapMs: 20_000 };

/**
 * Receives a file completely, authenticates the request again, passes the bytes to `use`, and removes the file.
 * Meanwhile nobody waits for its sender, whose role may change: `use` must authorize again.
 * @throws Problem 413 over 64 MB, 408 if it arrives too slowly, 401 for a session that has ended; what `use` throws.
 */
export async function withFile<T>(
  { req, state }: Pick<RequestContext, 'req' | 'state'>,
  use: (bytes: AsyncIterable<Buffer>) => Promise<T>,
  times: FileTimes = FILE_TIMES,
): Promise<T> {
  const name = path.join(os.tmpdir(), `linkledger-upload-${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  // From here on the file has no name: a killed process leaves no content behind.
  await unlink(name);
  try {
    for await (const chunk of inTime(readStream(req), times)) await file.appendFile(chunk);
    await state.confirmPrincipal();
    return await use(file.createReadStream({ start: 0, autoClose: false }));
  } finally {
    await file.close();
  }
}

/** The pieces of a file. @throws Problem 408 if they come too slowly; the connection is then closed. */
async function* inTime(
  bytes: AsyncGenerator<Buffer, void, void>,
  { withinMs, gapMs }: FileTimes,
): AsyncGenerator<Buffer> {
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  const end = () => late.reject(new Problem(408, 'too-slow', TOO_SLOW_FILE, { headers: { Connection: 'close' } }));
  const whole = setTimeout(end, withinMs);
  let arrived = afterReading(gapMs, end);
  try {
    for (;;) {
      const next = await Promise.race([bytes.next(), late.promise]);
      if (next.done === true) return;
      arrived();
      arrived = afterReading(gapMs, end);
      yield next.value;
    }
  } finally {
    clearTimeout(whole);
    arrived();
    // Not awaited: this waits for the next piece, which may never come.
    void bytes.return();
  }
}

async function* limited(request: IncomingMessage, limit: number): AsyncGenerator<Buffer, void, void> {
  // A declared length over the limit is refused before reading.
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  let size = 0;
  // Leaving the loop must not destroy the request: its socket carries the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    hashes.get(request)?.update(chunk);
    yield chunk;
  }
}

function tooLarge(limit: number): Problem {
  const most = limit < 1024 * 1024 ? `${limit / 1024} kB` : `${limit / (1024 * 1024)} MB`;
  return new Problem(413, 'too-large', `The request body is larger than ${most}.`);
}
