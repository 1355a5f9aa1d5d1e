/**
 * Compares the checker with other tools. Each contestant and the page server have a process of their own; rounds are
 * interleaved; the bench prints medians and goals:
 *
 *   node infra/bench/check/check.ts [pages] [rounds] [browser pages] [memory pages] [mix pages]
 *
 * Defaults: 200 15 20 10000 100, about three minutes; 0 skips a part. Pages of 100 kB at the median, most of them
 * compressed, from eight hosts, 16 visits at a time (2 where every visit uses a browser).
 *
 * Setup of the others. The bare limit reads a whole page, decompresses it in one call and searches its bytes for the
 * client's host; htmlparser2 also reads it whole and does the checker's matching. Both also run in chunks, as the checker
 * does to bound its memory. linkinator gets all pages in one call, does not recurse and skips every other address, so it
 * requests each page once and nothing else. The checker visits only the page (`pageContext` off) and stops when the link
 * decides the verdict. The table shows what each contestant found.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { median, printRow, rate } from '../measure.ts';
import { Contestant, nextMessage, type Round } from './contestant-process.ts';
import type { Served } from './page-server.ts';

const [pageCount = 200, rounds = 15, browserPages = 20, memoryPages = 10_000, mixPages = 100] = process.argv
  .slice(2, 7)
  .map(Number);
const PORTS = 8;
/** Pages that a checker reads before it is measured. The compilers need a thousand; a browser needs only some. */
const WARM_PAGES = { auto: 1_000, always: 20 } as const;
/** Pages of the mix that need a browser: half get their link from a script, half have none. */
const SCRIPTED = Math.ceil(mixPages * 0.01);
const MIX_BARE = Math.max(Math.round(mixPages * 0.02) - SCRIPTED, 0);
const BROWSER_ROUNDS = 2;
/** Rounds that are not counted, for the compilers to warm up. */
const WARM_ROUNDS = 2;

const goals: string[] = [];

/** Records whether a goal is met. */
function goal(what: string, value: number, kind: 'at least' | 'at most', bound: number): void {
  const met = kind === 'at least' ? value >= bound : value <= bound;
  goals.push(`${met ? 'met    ' : 'NOT MET'} ${what}: ${value.toFixed(2)} (${kind} ${bound})`);
}

const server = fork(join(import.meta.dirname, 'page-server.ts'), [pageCount, SCRIPTED, MIX_BARE, PORTS].map(String));
const { hosts, sizes } = await nextMessage<Served>(server);
const at = (kind: string, number: number, query = '') =>
  `http://${hosts[number % hosts.length] ?? ''}/${kind}/${number}${query}`;
const many = (count: number, address: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => address(number));

/** Runs all contestants on the same pages in turns; the first `warm` rounds are not counted. */
async function compete(
  names: readonly string[],
  urls: readonly string[],
  count: number,
  warm: number,
): Promise<Map<string, Round[]>> {
  const contestants = names.map((name) => ({ name, process: new Contestant(name, hosts), rounds: [] as Round[] }));
  for (let round = -warm; round < count; round++) {
    for (const contestant of contestants) {
      const result = await contestant.process.round(urls);
      if (round >= 0) contestant.rounds.push(result);
    }
  }
  for (const contestant of contestants) await contestant.process.end();
  return new Map(contestants.map(({ name, rounds: done }) => [name, done]));
}

const middle = (results: readonly Round[] | undefined, figure: (round: Round) => number) =>
  median((results ?? []).map(figure));
const speed = (results: readonly Round[] | undefined, count: number) =>
  (count / middle(results, ({ ms }) => ms)) * 1_000;

async function overHttp(): Promise<void> {
  const urls = many(pageCount, (number) => at('linked', number));
  const names = ['tier 1', 'bare', 'bare, in chunks', 'htmlparser2', 'htmlparser2, in chunks', 'linkinator'];
  const results = await compete(names, urls, rounds, WARM_ROUNDS);
  const ours = results.get('tier 1');
  const cpu = (name: string) => middle(results.get(name), ({ cpuMs }) => cpuMs) / urls.length;
  printRow('HTTP', 'pages/s', 'best round', 'tier 1 is', 'CPU ms a page', 'tier 1 takes', 'RSS MB', 'found');
  for (const [name, list] of results) {
    printRow(
      name,
      rate(urls.length, median(list.map(({ ms }) => ms))),
      rate(urls.length, Math.min(...list.map(({ ms }) => ms))),
      `${(speed(ours, urls.length) / speed(list, urls.length)).toFixed(2)} x`,
      cpu(name).toFixed(2),
      `${(cpu('tier 1') / cpu(name)).toFixed(2)} x`,
      Math.max(...list.map(({ rssMb }) => rssMb)).toFixed(0),
      `${list.at(-1)?.found ?? 0}`,
    );
  }
  const bound = speed(results.get('bare'), urls.length) / speed(results.get('linkinator'), urls.length);
  console.log(`The bare limit reaches ${bound.toFixed(1)} times the pages/s of linkinator.`);
  const times = (name: string) => speed(ours, urls.length) / speed(results.get(name), urls.length);
  goal('pages/s, times linkinator', times('linkinator'), 'at least', 5);
  goal('pages/s, times undici + htmlparser2, page whole', times('htmlparser2'), 'at least', 1.6);
  goal('pages/s, times undici + htmlparser2, in chunks', times('htmlparser2, in chunks'), 'at least', 1.6);
  goal('CPU, times the bare limit, page whole', cpu('tier 1') / cpu('bare'), 'at most', 1.6);
  goal('CPU, times the bare limit, in chunks', cpu('tier 1') / cpu('bare, in chunks'), 'at most', 1.6);
}

async function inBrowser(): Promise<void> {
  const urls = many(browserPages, (number) => at('linked', number % pageCount));
  const results = await compete(['always', 'puppeteer'], urls, BROWSER_ROUNDS, 1);
  const base = results.get('puppeteer');
  console.log();
  printRow(`browser, ${browserPages} pages, 2 tabs`, 'pages/s', 'of puppeteer', 'CPU ms a page', 'found');
  for (const [name, list] of results) {
    printRow(
      name === 'always' ? 'tiers 1 and 2, guarded, a context a page' : 'puppeteer: goto and one evaluate',
      speed(list, urls.length).toFixed(1),
      `${(speed(list, urls.length) / speed(base, urls.length)).toFixed(2)} x`,
      treeCpu(list, urls.length),
      `${list.at(-1)?.found ?? 0}`,
    );
  }
}

/** CPU of the contestant and its browser, per page. */
function treeCpu(list: readonly Round[], pages: number): string {
  return list.some(({ treeCpuMs }) => treeCpuMs === null)
    ? 'not measured'
    : (middle(list, ({ treeCpuMs }) => treeCpuMs ?? 0) / pages).toFixed(0);
}

async function memory(): Promise<void> {
  const contestant = new Contestant('tier 1', hosts);
  const step = Math.max(1, Math.floor(memoryPages / 10));
  const rss: number[] = [];
  let made = 0;
  while (made < memoryPages) {
    // Every address is new, so that any memory kept per address shows.
    const urls = many(step, (number) => at('linked', number % pageCount, `?visit=${made + number}`));
    rss.push((await contestant.round(urls)).rssMb);
    made += step;
  }
  await contestant.end();
  console.log();
  printRow('RSS of tier 1 after n thousand pages', ...rss.map((_, index) => `${((index + 1) * step) / 1_000}`));
  printRow('MB', ...rss.map((mb) => mb.toFixed(0)));
  const half = Math.floor(rss.length / 2);
  if (half === 0) return;
  goal(
    'RSS flat: peak of the second half, times the peak of the first',
    Math.max(...rss.slice(half)) / Math.max(...rss.slice(0, half)),
    'at most',
    1.1,
  );
}

async function mix(): Promise<void> {
  const extra = [
    ...many(SCRIPTED, (number) => at('scripted', number)),
    ...many(MIX_BARE, (number) => at('bare', number)),
  ];
  const plain = many(mixPages - extra.length, (number) => at('linked', number % pageCount, `?mix=${number}`));
  const urls = [...plain, ...extra];
  const run = async (name: keyof typeof WARM_PAGES) => {
    const contestant = new Contestant(name, hosts);
    // A checker and its browser run for days: their start and warm-up are not counted.
    const warm = many(WARM_PAGES[name], (number) => at('linked', number % pageCount, `?warm=${number}`));
    await contestant.round([...extra.slice(0, 1), ...warm]);
    const result = await contestant.round(urls);
    await contestant.end();
    return result;
  };
  const auto = await run('auto');
  const always = await run('always');
  const differences = urls.filter((_, number) => auto.verdicts?.[number] !== always.verdicts?.[number]);
  console.log();
  printRow(
    `mix of ${mixPages}, ${extra.length} need a browser`,
    'rendered',
    'live',
    'pages/s',
    'CPU ms',
    'CPU ms a page',
  );
  for (const [name, result] of Object.entries({ auto, always })) {
    printRow(
      name,
      `${result.rendered ?? 0}`,
      `${result.found}`,
      speed([result], urls.length).toFixed(1),
      result.treeCpuMs?.toFixed(0) ?? 'not measured',
      treeCpu([result], urls.length),
    );
  }
  for (const url of differences.slice(0, 5)) {
    const number = urls.indexOf(url);
    console.log(`${url}\n  auto   ${auto.verdicts?.[number]}\n  always ${always.verdicts?.[number]}`);
  }
  goal('verdicts of auto that differ from always', differences.length, 'at most', 0);
  if (auto.treeCpuMs === null || always.treeCpuMs === null) console.log('The CPU of the browser was not measured.');
  else goal('CPU of always, times auto', always.treeCpuMs / auto.treeCpuMs, 'at least', 30);
}

console.log(
  `${pageCount} pages, median ${Math.round(median(sizes) / 1_000)} kB (${Math.round(Math.min(...sizes) / 1_000)} to ${Math.round(Math.max(...sizes) / 1_000)}), ${hosts.length} hosts, ${rounds} interleaved rounds\n`,
);
if (rounds > 0) await overHttp();
if (browserPages > 0) await inBrowser();
if (memoryPages > 0) await memory();
if (mixPages > 0) await mix();
server.disconnect();
console.log(`\nGoals\n${goals.join('\n')}`);
