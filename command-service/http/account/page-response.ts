/** Answers with pages and redirects. */

import { pagePolicy } from '../../../infra/http/limits/security-headers.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import german from '../../contract/languages/de/sign-in.json' with { type: 'json' };
import english from '../../contract/languages/en/sign-in.json' with { type: 'json' };
import { readerOf } from '../../contract/languages/reader-language.ts';
import { type Texts, textsOf } from '../../contract/languages/texts.ts';

export const REDIRECT = { media: ['text/html', 'text/plain'] } as const;

export type AccountPageTexts = Texts<keyof typeof english>;

/** The HTML of a page in the language of its texts. */
export type PageTemplate = (texts: AccountPageTexts) => string;

const pageTexts = textsOf({ en: english, de: german });

/** Answers a page with its own Content-Security-Policy. @param reader default: who uses this browser. */
export function sendPage(ctx: RequestContext, status: number, page: PageTemplate, reader = readerOf(ctx)): undefined {
  ctx.set('Content-Security-Policy', pagePolicy());
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = page(pageTexts(reader));
}

/** Redirects with the status that is set if it is a redirect, else with 302. */
export function redirect(ctx: RequestContext, to: string): undefined {
  ctx.redirect(to);
}
