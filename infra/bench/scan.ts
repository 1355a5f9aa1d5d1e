/**
 * What it costs to search a page: our scanner beside htmlparser2 and parse5, on the checker's corpus inflated to the
 * sizes of real pages (median 100 kB). All three collect the same things: links with address, rel and text, title, base,
 * robots and canonical. CPU time, rounds interleaved, the median round printed.
 *
 *   node infra/bench/scan.ts [pages] [rounds] [mutants]
 *
 * With a third argument the scanner is also held to parse5 on that many mutants of the corpus.
 */
import { Parser } from 'htmlparser2';
import { mutate, randomFrom } from '../../checker/corpus/mutants.ts';
import { isBeyondParser, type PageReading, readWithParser, readWithScanner } from '../../checker/corpus/oracle.ts';
import { CLIENT_LINK, PAGE_URL } from '../../checker/corpus/page.ts';
import { pages as corpus } from '../../checker/corpus/pages.ts';
import { PageScanner } from '../../checker/find.ts';
import { matchLinks } from '../../checker/match.ts';

const [pageCount = 60, rounds = 9, mutants = 0] = process.argv.slice(2).map(Number);
const CHUNK = 16_384;
const random = randomFrom(1);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const WORDS =
  'the of leather and a sole in walking to shoes for weather that is on with as it was by made at from one hand not are but after which their workshop'.split(
    ' ',
  );
const sentence = (length: number): string => Array.from({ length }, () => pick(WORDS)).join(' ');

/** Pieces of the kind that real pages are long of: text, cards, lists of links, pictures, inline code and styles. */
const FILLERS: readonly (() => string)[] = [
  () =>
    `<p class="wp-block-paragraph has-text-align-left">${sentence(90)} <em>${sentence(3)}</em> &ndash; ${sentence(40)}.</p>\n`,
  () =>
    `<p>${sentence(120)}, <a href="https://site${Math.floor(random() * 900)}.example/${pick(WORDS)}?p=1&amp;q=2" target="_blank" rel="noopener">${sentence(3)}</a> ${sentence(60)}.</p>\n`,
  () =>
    `<div class="card card--teaser col-12 col-md-6 col-lg-4" data-id="${Math.floor(random() * 1e6)}" data-track='{"slot":"${pick(WORDS)}","pos":3}'><a class="card__link" href="/2026/0${1 + Math.floor(random() * 9)}/${pick(WORDS)}-${pick(WORDS)}/" aria-label="${sentence(4)}"><img class="card__image lazyload" loading="lazy" width="640" height="360" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" data-srcset="/img/a-320.jpg 320w, /img/a-640.jpg 640w, /img/a-1280.jpg 1280w" sizes="(max-width: 600px) 100vw, 33vw" alt="${sentence(5)}"><h3 class="card__title">${sentence(7)}</h3><span class="card__meta">${sentence(2)}</span></a></div>\n`,
  () =>
    `<ul class="menu sub-menu">${Array.from({ length: 12 }, () => `<li class="menu-item menu-item-type-post_type menu-item-object-page"><a href="/${pick(WORDS)}/${pick(WORDS)}/">${sentence(2)}</a></li>`).join('')}</ul>\n`,
  () =>
    `<script>window.__STATE__=window.__STATE__||[];window.__STATE__.push(${JSON.stringify({ title: sentence(8), html: `<p>${sentence(40)}</p>`, tags: WORDS })});(function(d,s){for(var i=0;i<10;i++){if(i<5&&d)d.push(s)}})([],"x");</script>\n`,
  () =>
    `<style>.c-${Math.floor(random() * 1e4)}{display:flex;align-items:center;gap:12px}.c a>span{color:#123456;margin:0 auto}@media (min-width:600px){${'.x{padding:8px 16px}'.repeat(20)}}</style>\n`,
  () =>
    `<svg class="icon" width="24" height="24" viewBox="0 0 24 24" fill="none"><g clip-path="url(#a)"><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm0 18c-4.41 0-8-3.59-8-8" fill="currentColor"/><circle cx="12" cy="12" r="3"/></g></svg>\n`,
  () =>
    `<!-- ${sentence(12)} -->\n<table class="t"><tbody>${Array.from({ length: 6 }, () => `<tr><td>${sentence(2)}</td><td>${Math.floor(random() * 1e4)}</td></tr>`).join('')}</tbody></table>\n`,
];

function inflate(html: string): string {
  const target = 100_000 * Math.exp((random() + random() + random() - 1.5) * 1.6);
  const body = html.search(/<(?:main|div class="story"|body)/);
  const at = body < 0 ? html.length : html.indexOf('>', body) + 1;
  const before: string[] = [];
  const after: string[] = [];
  let size = html.length;
  while (size < target) {
    const piece = pick(FILLERS)();
    (random() < 0.5 ? before : after).push(piece);
    size += piece.length;
  }
  const end = html.lastIndexOf('</body>');
  const cut = end < at ? html.length : end;
  // Strings as a decoder yields them: flat.
  return Buffer.from(
    html.slice(0, at) + before.join('') + html.slice(at, cut) + after.join('') + html.slice(cut),
  ).toString();
}

const articles = corpus.filter((page) => page.html.length > 1000 && page.wellFormed !== false);
const pages = Array.from({ length: pageCount }, () => inflate(pick(articles).html));

function byScanner(page: string): number {
  const scanner = new PageScanner(PAGE_URL, [CLIENT_LINK]);
  for (let at = 0; at < page.length; at += CHUNK) scanner.write(page.slice(at, at + CHUNK));
  return scanner.end().linkCount;
}

function byHtmlparser2(page: string): number {
  let open: { href: string; rel: string | undefined; text: string } | null = null;
  let title: string | null = null;
  let inTitle = false;
  const head: Record<string, string>[] = [];
  const links: { href: string; rel: string | undefined; text: string }[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href !== undefined) {
        open = { href: attributes.href, rel: attributes.rel, text: '' };
        links.push(open);
      } else if (name === 'meta' || name === 'link' || name === 'base') head.push(attributes);
      else if (name === 'title' && title === null) {
        title = '';
        inTitle = true;
      }
    },
    ontext(text) {
      if (inTitle) title += text;
      if (open !== null) open.text += text;
    },
    onclosetag(name) {
      if (name === 'a') open = null;
      else if (name === 'title') inTitle = false;
    },
  });
  for (let at = 0; at < page.length; at += CHUNK) parser.write(page.slice(at, at + CHUNK));
  parser.end();
  search(links.map(({ href, rel, text }) => ({ href, rel: rel ?? null, anchor: text })));
  return links.length;
}

function byParse5(page: string): number {
  const { links } = readWithParser(page);
  search(links);
  return links.length;
}

function search(links: PageReading['links']): void {
  const seen = links.flatMap(({ href, anchor }) => {
    const url = URL.parse(href, PAGE_URL);
    return url === null ? [] : [{ href: url.href, anchor, rel: [], snippet: '' }];
  });
  matchLinks(CLIENT_LINK, seen);
}

const contenders: readonly { readonly name: string; readonly run: (page: string) => number; readonly cpu: number[] }[] =
  [
    { name: 'scanner', run: byScanner, cpu: [] },
    { name: 'htmlparser2', run: byHtmlparser2, cpu: [] },
    { name: 'parse5', run: byParse5, cpu: [] },
  ];

let links = 0;
for (let round = -2; round < rounds; round++) {
  for (const { run, cpu } of contenders.toSorted(() => random() - 0.5)) {
    const start = process.cpuUsage();
    for (const page of pages) links += run(page);
    const used = process.cpuUsage(start);
    if (round >= 0) cpu.push((used.user + used.system) / 1000 / pages.length);
  }
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const sizes = pages.map((page) => Buffer.byteLength(page));
console.log(
  `${pages.length} pages, median ${Math.round(median(sizes) / 1000)} kB, ${rounds} interleaved rounds, ${links} links seen`,
);
const ours = median(contenders[0]?.cpu ?? []);
console.table(
  contenders.map(({ name, cpu }) => ({
    parser: name,
    'CPU ms a page': Number(median(cpu).toFixed(3)),
    best: Number(Math.min(...cpu).toFixed(3)),
    worst: Number(Math.max(...cpu).toFixed(3)),
    'times ours': Number((median(cpu) / ours).toFixed(1)),
  })),
);

if (mutants > 0) {
  const facts = ({ links, base, title, metas, headLinks }: PageReading): string =>
    JSON.stringify([
      links.map(({ href, rel }) => [href, rel]),
      base,
      title,
      metas.map((meta) => meta.content),
      headLinks,
    ]);
  let differences = 0;
  let beyond = 0;
  for (let i = 0; i < mutants; i++) {
    const mutant = mutate(pick(corpus).html, random);
    if (facts(readWithScanner(mutant)) === facts(readWithParser(mutant))) continue;
    if (isBeyondParser(mutant)) beyond++;
    else differences++;
  }
  console.log(`${mutants} mutants: ${differences} differences from parse5, ${beyond} where parse5 leaves the standard`);
}
