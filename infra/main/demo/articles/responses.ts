/** The response of each kind of page: most show the article, some refuse, stall or redirect. */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Article, Publication } from '../../sample/article.ts';
import { articlePage, challengePage, type PageOptions, pageFrame, shortPage } from './page-template.ts';
import { createPdf } from './pdf.ts';

interface ArticleRequest {
  readonly publication: Publication;
  readonly article: Article;
  /** The requested step of a redirect chain; 0 is the address itself. */
  readonly step: number;
  readonly options: PageOptions;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
}

/** The steps of the chain to a redirected article: '' → '/' → '/en/'. */
export const REDIRECT_STEPS = ['', '/', '/en/'] as const;

const TRICKLE_MS = 400;

/** Responds as the kind of the article requires. */
export async function respondTo(response: ServerResponse, request: ArticleRequest): Promise<void> {
  const { publication, article, options } = request;
  switch (article.kind) {
    case 'redirected':
      return redirect(response, request);
    case 'slow':
      return trickle(response, request);
    case 'not-found':
      return sendPage(
        response,
        404,
        shortPage('Nothing here', 'This page does not exist, or was removed.', publication),
      );
    case 'gone':
      return sendPage(response, 410, shortPage('Gone', 'This notice has been withdrawn for good.', publication));
    case 'forbidden':
      return sendPage(
        response,
        403,
        shortPage('Not from here', 'Automated visits are not welcome on this site.', publication),
      );
    case 'server-error':
      return sendPage(
        response,
        500,
        shortPage('Something broke', 'Our presses have stopped. Please come back.', publication),
      );
    case 'challenge':
      return sendPage(response, 200, challengePage(publication));
    case 'pdf':
      response.writeHead(200, { 'Content-Type': 'application/pdf' });
      response.end(createPdf([publication.name, article.title, article.date]));
      return;
    case 'nofollow-header':
      response.setHeader('X-Robots-Tag', 'nofollow');
      return sendPage(response, 200, articlePage(publication, article, options));
    case 'latin-1':
      return latin1(response, articlePage(publication, article, options));
    case 'live':
    case 'nofollow':
    case 'nofollow-meta':
    case 'sponsored':
    case 'ugc':
    case 'image':
    case 'script':
    case 'removed':
    case 'near-miss':
    case 'comment':
    case 'base':
    case 'several':
      return sendPage(response, 200, articlePage(publication, article, options));
    default: {
      const _: never = article.kind;
      return _;
    }
  }
}

/** Sends an HTML page in UTF-8. */
export function sendPage(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(content);
}

function latin1(response: ServerResponse, content: string): void {
  const bytes = content.replace(/[\u0100-\u{10ffff}]/gu, (char) => `&#${char.codePointAt(0)};`);
  response.writeHead(200, { 'Content-Type': 'text/html; charset=iso-8859-1' });
  response.end(Buffer.from(bytes, 'latin1'));
}

function redirect(response: ServerResponse, { publication, article, step, options }: ArticleRequest): void {
  const next = REDIRECT_STEPS[step + 1];
  if (next === undefined) {
    sendPage(response, 200, articlePage(publication, article, options));
    return;
  }
  const location = `${options.site}/${article.slug}${next}`;
  response.writeHead(step === 0 ? 301 : 302, { Location: location });
  response.end();
}

/** Never ends: sends another caption every 400 ms until the client disconnects. */
async function trickle(
  response: ServerResponse,
  { publication, article, options, closing }: ArticleRequest,
): Promise<void> {
  const [before] = pageFrame(publication, article, options);
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.write(before);
  const captions = article.body.split('\n');
  for (let index = 0; !response.destroyed && !closing.aborted; index++) {
    response.write(`${captions[index % captions.length]}\n`);
    await wait(TRICKLE_MS, undefined, { signal: closing }).catch(() => {});
  }
  response.destroy();
}
