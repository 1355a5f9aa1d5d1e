/** An API client for tests: signs in with the mailed link, keeps the cookie, reads its own and others' writes. */
import { request } from 'undici';
import { waitUntil } from '../wait-until.ts';

/** An answer; `T` is what the test knows its body to be. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: T;
}

/** By system: the last written position. The people of a test share it. */
const positions = new Map<string, number>();

/** A system started to listen there: positions of an earlier one at the same address do not apply. */
export function resetPosition(url: string): void {
  positions.delete(url);
}

function raisePosition(url: string, position: number): void {
  if (position > (positions.get(url) ?? 0)) positions.set(url, position);
}

interface EventReader {
  has(text: string): Promise<boolean>;
  until(text: string): Promise<string>;
  leave(): void;
}

/** A client without a session. */
export class Visitor {
  protected cookie = '';
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** The cookie of its session, for requests by hand. */
  get cookieHeader(): string {
    return this.cookie;
  }

  /** Reads; where the `headers` name no position, again until the answer has all that was written before. */
  async get<T>(path: string, headers?: Record<string, string>): Promise<Answer<T>> {
    const seen = { 'X-Position': String(positions.get(this.#url) ?? 0), ...headers };
    for (;;) {
      const answer = await this.#ask<T>('GET', path, undefined, seen);
      // A busy machine's views may be behind for longer than the server waits for them.
      if (headers?.['X-Position'] !== undefined || answer.headers['x-stale'] === undefined) return answer;
    }
  }

  /** The same browser, cookie and all, at another process of the system, or at one that was started again. */
  at(url: string): Visitor {
    const same = new Visitor(url);
    same.cookie = this.cookie;
    raisePosition(url, positions.get(this.#url) ?? 0);
    return same;
  }

  send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return this.#ask(method, path, text, { 'Content-Type': 'application/json', ...headers });
  }

  /**
   * Opens an event stream. `has` reads on until it has had the text; false when it ends before. `until` answers all that it
   * has read by then.
   */
  async stream(path: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const { body } = await request(this.#url + path, { headers: { Cookie: this.cookie, ...headers } });
    let seen = '';
    const has = async (text: string) => {
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        seen += chunk;
        if (seen.includes(text)) return true;
      }
      return false;
    };
    return {
      has,
      async until(text) {
        if (!seen.includes(text)) await has(text);
        return seen;
      },
      leave: () => void body.destroy(),
    };
  }

  async #ask<T>(
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<Answer<T>> {
    const answer = await request(this.#url + path, {
      method,
      headers: { ...headers, ...(this.cookie === '' ? {} : { Cookie: this.cookie }) },
      ...(body === undefined ? {} : { body }),
    });
    const all = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join('\n')]);
    const seen: Record<string, string> = Object.fromEntries(all);
    raisePosition(this.#url, Number(seen['x-position'] ?? 0));
    this.cookie = /(?:__Host-)?linkledger=[^;]+/.exec(seen['set-cookie'] ?? '')?.[0] ?? this.cookie;
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: seen,
      // An answer to HEAD names the type of the body it omits.
      body: /\bjson\b/.test(seen['content-type'] ?? '') && text !== '' ? JSON.parse(text) : text,
    };
  }
}

/**
 * Signs in by email as a person would.
 * @param said the lines that the server has printed, newest last: the sign-in link is among them.
 */
export async function signIn(url: string, email: string, said: readonly string[]): Promise<Visitor> {
  const person = new Visitor(url);
  const before = said.length;
  const asked = await person.send('POST', '/api/login/email', { email });
  if (asked.status !== 202) throw new Error(`asking for a sign-in link answered ${asked.status}`);
  // The answer and the line travel on different ways: either may arrive first.
  const link = await waitUntil(() => said.slice(before).findLast((line) => line.includes(`for ${email}:`)));
  const token = new URL(link.split(' ').at(-1) ?? '').searchParams.get('token') ?? '';
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const signedIn = await person.send('POST', '/api/login/email/callback', `token=${token}`, form);
  if (signedIn.status !== 303) throw new Error(`signing in answered ${signedIn.status}`);
  return person;
}

/**
 * The token of an invitation to an address that was mailed since the server had printed `before` lines. Waits for it: the
 * answer to the inviter and the line travel on different ways.
 */
export async function invitationToken(said: readonly string[], email: string, before: number): Promise<string> {
  const line = await waitUntil(() => said.slice(before).findLast((each) => each.includes(`Invitation for ${email}:`)));
  return line.split('/').at(-1) ?? '';
}
