/**
 * Calls of a payment provider's REST API: only its configured address, no redirects, ten seconds in all. A call is
 * retried only if the provider makes it idempotent. Neither secrets nor bodies are logged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { Logger } from '../../infra/ports/process/logger.ts';

/** The provider cannot be reached, or its answer makes no sense. The outcome of the call is unknown. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** The provider refused the call. `issue` is its code for the reason. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
  readonly status: number;
  readonly issue: string;

  constructor(message: string, status: number, issue: string) {
    super(message);
    this.status = status;
    this.issue = issue;
  }
}

interface ProviderClientOptions {
  /** The provider's name for people. */
  readonly name: string;
  /** Base URL without a trailing slash: https, or loopback. */
  readonly url: string;
  /** The code of a refusal in its answer. */
  readonly issueOf: (answer: Json) => string;
  readonly logger: Logger;
  /** The longest time for a call with its retries, in milliseconds. Default: ten seconds. */
  readonly timeoutMs?: number;
}

interface ProviderCall {
  /** The name of the call in the log. */
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The encoded body. */
  readonly body?: string;
  /** Whether the provider makes the call idempotent. */
  readonly isRepeatable: boolean;
}

/** A JSON object from a provider: untrusted. */
export type Json = Readonly<Record<string, unknown>>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** Pauses before a retry, in milliseconds. */
const PAUSES_MS = [250, 1_000];

export class ProviderClient {
  readonly #options: ProviderClientOptions;

  constructor(options: ProviderClientOptions) {
    this.#options = options;
  }

  /**
   * Makes a call and returns the object in its answer.
   * @throws ProviderRefusedError for status 400–499 except 408 and 429; ProviderUnavailableError for everything else.
   */
  async call(call: ProviderCall): Promise<Json> {
    const { name, logger, timeoutMs = TIMEOUT_MS } = this.#options;
    const deadline = AbortSignal.timeout(timeoutMs);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(call, deadline);
      } catch (error) {
        const { operation } = call;
        if (error instanceof ProviderRefusedError) {
          const context = { provider: name, operation, status: error.status, issue: error.issue };
          // Other refusals are part of the business, such as a declined card.
          if (error.status === 401 || error.status === 403) {
            logger.error(context, 'a payment provider refused the credentials: check its settings');
          } else {
            logger.info(context, 'a payment provider refused a call');
          }
          throw error;
        }
        const wait = call.isRepeatable && !deadline.aborted ? PAUSES_MS[attempt] : undefined;
        if (wait === undefined) {
          const reason = deadline.aborted ? 'the call took too long' : reasonOf(error);
          logger.warn({ provider: name, operation, reason }, 'a payment provider is unavailable');
          throw new ProviderUnavailableError(`${name} is unavailable: ${reason}`);
        }
        await pause(wait);
      }
    }
  }

  async #attempt({ method, path, headers, body }: ProviderCall, signal: AbortSignal): Promise<Json> {
    const { name, url, issueOf } = this.#options;
    const answer = await request(url + path, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'Linkledger', ...headers },
      ...(body === undefined ? {} : { body }),
      signal,
      // Calls are rare: the provider may be closing a connection that was kept open.
      reset: true,
    });
    const text = await readText(answer.body as AsyncIterable<Buffer>);
    const { statusCode: status } = answer;
    const json = parse(text);
    if (status >= 200 && status < 300) {
      if (json === null) throw new ProviderUnavailableError(`the answer with status ${status} was not a JSON object`);
      return json;
    }
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      throw new ProviderRefusedError(`${name} refused the call`, status, json === null ? '' : issueOf(json));
    }
    throw new ProviderUnavailableError(`the status was ${status}`);
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ProviderUnavailableError('the answer is larger than 1 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): Json | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value if it is a JSON object; else null. */
export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** The objects of a JSON array; [] for anything else. */
export function objectsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject).filter((each) => each !== null) : [];
}

/** A provider's text; '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The messages of undici have no header in them. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderUnavailableError) return error.message;
  return error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed';
}
