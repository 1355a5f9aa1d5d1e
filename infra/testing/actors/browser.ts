/** A browser for tests of pages and redirects: keeps each site's cookies, sends forms, runs no scripts. */
import { request } from 'undici';

/** A page, or a redirect that was not followed. */
export interface BrowserResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Where it leads, in full; null: it is no redirect. */
  readonly location: string | null;
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const MAX_REDIRECTS = 20;

export class Browser {
  readonly #agent: string;
  readonly #languages: string;
  /** By host without port, as cookies are. */
  readonly #cookies = new Map<string, Map<string, string>>();
  /** By origin: the last written position, as the console sends it along. */
  readonly #positions = new Map<string, number>();

  /** @param languages the Accept-Language header; '': none */
  constructor(agent = FIREFOX, languages = '') {
    this.#agent = agent;
    this.#languages = languages;
  }

  /** One request; redirects are not followed. */
  async request(url: string, form?: Readonly<Record<string, string>>): Promise<BrowserResponse> {
    const { origin, hostname } = new URL(url);
    const jar = this.#jar(hostname);
    const answer = await request(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        'user-agent': this.#agent,
        accept: 'text/html',
        ...(this.#languages !== '' && { 'accept-language': this.#languages }),
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(this.#positions.has(origin) && { 'x-position': String(this.#positions.get(origin)) }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin }),
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
      // A provider of a test closes a kept connection after seconds, in which a busy machine may have done nothing.
      reset: true,
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const gone = attributes.some((attribute) => /expires=thu, 01 jan 1970/i.test(attribute));
      if (gone || value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join('\n')]),
    );
    const position = Number(headers['x-position'] ?? 0);
    if (position > (this.#positions.get(origin) ?? 0)) this.#positions.set(origin, position);
    const location = headers.location === undefined ? null : new URL(headers.location, url).href;
    return { url, status: answer.statusCode, headers, text: await answer.body.text(), location };
  }

  /** Opens a page, or sends a form, and follows redirects while `until` does not stop it. */
  async open(
    url: string,
    form?: Readonly<Record<string, string>>,
    until: (next: string) => boolean = () => false,
  ): Promise<BrowserResponse> {
    let seen = await this.request(url, form);
    for (let times = 0; seen.location !== null && !until(seen.location); times += 1) {
      if (times === MAX_REDIRECTS) throw new Error(`${url} redirects without end`);
      seen = await this.request(seen.location);
    }
    return seen;
  }

  cookie(url: string, name: string): string | undefined {
    return this.#jar(new URL(url).hostname).get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.#jar(new URL(url).hostname).set(name, value);
  }

  /** Forgets all cookies of a site. */
  forget(url: string): void {
    this.#cookies.delete(new URL(url).hostname);
  }

  #jar(host: string): Map<string, string> {
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    return jar;
  }
}
