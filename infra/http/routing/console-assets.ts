/** Serves the built console: its files, and its page for every other path. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Middleware } from 'koa';
import { decodePath, type ForeignSources, newNonce, pagePolicy } from '../limits/security-headers.ts';
import { escapeHtml } from '../request/escape-html.ts';
import type { RequestContext, RequestState } from '../request/request-context.ts';

/** The types of files in a build; nothing else is served. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Paths of the API: they never answer with the console's page. */
const API = /^\/(api|setup|metrics)(\/|$)/;

/** The page in its reader's language: before the console has started, a reader sees only these texts. */
export interface PageLanguage {
  /** The attributes of `<html>`. */
  readonly attributes: string;
  /** By key: `__TEXT_key__` stands for each text in the page. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Serves `folder` (the output of `npm run build`). Files under assets/ have their hash in their name and are cached for
 * a year. The page gets a new style nonce each time, shows its first words in the reader's language, and states whether
 * anybody is signed in, which saves a request, and whether its policy allows payments.
 * @param languageOf the language in which a request's reader gets the page.
 * @param purchase the foreign addresses that the page may use in the purchase dialog; null: none.
 * @throws Error if the folder has no build.
 */
export async function serveConsole(
  folder: string,
  languageOf: (ctx: RequestContext) => PageLanguage,
  purchase: ForeignSources | null = null,
): Promise<Middleware<RequestState>> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => {
    throw new Error(`There is no console in ${folder}. Run \`npm run build\` first.`);
  });
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || API.test(ctx.path)) return next();
    const type = TYPES[path.extname(ctx.path)];
    if (type !== undefined) return sendFile(ctx, folder, type);
    const nonce = newNonce();
    const isOpen = purchase !== null && isPurchase(ctx);
    if (isOpen) {
      ctx.set('Content-Security-Policy', pagePolicy(nonce, purchase));
      // A provider's window sends its result to the page that opened it.
      ctx.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
    } else {
      ctx.set('Content-Security-Policy', pagePolicy(nonce));
    }
    ctx.type = 'text/html; charset=utf-8';
    const visitor = ctx.state.principal === null ? 'nobody' : 'somebody';
    ctx.body = inLanguage(page, languageOf(ctx))
      .replaceAll('__CSP_NONCE__', nonce)
      .replaceAll('__VISITOR__', visitor)
      .replaceAll('__PAYMENTS__', isOpen ? 'open' : 'closed');
  };
}

function inLanguage(page: string, { attributes, texts }: PageLanguage): string {
  return Object.entries(texts)
    .reduce((filled, [key, text]) => filled.replaceAll(`__TEXT_${key}__`, () => escapeHtml(text)), page)
    .replace('<html lang="en"', `<html ${attributes}`);
}

/** Whether a signed-in person opens the purchase dialog: its address is loaded anew, so that this policy applies. */
function isPurchase({ path: opened, query, state }: Parameters<Middleware<RequestState>>[0]): boolean {
  const { dialog } = query;
  const isPlan = typeof dialog === 'string' && /^plan-(starter|professional)-/.test(dialog);
  return state.principal !== null && isPlan && /^\/settings\/?$/i.test(opened);
}

async function sendFile(ctx: Parameters<Middleware<RequestState>>[0], folder: string, type: string): Promise<void> {
  const file = path.join(folder, path.normalize(decodePath(ctx.path)));
  if (!file.startsWith(folder + path.sep)) return;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return;
  const hashed = ctx.path.startsWith('/assets/');
  const tag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`;
  ctx.set('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('ETag', tag);
  if (ctx.get('If-None-Match') === tag) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  ctx.length = found.size;
  ctx.body = createReadStream(file);
}
