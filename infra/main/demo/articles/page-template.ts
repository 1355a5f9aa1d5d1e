/** The pages of the demo's publications: articles, lists of articles, and short error pages. */
import { escapeHtml } from '../../../http/request/escape-html.ts';
import type { Article, Publication } from '../../sample/article.ts';
import { isClientUrl } from './clients.ts';

const STYLE = `
  * { box-sizing: border-box; }
  body { margin: 0; font-size: 18px; line-height: 1.6; }
  header.site, main, footer.site { max-width: 680px; margin: 0 auto; padding: 24px; }
  header.site { padding-top: 40px; } header.site a { text-decoration: none; color: inherit; }
  .name { font-size: 32px; line-height: 1.1; margin: 0; } .tagline { margin: 8px 0 16px; opacity: 0.75; }
  nav a { margin-right: 20px; font-size: 15px; }
  h1 { font-size: 40px; line-height: 1.15; letter-spacing: -0.01em; margin: 24px 0 8px; text-wrap: balance; }
  h2 { font-size: 24px; margin: 32px 0 8px; } .byline { font-size: 15px; opacity: 0.7; margin: 0 0 24px; }
  img { display: block; width: 100%; height: auto; border-radius: 4px; } figure { margin: 24px 0; }
  blockquote { margin: 24px 0; padding-left: 20px; border-left: 3px solid currentColor; font-style: italic; }
  aside { border-top: 1px solid rgb(0 0 0 / 15%); margin-top: 48px; font-size: 16px; }
  footer.site { font-size: 14px; opacity: 0.7; }`;

export interface PageOptions {
  /** The origin of the publication, without a trailing slash; all addresses in pages are absolute. */
  readonly site: string;
  /** The text has no links to the clients. */
  readonly linkless: boolean;
}

/** The origin of a publication: browsers resolve names under .localhost to this machine (RFC 6761 6.3). */
export function originOf(publication: Publication, port: number): string {
  return `http://${publication.id}.localhost:${port}`;
}

/** The text of an article. A relative address is one of a client, too: that page's base is the client's site. */
export function bodyOf({ body }: Article, { site, linkless }: PageOptions): string {
  const shown = body.replaceAll('{site}', site);
  if (!linkless) return shown;
  return shown.replaceAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g, (link, address: string, content: string) =>
    isClientUrl(address) || !URL.canParse(address) ? content : link,
  );
}

/** A complete article page. */
export function articlePage(publication: Publication, article: Article, options: PageOptions): string {
  const [before, after] = pageFrame(publication, article, options);
  const body = bodyOf(article, options);
  return before + (article.kind === 'script' ? scripted(article, options.site) : body) + after;
}

/** The markup before and after the text of an article. */
export function pageFrame(
  publication: Publication,
  article: Article,
  { site }: PageOptions,
): readonly [string, string] {
  const base = article.kind === 'base' ? `<base href="${new URL(article.promised[0] ?? site).origin}/">\n` : '';
  const robots = article.kind === 'nofollow-meta' ? '<meta name="robots" content="index, nofollow">\n' : '';
  const otherArticles = publication.articles.filter((other) => other !== article && other.body !== '').slice(0, 3);
  const related = otherArticles.map(
    (other) => `<li><a href="${site}/${other.slug}">${escapeHtml(other.title)}</a></li>`,
  );
  return [
    `${head(article.title, publication, base + robots)}${masthead(publication, site)}
<main>
<article>
<h1>${escapeHtml(article.title)}</h1>
<p class="byline">${escapeHtml(article.author)} · ${escapeHtml(article.date)}</p>
`,
    `
</article>
<aside><h2>Read on</h2><ul>${related.join('')}</ul></aside>
</main>
${foot(publication)}`,
  ];
}

/** Loads the text by script, like a single-page app. */
function scripted(article: Article, site: string): string {
  return `<div id="text"><p>One moment, the article is being laid out…</p></div>
<noscript><p>Please switch on JavaScript to read this article.</p></noscript>
<script>
  fetch('${site}/texts/${article.slug}')
    .then((answer) => answer.text())
    .then((text) => { document.getElementById('text').innerHTML = text; });
</script>`;
}

/** The home page of a publication. */
export function frontPage(publication: Publication, site: string): string {
  const entries = publication.articles.map(
    (article) =>
      `<li><a href="${site}/${article.slug}">${escapeHtml(article.title)}</a><br>
<span class="byline">${escapeHtml(article.author)} · ${escapeHtml(article.date)}</span></li>`,
  );
  return `${head(publication.tagline, publication, '')}${masthead(publication, site)}
<main><h1>Latest</h1><ul>${entries.join('\n')}</ul></main>
${foot(publication)}`;
}

/** A page with a title and a few sentences, sent instead of an article. */
export function shortPage(title: string, sentences: string, publication: Publication): string {
  return `${head(title, publication, '')}<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentences)}</p></main>
</body>
</html>
`;
}

/** A page that demands a proof that the visitor is human and lacks the article. */
export function challengePage(publication: Publication): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Just a moment...</title>
<meta name="robots" content="noindex, nofollow">
<style>${STYLE} body { font-family: system-ui, sans-serif; }</style>
</head>
<body>
<main>
<h1>${escapeHtml(publication.name)}</h1>
<p>Checking your browser before accessing this site. Verify you are human by completing the action below.</p>
<form id="challenge-form" action="/cdn-cgi/challenge-platform/answer" method="post">
<label><input type="checkbox" name="human"> I am human</label>
</form>
</main>
</body>
</html>
`;
}

/** An abstract picture in the colors of a publication, different for each article. */
export function pictureOf(publication: Publication, slug: string): string {
  let seed = 7;
  for (const char of slug) seed = (seed * 31 + (char.codePointAt(0) ?? 0)) % 99_991;
  const next = (limit: number) => {
    seed = (seed * 69_621) % 99_991;
    return seed % limit;
  };
  const [ground, first, second] = publication.colors;
  const shapes = Array.from({ length: 7 }, (_, index) => {
    const colour = index % 2 === 0 ? first : second;
    const opacity = (25 + next(55)) / 100;
    return `<circle cx="${next(680)}" cy="${next(340)}" r="${20 + next(110)}" fill="${colour}" opacity="${opacity}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 340" width="680" height="340">
<rect width="680" height="340" fill="${ground}"/>${shapes.join('')}</svg>`;
}

function head(title: string, publication: Publication, more: string): string {
  const charset = publication.articles.some(({ kind }) => kind === 'latin-1') ? '' : '<meta charset="utf-8">\n';
  return `<!doctype html>
<html lang="en">
<head>
${charset}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${escapeHtml(publication.name)}</title>
${more}<style>${STYLE}${publication.style}</style>
</head>
<body>
`;
}

function masthead(publication: Publication, site: string): string {
  const home = `${site}/`;
  const sections = publication.sections.map((section) => `<a href="${home}#${section.toLowerCase()}">${section}</a>`);
  return `<header class="site">
<p class="name"><a href="${home}">${escapeHtml(publication.name)}</a></p>
<p class="tagline">${escapeHtml(publication.tagline)}</p>
<nav>${sections.join(' ')}</nav>
</header>
`;
}

function foot(publication: Publication): string {
  return `<footer class="site">${escapeHtml(publication.name)} is part of the Linkledger demo: nobody you know writes it.</footer>
</body>
</html>
`;
}
