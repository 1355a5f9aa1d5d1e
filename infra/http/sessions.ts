/** Who is signed in: sessions live on the server, the browser holds a random token (OWASP session management). */
import { createHmac, randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { ExpiringStore } from '../ports.ts';
import type { RequestState } from './context.ts';

/** How long a session lives after it was last used. */
export const SESSION_DAYS = 30;

/** A session's end moves at most this often, so that reading a page does not mean writing one. */
const RENEW_AFTER_MS = 24 * 60 * 60 * 1000;

const KIND = 'session';

interface Session {
  readonly userId: string;
  readonly startedAt: string;
  readonly renewedAt: string;
}

export interface SessionOptions {
  readonly store: ExpiringStore;
  /** Keys the hash under which a token is filed: the store alone opens no session. */
  readonly secret: string;
  /** Whether the public address is https: then the cookie is for https alone. */
  readonly secure: boolean;
  readonly now: () => Date;
}

/** Starts, finds and ends sessions. */
export class Sessions {
  readonly #options: SessionOptions;
  readonly #cookie: string;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#cookie = options.secure ? '__Host-linkledger' : 'linkledger';
  }

  /** Signs a person in on this browser under a fresh token; an earlier session of the browser ends. */
  async start(ctx: Context, userId: string): Promise<void> {
    await this.end(ctx);
    const token = randomBytes(32).toString('base64url');
    const now = this.#options.now().toISOString();
    await this.#save(token, { userId, startedAt: now, renewedAt: now });
    this.#setCookie(ctx, token);
  }

  /** Ends this browser's session, if it has one. */
  async end(ctx: Context): Promise<void> {
    const token = ctx.cookies.get(this.#cookie);
    if (token === undefined) return;
    await this.#options.store.remove(KIND, this.#fileUnder(token));
    this.#setCookie(ctx, null);
  }

  /** Middleware: puts the signed-in person's id, or null, into `ctx.state.userId`. */
  identify(): Middleware<RequestState> {
    return async (ctx, next) => {
      const token = ctx.cookies.get(this.#cookie);
      const session = token === undefined ? null : await this.#find(token);
      ctx.state.userId = session?.userId ?? null;
      if (token !== undefined && session !== null && this.#isDue(session)) {
        await this.#save(token, { ...session, renewedAt: this.#options.now().toISOString() });
        this.#setCookie(ctx, token);
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

  #save(token: string, session: Session): Promise<void> {
    const end = new Date(this.#options.now().getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000);
    return this.#options.store.put(KIND, this.#fileUnder(token), session, end.toISOString());
  }

  #fileUnder(token: string): string {
    return createHmac('sha256', this.#options.secret).update(token).digest('hex');
  }

  /** TLS may end at a proxy before us, so it is the public address that says whether the cookie is for https alone. */
  #setCookie(ctx: Context, token: string | null): void {
    ctx.cookies.secure = this.#options.secure;
    ctx.cookies.set(this.#cookie, token, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#options.secure,
      path: '/',
      ...(token === null ? {} : { maxAge: SESSION_DAYS * 24 * 60 * 60 * 1000 }),
      overwrite: true,
    });
  }
}
