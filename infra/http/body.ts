/** Reads request bodies: JSON for the API, forms for the pages that work without JavaScript. */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { RequestState } from './context.ts';
import { Problem } from './problem.ts';

/** Largest body accepted, in bytes: a command is small. */
export const MAX_BODY = 256 * 1024;

const WITH_BODY = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/**
 * Parses the body into `ctx.state.body`.
 * @throws Problem 400 for malformed JSON, 413 over MAX_BODY, 415 for another content type.
 */
export function readBody(): Middleware<RequestState> {
  return async (ctx, next) => {
    ctx.state.body = WITH_BODY.has(ctx.method) ? await parsed(ctx.req, ctx.get('Content-Type')) : undefined;
    await next();
  };
}

async function parsed(request: IncomingMessage, contentType: string): Promise<unknown> {
  const bytes = await collect(request);
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

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) {
      throw new Problem(413, 'too-large', `The request body is larger than ${MAX_BODY / 1024} kB.`, {
        headers: { Connection: 'close' },
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
