/** What past visits saw of a promised link. Pure: the checker's own rules judge it. */
import { decodeHTML } from 'entities';
import type { FoundLink, Observation, Visit } from '../../../command-service/contract/observation.ts';
import type { ArticleKind, Promised } from './article.ts';

/** The page on that day: with the link (before a rule made it nofollow), without it, gone, or as its server answers today. */
export type PageState = 'with-link' | 'without-rules' | 'without-link' | 'gone' | 'as-today';

const READ = {
  hops: [],
  httpStatus: 200,
  contentType: 'text/html; charset=utf-8',
  charset: 'utf-8',
  retryAfter: null,
  complete: true,
  bytes: 9_400,
  metaRobots: null,
  xRobotsTag: null,
  canonical: null,
  contentHash: null,
  challenge: false,
  matches: [],
  nearest: [],
  linkCount: 12,
  error: null,
} as const satisfies Partial<Visit>;

/** The answers of pages that are not the article. */
const TODAY: Partial<Record<ArticleKind, Partial<Visit>>> = {
  'not-found': { httpStatus: 404 },
  gone: { httpStatus: 410 },
  pdf: { contentType: 'application/pdf' },
  forbidden: { httpStatus: 403 },
  challenge: { challenge: true },
  'server-error': { httpStatus: 500 },
  slow: { complete: false, error: { code: 'timeout', message: 'the page did not end in time' } },
};

/** What a check of the link saw that day. */
export function observationOf(promised: Promised, state: PageState): Observation {
  const { kind, articleLink } = promised;
  const visit = (by: Visit['by'], more: Partial<Visit> = {}): Visit => ({
    ...{ by, requestedUrl: articleLink, finalUrl: articleLink, title: promised.article.title },
    ...{ ...READ, durationMs: by === 'http' ? 140 : 1_250, ...more },
  });
  if (state === 'with-link' || state === 'without-rules') {
    const match = { matches: [matchOf(promised)] };
    const pageRules = state === 'with-link' && {
      ...(kind === 'nofollow-meta' && { metaRobots: 'nofollow' }),
      ...(kind === 'nofollow-header' && { xRobotsTag: 'nofollow' }),
    };
    const visits =
      kind === 'script' ? [visit('http'), visit('browser', match)] : [visit('http', { ...match, ...pageRules })];
    return { visits, browserSkipped: null };
  }
  const today = state === 'gone' ? { httpStatus: 404 } : state === 'as-today' ? (TODAY[kind] ?? {}) : {};
  return { visits: [visit('http', today), visit('browser', today)], browserSkipped: null };
}

/** The link as in the article's text; of several links the dofollow one, as the checker prefers. */
function matchOf({ article, clientLink }: Promised): FoundLink {
  const links = article.body.matchAll(/<a href="([^"]+)"(?: rel="([^"]+)")?>(.*?)<\/a>/g);
  const { origin, href } = new URL(clientLink);
  const ours = [...links].filter(([, address = '']) => URL.parse(address, origin)?.href === href);
  const found = ours.find(([, , words]) => words === undefined) ?? ours[0];
  const [, , words, content = ''] = found ?? [];
  // The article of a removed link no longer has its words.
  const lost = new URL(clientLink).pathname.split('/').at(-1)?.replaceAll('-', ' ') || 'their site';
  const anchor = found === undefined ? lost : (/^<img .*alt="([^"]*)"/.exec(content)?.[1] ?? decodeHTML(content));
  const relText = words === undefined ? '' : ` rel="${words}"`;
  const rel = words?.split(' ') ?? [];
  return { href: clientLink, anchor, rel, snippet: `<a href="${clientLink}"${relText}>${anchor}` };
}
