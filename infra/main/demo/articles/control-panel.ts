/** The page at the root of the article server: every article, its expected verdict, and a button that removes its links. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../../../http/request/escape-html.ts';
import { EXPECTED, type Publication } from '../../sample/article.ts';
import { isClientUrl } from './clients.ts';
import { originOf } from './page-template.ts';
import { sendPage } from './responses.ts';

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 960px; margin: 40px auto; padding: 0 24px; color: #16181d; }
  h2 { margin: 32px 0 8px; } table { width: 100%; border-collapse: collapse; }
  td { border-top: 1px solid #dfe2e8; padding: 8px 12px 8px 0; } td:nth-child(2) { color: #5b616e; width: 40%; }
  td:last-child { width: 160px; text-align: right; padding-right: 0; } form { margin: 0; } a { color: #3451d1; }
  button { font: inherit; font-size: 14px; padding: 2px 10px; }`;

/**
 * Handles GET with the list, and POST (`slug` in a form body) by removing or restoring the links of that article.
 * @param linkless the slugs without links; POST changes it.
 */
export function controlPanel(publications: readonly Publication[], port: number, linkless: Set<string>) {
  const switchable = new Set(
    publications.flatMap(({ articles }) =>
      articles
        .filter(({ kind, promised, body }) => {
          return EXPECTED[kind].status === 'live' && promised.some(isClientUrl) && body !== '';
        })
        .map(({ slug }) => slug),
    ),
  );

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') {
      const slug = await slugIn(request);
      if (linkless.has(slug)) linkless.delete(slug);
      else if (switchable.has(slug)) linkless.add(slug);
      response.writeHead(303, { Location: '/' });
      response.end();
      return;
    }
    const lists = publications.map((publication) => {
      const rows = publication.articles.map((article) => {
        const { slug, kind, title } = article;
        const address = `${originOf(publication, port)}/${slug}`;
        const label = linkless.has(slug) ? 'Put the link back' : 'Take the link out';
        const button = switchable.has(slug)
          ? `<form method="post"><input type="hidden" name="slug" value="${slug}"><button>${label}</button></form>`
          : '';
        const { status, reason } = EXPECTED[kind];
        return `<tr><td><a href="${address}">${escapeHtml(title)}</a></td><td>${kind}: ${status} (${reason})</td><td>${button}</td></tr>`;
      });
      return `<h2>${escapeHtml(publication.name)}</h2><table>${rows.join('\n')}</table>`;
    });
    sendPage(
      response,
      200,
      `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The demo’s articles</title><style>${STYLE}</style></head>
<body><h1>The demo’s articles</h1>
<p>Each page is one case. Take the link out of a live page, then recheck it in Linkledger.</p>
${lists.join('\n')}
</body></html>
`,
    );
  };
}

async function slugIn(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > 1_000) return '';
  }
  return new URLSearchParams(body).get('slug') ?? '';
}
