/** Knows a browser again for a few minutes: what was begun in one browser is finished in it, not in another. */
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'koa';

/** How long after it was last marked a browser is known again: as long as anything begun in it stays open. */
export const MARK_MINUTES = 10;

/** Marks browsers with a random token of no other use, in a cookie that scripts cannot read. */
export class BrowserBinding {
  readonly #cookie: string;
  readonly #secure: boolean;

  /** `secure`: whether the public address is https; then no other site of the domain can set the cookie either. */
  constructor(secure: boolean) {
    this.#secure = secure;
    this.#cookie = secure ? '__Host-linkledger-browser' : 'linkledger-browser';
  }

  /** This browser's mark, made where it has none; known for MARK_MINUTES from now. What is answered is a hash. */
  give(ctx: Context): string {
    const token = this.#token(ctx) ?? randomBytes(32).toString('base64url');
    ctx.cookies.secure = this.#secure;
    ctx.cookies.set(this.#cookie, token, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#secure,
      path: '/',
      maxAge: MARK_MINUTES * 60_000,
      overwrite: true,
    });
    return hash(token);
  }

  /** This browser's mark, or null where it has none. */
  of(ctx: Context): string | null {
    const token = this.#token(ctx);
    return token === null ? null : hash(token);
  }

  #token(ctx: Context): string | null {
    const token = ctx.cookies.get(this.#cookie);
    return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
