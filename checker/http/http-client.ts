/** HTTP requests through the guarded dialer, and helpers to follow redirects by hand and to keep connections usable. */
import type { Readable } from 'node:stream';
import { setTimeout as startTimer } from 'node:timers';
import { type Dispatcher, request } from 'undici';
import type { Dialer } from '../../infra/network/dialer.ts';
import { guardedAgent } from '../../infra/network/guarded-agent.ts';
import { isStaleConnection, NOT_HTTP, VisitFailure } from '../../infra/network/visit-errors.ts';
import { ACCEPT_ENCODING } from './content-codings.ts';

/** How much of a body's rest is read to reuse its connection, in bytes and milliseconds. */
const DRAIN_BYTES = 64 * 1024;
const DRAIN_MS = 1_000;

/** Times are in milliseconds. */
interface HttpClientOptions {
  readonly dialer: Dialer;
  readonly userAgent: string;
  /** From the request to the end of the response headers. */
  readonly headersMs: number;
  /** Between two chunks of a body. */
  readonly bodyGapMs: number;
}

interface HttpRequest {
  readonly method?: 'GET' | 'HEAD';
  readonly accept?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to addresses that the guard has allowed, over kept-alive connections. */
export interface HttpClient {
  /**
   * Returns the response with its body unread. Does not follow redirects. Retries once on a stale connection.
   * @throws any error of the connection; `toVisitFailure` names it.
   */
  send(url: URL, request: HttpRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

const ACCEPT_PAGES = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

/** Makes a client. */
export function makeHttpClient({ dialer, userAgent, headersMs, bodyGapMs }: HttpClientOptions): HttpClient {
  const agent = guardedAgent(dialer, headersMs, bodyGapMs);

  async function send(
    url: URL,
    { method = 'GET', accept = ACCEPT_PAGES, cookie = '', headers: more }: HttpRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const headers = {
      'user-agent': userAgent,
      accept,
      'accept-language': 'en,*;q=0.5',
      'accept-encoding': ACCEPT_ENCODING,
      ...(cookie === '' ? {} : { cookie }),
      ...more,
    };
    const attempt = async () => {
      const response = await request(url, { dispatcher: agent, method, headers, signal }).catch((error: unknown) => {
        throw isWrongHead(error) ? new VisitFailure('invalid-response', NOT_HTTP, { cause: error }) : error;
      });
      // A body that is destroyed early emits an error, which would end the process without a listener.
      response.body.on('error', () => {});
      return response;
    };
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isStaleConnection(error)) throw error;
      return await attempt();
    }
  }

  return { send, close: () => agent.destroy() };
}

/** undici joins two Content-Length headers into a length that no body has. This early, the error has no other cause. */
function isWrongHead(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

/** The target of a redirect; null if the response is not a redirect, or its Location is missing or invalid. */
export function redirectOf(response: Dispatcher.ResponseData, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(response.statusCode)) return null;
  const [location] = headerValues(response.headers.location);
  if (location === undefined) return null;
  const target = URL.parse(utf8OfLatin1(location), url);
  if (target !== null && target.hash === '') target.hash = url.hash;
  return target;
}

/** Node decodes header bytes as Latin-1; a Location in valid UTF-8 is UTF-8 (WHATWG Fetch 2.2.6). */
function utf8OfLatin1(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** The values of a header that can appear several times. */
export function headerValues(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Reads the rest of a body within limits, so that its connection can be used again. Never rejects. */
export async function drain(body: Readable): Promise<void> {
  const timer = startTimer(() => body.destroy(), DRAIN_MS);
  let left = DRAIN_BYTES;
  try {
    for await (const chunk of chunksOf(body)) {
      left -= chunk.length;
      if (left < 0) break;
    }
  } catch {
    // The response was already used: an error now costs only the connection.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

/** The chunks of a body. Leaving the loop does not destroy the body. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    if (Buffer.isBuffer(chunk)) yield chunk;
    else if (chunk instanceof Uint8Array) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}
