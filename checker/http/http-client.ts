/**
 * Requests through the guarded dialer: one at a time, redirects left to the caller. What a caller needs to follow them
 * by hand and to leave connections usable is here as well.
 */
import type { Readable } from 'node:stream';
import { setTimeout as startTimer } from 'node:timers';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import type { Dialer } from '../network/dialer.ts';
import { portOf } from '../network/host.ts';
import { isStaleConnection } from '../visit/visit-errors.ts';
import { ACCEPT_ENCODING } from './content-codings.ts';

/** What is left of a body is worth reading, to keep its connection, up to this many bytes and milliseconds. */
const DRAIN_BYTES = 64 * 1024;
const DRAIN_MS = 1_000;

/** How an exchange is set up. Milliseconds. */
export interface HttpClientOptions {
  readonly dialer: Dialer;
  readonly userAgent: string;
  /** From sending a request to the end of its headers. */
  readonly headersMs: number;
  /** Between two pieces of a body. */
  readonly bodyGapMs: number;
}

/** One request. */
export interface HttpRequest {
  readonly method?: 'GET' | 'HEAD';
  readonly accept?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks addresses that the guard has allowed; connections are kept for those who ask again. */
export interface HttpClient {
  /** The answer's headers and its body, yet to be read. @throws whatever happens on the way; `faultOf` names it. */
  send(url: URL, ask: HttpRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

const PAGES = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

export function makeHttpClient({ dialer, userAgent, headersMs, bodyGapMs }: HttpClientOptions): HttpClient {
  const agent = guardedAgent(dialer, headersMs, bodyGapMs);

  async function ask(
    url: URL,
    { method = 'GET', accept = PAGES, cookie = '', headers: more }: HttpRequest,
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
    const send = async () => {
      const answer = await request(url, { dispatcher: agent, method, headers, signal });
      // A body that is dropped half-way says so as an error, to whoever listens or else to the whole process.
      answer.body.on('error', () => {});
      return answer;
    };
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || !isStaleConnection(error)) throw error;
      return await send();
    }
  }

  return { send: ask, close: () => agent.destroy() };
}

/** Where an answer redirects to; null for one that does not, or whose Location leads nowhere. */
export function redirectOf(answer: Dispatcher.ResponseData, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(answer.statusCode)) return null;
  const [location] = headerValues(answer.headers.location);
  if (location === undefined) return null;
  const target = URL.parse(utf8OfLatin1(location), url);
  if (target !== null && target.hash === '') target.hash = url.hash;
  return target;
}

/** Header bytes arrive as Latin-1; a Location with UTF-8 in it means UTF-8 (WHATWG Fetch 2.2.6). */
function utf8OfLatin1(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** The values of a header that may come several times. */
export function headerValues(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Reads what is left, in the background and within limits; never rejects. */
export async function drain(body: Readable): Promise<void> {
  const timer = startTimer(() => body.destroy(), DRAIN_MS);
  let left = DRAIN_BYTES;
  try {
    for await (const chunk of chunksOf(body)) {
      left -= chunk.length;
      if (left < 0) break;
    }
  } catch {
    // The answer was already used: a connection that breaks now costs nothing but itself.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

/** The bytes of a body; leaving the loop does not close the body. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    if (Buffer.isBuffer(chunk)) yield chunk;
    else if (chunk instanceof Uint8Array) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

/** An undici agent whose every connection comes from the dialer; TLS on top of it keeps the name that was asked for. */
function guardedAgent(dialer: Dialer, headersMs: number, bodyGapMs: number): Agent {
  const secure = buildConnector({ allowH2: true, timeout: headersMs });
  return new Agent({
    allowH2: true,
    headersTimeout: headersMs,
    bodyTimeout: bodyGapMs,
    maxHeaderSize: 64 * 1024,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
    connect: (options, callback) => {
      const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
      const port = options.port === '' ? portOf(url) : Number(options.port);
      dialer.dial(options.hostname, port).then(
        (socket) => {
          if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
          else callback(null, socket);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  });
}
