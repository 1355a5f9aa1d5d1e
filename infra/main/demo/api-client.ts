/** A person at Linkledger's HTTP API: signs in with a mailed link, stores the cookie, reads own writes. */
import { setTimeout as wait } from 'node:timers/promises';

/** How often a request is sent at most while the server is busy. */
const MOST_TRIES = 20;

export interface ApiClient {
  /** @throws Error with the server's message for an answer that is not OK. */
  get<Answer>(path: string): Promise<Answer>;
  send<Answer>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer>;
}

/** A mailbox that can be waited on. */
export interface Mailbox {
  /** The next sign-in link that is sent to an address. */
  next(email: string): Promise<string>;
}

/** Requests a sign-in link; resolves with the unused link. */
export async function askForLink(url: string, email: string, mailbox: Mailbox, signal: AbortSignal): Promise<string> {
  const link = mailbox.next(email);
  const body = JSON.stringify({ email });
  const headers = { 'Content-Type': 'application/json' };
  await checked(await fetch(`${url}/api/login/email`, { method: 'POST', headers, body, signal }));
  return link;
}

/** Signs in with a link: presses the only button of its page. Resolves with the cookies as they were set. */
export async function cookiesOf(link: string, signal: AbortSignal, userAgent = ''): Promise<readonly string[]> {
  const { origin, pathname, searchParams } = new URL(link);
  const body = new URLSearchParams({ token: searchParams.get('token') ?? '' });
  const headers = { 'User-Agent': userAgent };
  const answer = await fetch(origin + pathname, { method: 'POST', headers, body, redirect: 'manual', signal });
  const cookies = answer.headers.getSetCookie();
  if (answer.status !== 303 || cookies.length === 0) throw new Error(`Signing in answered ${answer.status}.`);
  return cookies;
}

/** Signs in with a link, and acts with its session. */
export async function signInWith(link: string, signal: AbortSignal): Promise<ApiClient> {
  return actWith(new URL(link).origin, await cookiesOf(link, signal), signal);
}

/** Acts with the session of these cookies. */
export function actWith(origin: string, cookies: readonly string[], signal: AbortSignal): ApiClient {
  return visitor(origin, cookies.map((each) => each.split(';', 1)[0]).join('; '), signal);
}

/** Whether the session of these cookies has not ended. */
export async function isSignedIn(origin: string, cookies: readonly string[], signal: AbortSignal): Promise<boolean> {
  const Cookie = cookies.map((each) => each.split(';', 1)[0]).join('; ');
  return (await fetch(`${origin}/api/auth/user`, { headers: { Cookie }, signal })).ok;
}

function visitor(origin: string, cookie: string, signal: AbortSignal): ApiClient {
  let position = 0;
  async function call<Answer>(method: string, path: string, body?: object, tries = 1): Promise<Answer> {
    const response = await fetch(origin + path, {
      method,
      headers: { Cookie: cookie, 'Content-Type': 'application/json', 'X-Position': String(position) },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    if (response.status === 503 && tries < MOST_TRIES) {
      await wait(1_000 * Number(response.headers.get('Retry-After') ?? 1), undefined, { signal });
      return call(method, path, body, tries + 1);
    }
    await checked(response);
    position = Math.max(position, Number(response.headers.get('X-Position') ?? 0));
    return (response.status === 204 ? null : await response.json()) as Answer;
  }
  return { get: (path) => call('GET', path), send: (method, path, body) => call(method, path, body) };
}

async function checked(response: Response): Promise<void> {
  if (response.ok) return;
  throw new Error(`${new URL(response.url).pathname} answered ${response.status}: ${await response.text()}`);
}
