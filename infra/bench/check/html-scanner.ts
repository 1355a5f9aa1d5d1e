/**
 * The CPU cost of searching a page: our scanner, htmlparser2 and parse5 on the checker's corpus, inflated to the sizes of
 * real pages (median 100 kB). All three find every link with its address and rel, and what the head says. Ours and
 * htmlparser2's also match every link and return the texts of possible matches. Each runs in a process of its own, so
 * that none pays for another's garbage; rounds are interleaved; the bench prints medians.
 *
 *   node infra/bench/check/html-scanner.ts [pages] [rounds] [mutants]
 *
 * With a third argument it also compares the scanner with parse5 on that many mutants of the corpus.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Parser } from 'htmlparser2';
import { HrefFilter, matchLinks } from '../../../checker/page/link-matcher.ts';
import { PageScanner } from '../../../checker/page/page-scanner.ts';
import { pages as corpus } from '../../../checker/testing/corpus/all-pages.ts';
import { CLIENT_LINK, PAGE_URL } from '../../../checker/testing/corpus/corpus-page.ts';
import { mutate, randomFrom } from '../../../checker/testing/page-mutants.ts';
import { isBeyondParser, type PageReading, readWithParser } from '../../../checker/testing/parse5-oracle.ts';
import { readWithScanner } from '../../../checker/testing/scanner-reading.ts';

const [pageCount = 60, rounds = 9, mutants = 0] = process.argv.slice(2, 5).map(Number);
const CHUNK = 16_384;
const CLIENT_HOST = 'client.example';
const random = randomFrom(1);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const WORDS =
  'the of leather and a sole in walking to shoes for weather that is on with as it was by made at from one hand not are but after which their workshop'.split(
    ' ',
  );
const sentence = (length: number): string => Array.from({ length }, () => pick(WORDS)).join(' ');

/**
 * Fillers like those of real pages. With these shares 100 kB have about 600 elements and 100 links, as in the Web Almanac
 * (2024, "Markup"), and half of the bytes are inline scripts, state and styles.
 */
const FILLERS: readonly (readonly [number, () => string])[] = [
  [
    6,
    () =>
      `<p class="wp-block-paragraph has-text-align-left">${sentence(90)} <em>${sentence(3)}</em> &ndash; ${sentence(40)}.</p>\n<p>${sentence(120)}, <a href="https://site${Math.floor(random() * 900)}.example/${pick(WORDS)}?p=1&amp;q=2" target="_blank" rel="noopener">${sentence(3)}</a> ${sentence(60)}.</p>\n`,
  ],
  [
    4,
    () =>
      `<div class="card card--teaser col-12 col-md-6 col-lg-4" data-id="${Math.floor(random() * 1e6)}" data-track='{"slot":"${pick(WORDS)}","pos":3}'><a class="card__link" href="/2026/0${1 + Math.floor(random() * 9)}/${pick(WORDS)}-${pick(WORDS)}/" aria-label="${sentence(4)}"><img class="card__image lazyload" loading="lazy" width="640" height="360" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" data-srcset="/img/a-320.jpg 320w, /img/a-640.jpg 640w, /img/a-1280.jpg 1280w" sizes="(max-width: 600px) 100vw, 33vw" alt="${sentence(5)}"><h3 class="card__title">${sentence(7)}</h3><span class="card__meta">${sentence(2)}</span></a></div>\n`,
  ],
  [
    1,
    () =>
      `<ul class="menu sub-menu">${Array.from({ length: 12 }, () => `<li class="menu-item menu-item-type-post_type menu-item-object-page"><a href="/${pick(WORDS)}/${pick(WORDS)}/">${sentence(2)}</a></li>`).join('')}</ul>\n`,
  ],
  [
    2,
    () =>
      `<script>window.__STATE__=window.__STATE__||[];window.__STATE__.push(${JSON.stringify(Array.from({ length: 8 }, () => ({ title: sentence(8), html: `<p>${sentence(40)}</p>`, tags: WORDS })))});(function(d,s){for(var i=0;i<10;i++){if(i<5&&d)d.push(s)}})([],"x");</script>\n`,
  ],
  [
    1,
    () =>
      `<style>.c-${Math.floor(random() * 1e4)}{display:flex;align-items:center;gap:12px}.c a>span{color:#123456;margin:0 auto}@media (min-width:600px){${'.x-block .x-block__inner{padding:8px 16px;background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)}'.repeat(40)}}</style>\n`,
  ],
  [
    2,
    () =>
      `<button class="share" type="button"><svg class="icon" width="24" height="24" viewBox="0 0 24 24" fill="none"><g clip-path="url(#a)"><path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2zm0 18c-4.41 0-8-3.59-8-8" fill="currentColor"/><circle cx="12" cy="12" r="3"/></g></svg></button>\n`,
  ],
  [
    0.5,
    () =>
      `<!-- ${sentence(12)} -->\n<table class="t"><tbody>${Array.from({ length: 6 }, () => `<tr><td>${sentence(2)}</td><td>${Math.floor(random() * 1e4)}</td></tr>`).join('')}</tbody></table>\n`,
  ],
];

function filler(): string {
  let at = random() * FILLERS.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, make] of FILLERS) {
    at -= weight;
    if (at < 0) return make();
  }
  return '';
}

function inflate(html: string): string {
  const target = 112_000 * Math.exp((random() + random() + random() - 1.5) * 1.6);
  const body = html.search(/<(?:main|div class="story"|body)/);
  const at = body < 0 ? html.length : html.indexOf('>', body) + 1;
  const before: string[] = [];
  const after: string[] = [];
  let size = html.length;
  while (size < target) {
    const piece = filler();
    (random() < 0.5 ? before : after).push(piece);
    size += piece.length;
  }
  const end = html.lastIndexOf('</body>');
  const cut = end < at ? html.length : end;
  // A flat string, as a decoder returns it.
  return Buffer.from(
    html.slice(0, at) + before.join('') + html.slice(at, cut) + after.join('') + html.slice(cut),
  ).toString();
}

const articles = corpus.filter((page) => page.html.length > 1000 && page.wellFormed !== false);

/** A page as a decoder returns it: chunks that are flat strings. */
function decoded(page: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < page.length; at += CHUNK) pieces.push(Buffer.from(page.slice(at, at + CHUNK)).toString());
  return pieces;
}

const pages = Array.from({ length: pageCount }, () => decoded(inflate(pick(articles).html)));

function byScanner(page: readonly string[]): number {
  const scanner = new PageScanner(PAGE_URL, [CLIENT_LINK]);
  for (const piece of page) scanner.write(piece);
  return scanner.end().linkCount;
}

/** The same work with htmlparser2: the same matching, and texts only of the links that match. */
function byHtmlparser2(page: readonly string[]): number {
  const filter = new HrefFilter(PAGE_URL, [CLIENT_HOST]);
  let open: { href: string; rel: string | undefined; anchor: string } | null = null;
  let title: string | null = null;
  let inTitle = false;
  let links = 0;
  const head: Record<string, string>[] = [];
  const found: { href: string; rel: string | undefined; anchor: string }[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href !== undefined) {
        links++;
        const resolved = filter.mayMatch(attributes.href) ? filter.resolve(attributes.href) : null;
        if (resolved === null) return;
        open = { href: resolved.href, rel: attributes.rel, anchor: '' };
        found.push(open);
      } else if (name === 'meta' || name === 'link' || name === 'base') head.push(attributes);
      else if (name === 'title' && title === null) {
        title = '';
        inTitle = true;
      }
    },
    ontext(text) {
      if (inTitle) title += text;
      if (open !== null) open.anchor += text;
    },
    onclosetag(name) {
      if (name === 'a') open = null;
      else if (name === 'title') inTitle = false;
    },
  });
  for (const piece of page) parser.write(piece);
  parser.end();
  matchLinks(
    CLIENT_LINK,
    found.map((link) => ({ ...link, rel: [], snippet: '' })),
  );
  return links;
}

/** Only the tree and its facts, without matching. */
function byParse5(page: readonly string[]): number {
  return readWithParser(page.join('')).links.length;
}

const CONTESTANTS: Readonly<Record<string, (page: readonly string[]) => number>> = {
  scanner: byScanner,
  htmlparser2: byHtmlparser2,
  parse5: byParse5,
};

/** Least duration of a round, so that a fast contestant is not measured on the caches of the previous one. */
const ROUND_MS = 300;

/** The process of a contestant: runs a round for each message and answers with the CPU milliseconds a page. */
function runContestant(run: (page: readonly string[]) => number): void {
  process.on('message', () => {
    const start = process.cpuUsage();
    let links = 0;
    let cpu = 0;
    let times = 0;
    for (; cpu < ROUND_MS; times++) {
      for (const page of pages) links += run(page);
      const used = process.cpuUsage(start);
      cpu = (used.user + used.system) / 1000;
    }
    process.send?.({ cpu: cpu / times / pages.length, links: links / times });
  });
}

async function round(child: ChildProcess): Promise<{ cpu: number; links: number }> {
  child.send('go');
  const [answer] = await once(child, 'message');
  return answer;
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

async function runAll(): Promise<void> {
  const names = Object.keys(CONTESTANTS);
  const children = names.map((name) => fork(import.meta.filename, [pageCount, rounds, mutants, name].map(String)));
  const cpu = names.map((): number[] => []);
  const links = names.map(() => 0);
  for (let i = -2; i < rounds; i++) {
    for (const [at, child] of children.entries()) {
      const answer = await round(child);
      links[at] = answer.links;
      if (i >= 0) cpu[at]?.push(answer.cpu);
    }
  }
  for (const child of children) child.disconnect();

  const sizes = pages.map((page) => page.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  const tags =
    pages.reduce((sum, page) => sum + (page.join('').match(/<[a-z]/gi)?.length ?? 0), 0) /
    (sizes.reduce((a, b) => a + b) / 1e5);
  console.log(
    `${pages.length} pages, median ${Math.round(median(sizes) / 1000)} kB, ${Math.round(tags)} start tags in 100 kB, ${rounds} interleaved rounds`,
  );
  const ours = median(cpu[0] ?? []);
  console.table(
    names.map((parser, at) => {
      const list = cpu[at] ?? [];
      return {
        parser,
        links: links[at],
        'CPU ms a page': Number(median(list).toFixed(3)),
        best: Number(Math.min(...list).toFixed(3)),
        worst: Number(Math.max(...list).toFixed(3)),
        'times ours': Number((median(list) / ours).toFixed(1)),
      };
    }),
  );
}

function compareWithParse5(): void {
  const facts = ({ links, base, title, metas, headLinks }: PageReading): string =>
    JSON.stringify([
      links.map(({ href, rel }) => [href, rel]),
      base,
      title,
      metas.map((meta) => meta.content),
      headLinks,
    ]);
  let differences = 0;
  let nonstandard = 0;
  for (let i = 0; i < mutants; i++) {
    const mutant = mutate(pick(corpus).html, random);
    if (facts(readWithScanner(mutant)) === facts(readWithParser(mutant))) continue;
    if (isBeyondParser(mutant)) nonstandard++;
    else differences++;
  }
  console.log(
    `${mutants} mutants: ${differences} differences from parse5, ${nonstandard} where parse5 differs from the standard`,
  );
}

// The fourth argument is the name of this process's contestant.
const contestant = CONTESTANTS[process.argv[5] ?? ''];
if (contestant !== undefined) {
  runContestant(contestant);
} else {
  await runAll();
  if (mutants > 0) compareWithParse5();
}
