/**
 * An errand beside a visit: one address is asked, redirects followed by hand through the same guard and dialer, and at
 * most a little of the answer is read. What goes wrong stands in the answer.
 */
import type { Dispatcher } from 'undici';
import type { Hop, VisitError } from '../../command-service/events/observation.ts';
import type { Guard } from '../network/ssrf-guard.ts';
import { toVisitFailure, VisitFailure } from '../visit/visit-errors.ts';
import { cleanText } from '../visit/visit-record.ts';
import { CookieJar } from './cookie-jar.ts';
import { drain, type HttpClient, headerValues, redirectOf } from './http-client.ts';
import { openBody } from './response-body.ts';

export interface AuxRequest {
  readonly method: 'GET' | 'HEAD';
  readonly accept: string;
  readonly maxHops: number;
  /** Decoded bytes read of the last answer; what follows is left. */
  readonly maxBytes: number;
}

/** What came back. */
export interface AuxResponse {
  /** null when no answer came. */
  readonly httpStatus: number | null;
  readonly finalUrl: string;
  readonly hops: readonly Hop[];
  /** The first `maxBytes` of the body as UTF-8; '' when nothing was to be read. */
  readonly text: string;
  readonly error: VisitError | null;
}

/** Runs an errand; never rejects. `signal` is its time limit. */
export type SendAuxRequest = (start: string, errand: AuxRequest, signal: AbortSignal) => Promise<AuxResponse>;

export function auxRequester(exchange: HttpClient, guard: Guard): SendAuxRequest {
  return async (start, errand, signal) => {
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
        if (hops.length > errand.maxHops) {
          throw new VisitFailure('redirect-loop', `it redirects more than ${errand.maxHops} times`);
        }
        const { method, accept } = errand;
        const answer = await exchange.send(url, { method, accept, cookie: cookies.header(url) }, signal);
        cookies.take(url, headerValues(answer.headers['set-cookie']));
        const next = redirectOf(answer, url);
        if (next === null) {
          httpStatus = answer.statusCode;
          return { httpStatus, finalUrl, hops, text: await textOf(answer, errand.maxBytes), error: null };
        }
        void drain(answer.body);
        hops.push({ url: url.href, via: answer.statusCode });
        url = next;
        finalUrl = url.href;
      }
    } catch (error) {
      const { code, message } = toVisitFailure(error);
      return { httpStatus, finalUrl, hops, text: '', error: { code, message } };
    }
  };
}

async function textOf(answer: Dispatcher.ResponseData, maxBytes: number): Promise<string> {
  if (maxBytes === 0) {
    void drain(answer.body);
    return '';
  }
  const body = await openBody(answer.body, cleanText(answer.headers['content-encoding']), maxBytes);
  const chunks: Buffer[] = [];
  let left = maxBytes;
  try {
    for await (const chunk of body.chunks) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) break;
    }
  } finally {
    body.release('at once');
  }
  return Buffer.concat(chunks).toString('utf8');
}
