/**
 * Sends a message to the receiver of a channel, over connections that the guard has allowed. Redirects are not followed,
 * and of an answer only the beginning is read, as it comes: nothing is decompressed.
 */
import { type Agent, type Dispatcher, request } from 'undici';
import type { Dialer } from '../../infra/network/dialer.ts';
import { guardedAgent } from '../../infra/network/guarded-agent.ts';
import { orAborted } from '../../infra/network/or-aborted.ts';
import { PRODUCT } from '../../infra/network/user-agent.ts';
import { CLOSED_EARLY, toVisitFailure } from '../../infra/network/visit-errors.ts';
import type { Attempt } from '../contract/channel-deliveries.ts';
import type { Channel } from '../model/channel/decider.ts';
import { FORMATS } from './formats/all-formats.ts';

/** The time limit of a try, from the DNS lookup to the end of what is read. */
const LIMIT_MS = 15_000;
const MAX_ANSWER = 2_048;
const DAY_MS = 24 * 60 * 60 * 1000;
const HIDDEN = '(hidden)';
/** A shorter part of an address is not worth hiding. */
const MIN_SECRET = 6;

/** A message with its id, which is the same each time. */
interface ChannelPost {
  readonly id: string;
  readonly body: string;
}

/** The result of one try. */
export interface Sent {
  readonly attempt: Attempt;
  /** Without secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long the receiver asks to wait, in ms, at most a day; null if it does not. */
  readonly retryAfterMs: number | null;
}

export class ChannelSender {
  readonly #agent: Agent;
  readonly #now: () => Date;
  readonly #limitMs: number;

  constructor(dialer: Dialer, now: () => Date, limitMs = LIMIT_MS) {
    this.#agent = guardedAgent(dialer, limitMs, limitMs);
    this.#now = now;
    this.#limitMs = limitMs;
  }

  /** Tries once. Resolves whatever happens: a failure is a result. */
  async send(channel: Channel, message: ChannelPost, signal: AbortSignal): Promise<Sent> {
    const at = this.#now();
    const started = performance.now();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#limitMs)]);
    let [status, answer, retryAfterMs]: [number | null, string, number | null] = [null, '', null];
    let shown = {};
    let error: string | null;
    try {
      const { url, shown: headers, ...post } = requestOf(channel, message, at);
      shown = headers;
      const options = { ...post, dispatcher: this.#agent, method: 'POST', signal: limit } as const;
      const answering = request(url, options).then((answered) => {
        // A body that is destroyed early emits an error, which would end the process without a listener.
        answered.body.on('error', () => {});
        return answered;
      });
      // undici waits for the connection before it looks at the signal.
      const response = await orAborted(answering, limit);
      status = response.statusCode;
      if (status === 429 || status === 503) retryAfterMs = this.#retryAfter(response);
      answer = withoutSecrets(await beginningOf(response), channel);
      error = refusalOf(status) ?? FORMATS[channel.kind].refusal?.(status) ?? pageError(channel, response, answer);
    } catch (failure) {
      const late = `the receiver did not answer completely within ${this.#limitMs / 1000} seconds`;
      error = limit.aborted ? late : sentenceOf(failure);
    }
    const durationMs = Math.round(performance.now() - started);
    return { attempt: { at: at.toISOString(), status, error, durationMs, answer }, headers: shown, retryAfterMs };
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Retry-After is a number of seconds or a date (RFC 9110 10.2.3). */
  #retryAfter({ headers }: Dispatcher.ResponseData): number | null {
    const value = [headers['retry-after'] ?? []].flat()[0] ?? '';
    const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - this.#now().getTime();
    return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), DAY_MS);
  }
}

/** What is sent, and its headers as people see them. */
function requestOf(channel: Channel, message: ChannelPost, at: Date) {
  const own = FORMATS[channel.kind].request?.(channel, message.body, { id: message.id, at }) ?? {};
  const { url = channel.address, body = message.body, hidden = {} } = own;
  const common = { 'content-type': 'application/json', 'user-agent': PRODUCT, 'accept-encoding': 'identity' };
  const open = { ...common, ...own.headers };
  const shown = { ...open, ...Object.fromEntries(Object.keys(hidden).map((name) => [name, HIDDEN])) };
  return { url, body, headers: { ...open, ...hidden }, shown };
}

/** Why a status is a failure, as a clause; null for 2xx. */
function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status < 400)
    return `the receiver answered ${status}, a redirect, which is not followed: enter the address behind it`;
  return `the receiver answered ${status}`;
}

/** For a webhook any 2xx is a success, by its specification; the other receivers answer no pages. */
function pageError({ kind }: Channel, { headers }: Dispatcher.ResponseData, answer: string): string | null {
  const isPage = String(headers['content-type'] ?? '').includes('text/html') || /^\s*<(!doctype|html)/i.test(answer);
  return kind !== 'webhook' && isPage ? 'the receiver answered with a web page: its address is probably wrong' : null;
}

/** The beginning of the body as text; the rest is not read. @throws if the connection ends before. */
async function beginningOf({ body, headers }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size >= MAX_ANSWER) break;
  }
  const coding = String(headers['content-encoding'] ?? 'identity');
  if (coding !== 'identity') return `(not shown: ${coding})`;
  return Buffer.concat(chunks)
    .subarray(0, MAX_ANSWER)
    .toString('utf8')
    .replaceAll(/[^\P{C}\n\t]/gu, '\uFFFD');
}

/** A receiver may repeat its address or a token. */
function withoutSecrets(text: string, { address, secret, former }: Channel): string {
  const { pathname, search } = new URL(address);
  const values = [...new URLSearchParams(search).values()];
  const parts = `${pathname}${search}`.split(/[/?&=]/);
  const secrets = [secret, former?.secret, `${pathname}${search}`, ...parts, ...values];
  return secrets
    .filter((each) => each !== null && each !== undefined)
    .filter((each) => each.length >= MIN_SECRET)
    .reduce((rest, each) => rest.replaceAll(each, HIDDEN), text);
}

function sentenceOf(error: unknown): string {
  const { code, message } = toVisitFailure(error);
  if (message === CLOSED_EARLY) return 'the receiver closed the connection before its answer was complete';
  if (code === 'headers-too-large') return 'the headers of the answer have more than 64 kB';
  return code === 'checker-failed' ? 'this server could not connect' : message;
}
