/** The language of the pages that the server renders. */
import type { Context } from 'koa';
import { chooseLanguage, type ReaderLanguage } from '../languages.ts';

/** Holds the choice made in the console: console/platform/language/language.ts writes it. */
const COOKIE = 'language';

/** The choice made in the console, else the first language of the browser that we have, else English. */
export function readerOf(ctx: Pick<Context, 'cookies' | 'acceptsLanguages'>): ReaderLanguage {
  return chooseLanguage(ctx.cookies.get(COOKIE) ?? null, ctx.acceptsLanguages());
}
