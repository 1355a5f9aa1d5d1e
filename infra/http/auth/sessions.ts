/**
 * Sessions: stored on the server; the browser holds a random token (OWASP session management). A program sends an API
 * token instead.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { personPrincipal, type TokenAuthenticator } from '../../ports/process/principal.ts';
import type { ExpiringStore } from '../../ports/storage/expiring-store.ts';
import { normalizeAddress } from '../request/client-address.ts';
import { Problem } from '../request/problem.ts';
import type { RequestState } from '../request/request-context.ts';
import { authenticateToken, bearerOf, TOKEN } from './bearer-token.ts';
import { formatUserAgent } from './user-agent.ts';

/** How long a session lives after its last use. */
export const SESSION_DAYS = 30;

/** How long after a sign-in the browser may change sign-in methods, or delete the account, without a new sign-in. */
export const RECENT_SIGN_IN_MINUTES = 60;

/** A session's last use is written at most this often, so that reads rarely cause writes. */
const RENEW_AFTER_MS = 60 * 60 * 1000;

const KIND = 'session';
const ENDED = 'Your session ended before this request was complete. Please sign in and try again.';

interface Session {
  readonly userId: string;
  readonly startedAt: string;
  readonly renewedAt: string;
  /** Absent in sessions of older builds. */
  readonly browser?: string;
  readonly network?: string;
}

/** A session as shown to its owner. */
export interface SessionInfo {
  /** Identifies the session; useless for signing in. */
  readonly id: string;
  /** Whether it is the session of this request. */
  readonly current: boolean;
  readonly startedAt: string;
  /** To the hour; now for the session of this request. */
  readonly lastUsedAt: string;
  /** The name of the browser at the start of the session. */
  readonly browser: string;
  /** The address at the start of the session; '' if unknown. */
  readonly network: string;
}

interface SessionOptions {
  readonly store: ExpiringStore;
  /** The key of the hash under which a session is stored: a copy of the store opens no session. */
  readonly secret: string;
  /** Whether the public address is https: the cookie is then sent only over https. */
  readonly secure: boolean;
  /** Authenticates API tokens; if absent, no token is valid. */
  readonly tokens?: TokenAuthenticator;
  readonly now: () => Date;
}

/** Starts, finds and ends sessions. */
export class Sessions {
  readonly #options: SessionOptions;
  /** The name of the cookie. */
  readonly cookie: string;

  /** Whether the public address is https. */
  get isSecure(): boolean {
    return this.#options.secure;
  }

  constructor(options: SessionOptions) {
    this.#options = options;
    this.cookie = options.secure ? '__Host-linkledger' : 'linkledger';
  }

  /** Signs a person in on this browser with a new token; an earlier session of the browser ends. */
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

  /** All sessions of a person, last used first; `ctx` marks the session of this request. */
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

  /** Ends one session of a person by its listed id; returns whether it existed. */
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

  /** Whether the person signed in with this browser recently; always false with an API token. */
  async hasRecentSignIn(ctx: Context): Promise<boolean> {
    const token = bearerOf(ctx) === null ? ctx.cookies.get(this.cookie) : undefined;
    const session = token === undefined ? null : await this.#find(token);
    if (session === null) return false;
    return this.#options.now().getTime() - Date.parse(session.startedAt) < RECENT_SIGN_IN_MINUTES * 60_000;
  }

  /** Whether the request's session or token is still valid: a long-lived stream must check again. */
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
        const authenticate = () => authenticateToken(this.#options.tokens, bearer);
        ctx.state.principal = await authenticate();
        ctx.state.confirmPrincipal = async () => void (await authenticate());
        return next();
      }
      const token = ctx.cookies.get(this.cookie);
      const session = token === undefined ? null : await this.#find(token);
      ctx.state.principal = session === null ? null : personPrincipal(session.userId);
      ctx.state.confirmPrincipal = async () => {
        if (ctx.state.principal !== null && !(await this.isValid(ctx))) throw new Problem(401, 'signed-out', ENDED);
      };
      if (token !== undefined && session !== null && this.#isDue(session)) {
        const renewed: Session = { ...session, renewedAt: this.#options.now().toISOString() };
        // A session that ended during this request stays ended.
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

  /** TLS may end at a proxy, so the public address decides whether the cookie is only for https. */
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

/** The listed id of a session: a one-way hash of its key in the store. */
function idOf(key: string): string {
  return createHash('sha256').update(`session:${key}`).digest('base64url').slice(0, 22);
}
