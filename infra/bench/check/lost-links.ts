/**
 * Checks of lost links, which need both tiers: `node infra/bench/check/lost-links.ts [pages] [links a page] [rounds]` (default
 * 96, 8 and 2; about two minutes). Compares the checker's work loop with bare puppeteer, which opens each page once in as
 * many tabs of the same browser, waits for its document and evaluates one expression. The pages are those of `check.ts`,
 * without the link, half of them with a script.
 */
import { availableParallelism, loadavg } from 'node:os';
import puppeteer from 'puppeteer';
import { findPageBrowsers } from '../../../checker/browser/find-chrome.ts';
import { tabsOfThisMachine } from '../../../checker/browser/tab-count.ts';
import { openChecker } from '../../../checker/check.ts';
import { work } from '../../../checker/work.ts';
import type { CheckOrder } from '../../../command-service/contract/check-contract.ts';
import { createLogger } from '../../observability/logger.ts';
import { type Pages, startPageServer } from '../../testing/fakes/page-server.ts';
import { median, printRow, timed } from '../measure.ts';
import { benchPages } from './pages.ts';

const [pageCount = 96, linksAPage = 8, rounds = 2] = process.argv.slice(2, 5).map(Number);
const HOSTS = 8;
const TABS = tabsOfThisMachine();

const found = await findPageBrowsers(undefined);
const [chrome] = typeof found === 'string' ? [] : found;
if (chrome === undefined) throw new Error(`${found}`);
const hosts: Pages[] = [];
for (let host = 0; host < HOSTS; host++) hosts.push(await startPageServer());
const urls = benchPages('bare', pageCount).map(({ html }, number) => {
  const host = hosts[number % HOSTS];
  if (host === undefined) throw new Error('there are no hosts');
  const script = number % 2 === 0 ? '' : '<script>document.body.dataset.ready = "1"</script>';
  host.set(`/${number}`, html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/(<\/body>|$)/, `${script}$1`));
  return host.at(`/${number}`);
});

const checker = openChecker({ logger: createLogger('error'), allowHosts: hosts.map(({ host }) => host) });
const browser = await puppeteer.launch({
  executablePath: chrome.path,
  headless: chrome.shell ? 'shell' : true,
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});

async function bare(): Promise<void> {
  const queue = [...urls];
  const visit = async () => {
    for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
      const page = await browser.newPage();
      await page.goto(url, { waitUntil: 'domcontentloaded' });
      await page.evaluate('[...document.links].some((link) => link.hostname.endsWith("lost.example"))');
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: TABS }, visit));
}

async function ours(): Promise<void> {
  const orders = urls.flatMap((articleLink, page) =>
    Array.from({ length: linksAPage }, (_, link): CheckOrder => {
      const id = `${page}-${link}`;
      return {
        linkId: id,
        checkId: `${id}-${performance.now()}`,
        articleLink,
        clientLink: `https://lost.example/${link}`,
      };
    }),
  );
  let removed = 0;
  await work(
    {
      orders: (async function* () {
        yield orders;
      })(),
      checker,
      report: async (report) => {
        if (report.kind === 'checked' && report.verdict.reason === 'not-on-page') removed += 1;
      },
      concurrency: 16,
      logger: createLogger('error'),
    },
    new AbortController().signal,
  );
  if (removed !== orders.length) throw new Error(`${removed} of ${orders.length} are removed`);
}

const times = { bare: [] as number[], ours: [] as number[] };
for (let round = -1; round < rounds; round++) {
  for (const [kind, run] of [
    ['bare', bare],
    ['ours', ours],
  ] as const) {
    const ms = await timed(run);
    // The first round is a warm-up.
    if (round >= 0) times[kind].push(ms);
  }
}
await Promise.all([checker.close(), browser.close()]);
for (const host of hosts) await host.close();

const pagesASecond = (ms: readonly number[]) => (pageCount / median(ms)) * 1_000;
const [load = 0] = loadavg();
console.log(
  `${pageCount} pages with ${linksAPage} lost links each, ${TABS} tabs, ${availableParallelism()} cores, load ${load.toFixed(1)}`,
);
printRow('lost links', 'pages/s', 'checks/s', 'of puppeteer');
printRow('puppeteer: goto and one evaluate', pagesASecond(times.bare).toFixed(1), '', '1.00');
printRow(
  'tiers 1 and 2: observation and verdict',
  pagesASecond(times.ours).toFixed(1),
  (pagesASecond(times.ours) * linksAPage).toFixed(1),
  (pagesASecond(times.ours) / pagesASecond(times.bare)).toFixed(2),
);
