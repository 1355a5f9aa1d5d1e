/**
 * Requests beside a visit, for robots.txt and the client's page. Redirects are followed by hand through the guard, and
 * only the beginning of the response is read.
 */
import type { Dispatcher } from 'undici';
import type { Hop, VisitError } from '../../command-service/contract/observation.ts';
import type { Guard } from '../../infra/network/ssrf-guard.ts';
import { toVisitFailure, VisitFailure } from '../../infra/network/visit-errors.ts';
import { cleanText } from '../visit/visit-record.ts';
import { CookieJar } from './cookie-jar.ts';
import { drain, type HttpClient, headerValues, redirectOf } from './http-client.ts';
import { openBody } from './response-body.ts';

interface AuxRequest {
  readonly method: 'GET' | 'HEAD';
  readonly accept: string;
  readonly maxHops: number;
  /** Decoded bytes read of the last response; the rest is not read. */
  readonly maxBytes: number;
}

/** The result: the last response, or an error. */
export interface AuxResponse {
  /** null when no response came. */
  readonly httpStatus: number | null;
  readonly finalUrl: string;
  readonly hops: readonly Hop[];
  /** The first `maxBytes` of the body as UTF-8; '' if `maxBytes` is 0. */
  readonly text: string;
  readonly error: VisitError | null;
}

/** Sends a request and follows its redirects; `signal` is the time limit. Never rejects: failures are in the result. */
export type SendAuxRequest = (start: string, request: AuxRequest, signal: AbortSignal) => Promise<AuxResponse>;

/** Sends auxiliary requests over the connections of `client`. */
export function auxRequester(client: HttpClient, guard: Guard): SendAuxRequest {
  return async (start, request, signal) => {
    const hops: Hop[] = [];
    let finalUrl = start;
    let httpStatus: number | null = null;
    try {
      const cookies = new CookieJar();
      let url = URL.parse(start);
      if (url === null) throw new VisitFailure('address-not-allowed', 'it is not a web address');
      for (;;) {
        const refusal = guard.url(url);
        if (refusal !== null) throw new VisitFailure('address-not-allowed', refusal);
        if (hops.length > request.maxHops) {
          throw new VisitFailure('redirect-loop', `it redirects more than ${request.maxHops} times`);
        }
        const { method, accept } = request;
        const response = await client.send(url, { method, accept, cookie: cookies.header(url) }, signal);
        cookies.store(url, headerValues(response.headers['set-cookie']));
        const next = redirectOf(response, url);
        if (next === null) {
          httpStatus = response.statusCode;
          return { httpStatus, finalUrl, hops, text: await textOf(response, request.maxBytes), error: null };
        }
        void drain(response.body);
        hops.push({ url: url.href, via: response.statusCode });
        url = next;
        finalUrl = url.href;
      }
    } catch (error) {
      const { code, message } = toVisitFailure(error);
      return { httpStatus, finalUrl, hops, text: '', error: { code, message } };
    }
  };
}

async function textOf(response: Dispatcher.ResponseData, maxBytes: number): Promise<string> {
  if (maxBytes === 0) {
    void drain(response.body);
    return '';
  }
  const body = await openBody(response.body, cleanText(response.headers['content-encoding']), maxBytes);
  const chunks: Buffer[] = [];
  let left = maxBytes;
  try {
    for await (const chunk of body.chunks) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
  } finally {
    body.release('destroy');
  }
  return Buffer.concat(chunks).toString('utf8');
}
