/**
 * Who is signed in: sessions live on the server, the browser holds a random token (OWASP session management). A program
 * comes with an API token instead.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { personPrincipal, type TokenAuthenticator } from '../../../command-service/principal.ts';
import type { ExpiringStore } from '../../ports/expiring-store.ts';
import { normalizeAddress } from '../client-address.ts';
import type { RequestState } from '../request-context.ts';
import { authenticateToken, bearerOf, TOKEN } from './bearer-token.ts';
import { formatUserAgent } from './user-agent.ts';

/** How long a session lives after it was last used. */
export const SESSION_DAYS = 30;

/** How long after signing in a browser may change who can sign in, or end the account, without signing in once more. */
export const RECENT_SIGN_IN_MINUTES = 60;

/** A session's last use is written at most this often, so that reading a page does not mean writing one. */
const RENEW_AFTER_MS = 60 * 60 * 1000;

const KIND = 'session';

interface Session {
  readonly userId: string;
  readonly startedAt: string;
  readonly renewedAt: string;
  /** Left out in sessions that began before it was kept. */
  readonly browser?: string;
  readonly network?: string;
}

/** A session as its person may see it. */
export interface SessionInfo {
  /** Names the session and opens nothing. */
  readonly id: string;
  /** The session that asks. */
  readonly current: boolean;
  readonly startedAt: string;
  /** To the hour; of the session that asks: now. */
  readonly lastUsedAt: string;
  /** In words, as it was when the session began. */
  readonly browser: string;
  /** The address it began from; '' where that was not kept. */
  readonly network: string;
}

export interface SessionOptions {
  readonly store: ExpiringStore;
  /** Keys the hash under which a token is filed: the store alone opens no session. */
  readonly secret: string;
  /** Whether the public address is https: then the cookie is for https alone. */
  readonly secure: boolean;
  /** Knows API tokens; left out, none opens anything. */
  readonly tokens?: TokenAuthenticator;
  readonly now: () => Date;
}

/** Starts, finds and ends sessions. */
export class Sessions {
  readonly #options: SessionOptions;
  /** What the cookie is called. */
  readonly cookie: string;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.cookie = options.secure ? '__Host-linkledger' : 'linkledger';
  }

  /** Signs a person in on this browser under a fresh token; an earlier session of the browser ends. */
  async start(ctx: Context, userId: string): Promise<void> {
    await this.end(ctx);
    const token = randomBytes(32).toString('base64url');
    const now = this.#options.now().toISOString();
    const session: Session = {
      userId,
      startedAt: now,
      renewedAt: now,
      browser: formatUserAgent(ctx.get('User-Agent')),
      network: normalizeAddress(ctx.ip),
    };
    await this.#options.store.put(KIND, this.#fileUnder(token), session, this.#end(), userId);
    this.#setCookie(ctx, token);
  }

  /** Ends this browser's session, if it has one. */
  async end(ctx: Context): Promise<void> {
    const token = ctx.cookies.get(this.cookie);
    if (token === undefined) return;
    await this.#options.store.remove(KIND, this.#fileUnder(token));
    this.#setCookie(ctx, null);
  }

  /** All sessions of a person, the one used last first; `ctx` is the request that asks. */
  async list(ctx: Context, userId: string): Promise<readonly SessionInfo[]> {
    const token = ctx.cookies.get(this.cookie);
    const current = token === undefined ? null : this.#fileUnder(token);
    const now = this.#options.now().toISOString();
    return (await this.#options.store.listOf<Session>(KIND, userId))
      .map(({ key, value }) => ({
        id: idOf(key),
        current: key === current,
        startedAt: value.startedAt,
        lastUsedAt: key === current ? now : value.renewedAt,
        browser: value.browser ?? formatUserAgent(''),
        network: value.network ?? '',
      }))
      .toSorted((a, b) => Number(b.current) - Number(a.current) || (a.lastUsedAt < b.lastUsedAt ? 1 : -1));
  }

  /** Ends one session of a person, by the id it is listed under; says whether there was one. */
  async endOne(userId: string, id: string): Promise<boolean> {
    const sessions = await this.#options.store.listOf<Session>(KIND, userId);
    const found = sessions.find(({ key }) => idOf(key) === id);
    if (found !== undefined) await this.#options.store.remove(KIND, found.key);
    return found !== undefined;
  }

  /** Ends every session of a person, on every device. */
  endAll(userId: string): Promise<void> {
    return this.#options.store.removeOf(KIND, userId);
  }

  /** Whether the person signed in with this browser less than FRESH_MINUTES ago; nobody does with an API token. */
  async hasRecentSignIn(ctx: Context): Promise<boolean> {
    const token = bearerOf(ctx) === null ? ctx.cookies.get(this.cookie) : undefined;
    const session = token === undefined ? null : await this.#find(token);
    if (session === null) return false;
    return this.#options.now().getTime() - Date.parse(session.startedAt) < RECENT_SIGN_IN_MINUTES * 60_000;
  }

  /** Whether what the request came with still opens anything: an answer that goes on and on must ask again. */
  async isValid(ctx: Context): Promise<boolean> {
    const bearer = bearerOf(ctx);
    if (bearer !== null)
      return TOKEN.test(bearer) && typeof (await this.#options.tokens?.authenticate(bearer)) === 'object';
    const token = ctx.cookies.get(this.cookie);
    return token !== undefined && (await this.#find(token)) !== null;
  }

  /**
   * Middleware: puts the principal, or null, into `ctx.state.principal`. A request with an API token acts for the token's
   * person; its cookies are ignored.
   * @throws Problem 401 for a token that is not valid.
   */
  identify(): Middleware<RequestState> {
    return async (ctx, next) => {
      const bearer = bearerOf(ctx);
      if (bearer !== null) {
        ctx.state.principal = await authenticateToken(this.#options.tokens, bearer);
        return next();
      }
      const token = ctx.cookies.get(this.cookie);
      const session = token === undefined ? null : await this.#find(token);
      ctx.state.principal = session === null ? null : personPrincipal(session.userId);
      if (token !== undefined && session !== null && this.#isDue(session)) {
        const renewed: Session = { ...session, renewedAt: this.#options.now().toISOString() };
        // One that was ended while this request was on its way stays ended.
        const stands = await this.#options.store.replace(KIND, this.#fileUnder(token), renewed, this.#end());
        if (stands) this.#setCookie(ctx, token);
        else ctx.state.principal = null;
      }
      await next();
    };
  }

  #isDue(session: Session): boolean {
    return this.#options.now().getTime() - Date.parse(session.renewedAt) > RENEW_AFTER_MS;
  }

  #find(token: string): Promise<Session | null> {
    return this.#options.store.get<Session>(KIND, this.#fileUnder(token));
  }

  #end(): string {
    return new Date(this.#options.now().getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000).toISOString();
  }

  #fileUnder(token: string): string {
    return createHmac('sha256', this.#options.secret).update(token).digest('hex');
  }

  /** TLS may end at a proxy before us, so it is the public address that says whether the cookie is for https alone. */
  #setCookie(ctx: Context, token: string | null): void {
    ctx.cookies.secure = this.#options.secure;
    ctx.cookies.set(this.cookie, token, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#options.secure,
      path: '/',
      ...(token === null ? {} : { maxAge: SESSION_DAYS * 24 * 60 * 60 * 1000 }),
      overwrite: true,
    });
  }
}

/** What a session is listed under: made of what it is filed under, which cannot be found from it. */
function idOf(key: string): string {
  return createHash('sha256').update(`session:${key}`).digest('base64url').slice(0, 22);
}
