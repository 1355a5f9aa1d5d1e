/** Recognizes a browser for a few minutes, so that a flow can be finished only in the browser that started it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'koa';

/** How long a mark is valid: as long as the longest flow. */
const MARK_MINUTES = 10;

/** Marks browsers with a random token, which has no other use, in a cookie that scripts cannot read. */
export class BrowserBinding {
  readonly #cookie: string;
  readonly #secure: boolean;

  /** `secure`: whether the public address is https; then no other site of the domain can set the cookie either. */
  constructor(secure: boolean) {
    this.#secure = secure;
    this.#cookie = secure ? '__Host-linkledger-browser' : 'linkledger-browser';
  }

  /** The hash of this browser's mark, which is created if missing and valid for MARK_MINUTES from now. */
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

  /** The hash of this browser's mark, or null without one. */
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
