/**
 * Whole clusters: `node infra/bench/engines/cluster.ts [links]` (default 600; three minutes). Measures a check from the
 * button to the list, and how much sooner two projections and three checkers finish than one of each. The servers are
 * those of the cluster tests; without Kafka nothing is measured, as checks then stay in one process.
 */
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryAnswer, LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { signIn, type Visitor } from '../../testing/actors/visitor.ts';
import { hasServers, NO_CLUSTER, startCluster, type TestCluster } from '../../testing/apps/cluster.ts';
import { article, startPageServer } from '../../testing/fakes/page-server.ts';
import { hasKafka, NO_KAFKA } from '../../testing/servers/kafka.ts';
import { formatMs, median, percentile, printGoal, printRow, rate, timed } from '../measure.ts';

const CLIENT = 'https://client.example/tea';
const CHECKS = 60;
/** Hosts of the pages of the import: one checker visits each, two pages at a time. */
const HOSTS = 300;
/** Milliseconds until such a page answers: slow sites, so that the visits are the limit and not the machine's cores. */
const PAGE_MS = 2_000;
const ONE = ['--command', '1', '--query', '1', '--projections', '1', '--checker', '1'];
const MORE = ['--command', '1', '--query', '1', '--projections', '2', '--checker', '3'];

if (!hasServers()) console.log(NO_CLUSTER);
else if (!hasKafka) console.log(NO_KAFKA);
else await benchClusters(Number(process.argv[2] ?? 600));

async function benchClusters(links: number): Promise<void> {
  const pages = await startPageServer();
  const { host } = pages;
  const start = (args: readonly string[]) =>
    startCluster(args, mkdtempSync(path.join(os.tmpdir(), 'linkledger-bench-')), {
      CHECKER_ALLOW_HOSTS: host,
      CHECKER_RENDER: 'never',
    });
  const linked = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);
  try {
    const spent: number[] = [];
    for (const args of [ONE, MORE]) {
      const cluster = await start(args);
      try {
        const ann = await signIn(cluster.url, 'ann@example.com', cluster.said);
        pages.set('/warm', linked);
        await ann.send('POST', '/api/links', { articleLink: pages.at('/warm'), clientLink: CLIENT });
        // The first check also waits until the checkers have shared out the hosts.
        await allLive(ann, 1);
        if (args === ONE)
          await benchCheck(ann, pages.at('/warm'), (found) => pages.set('/warm', found ? linked : article('')));
        const rows = Array.from({ length: links }, (_, index) => {
          pages.set(`/${index}`, (_request, response) => {
            setTimeout(() => response.setHeader('Content-Type', 'text/html').end(linked), PAGE_MS);
          });
          return `http://h${index % HOSTS}.localhost:${host.split(':')[1]}/${index},${CLIENT}\n`;
        });
        spent.push(await timed(() => importAll(ann, cluster, rows)));
      } finally {
        await cluster.close();
      }
    }
    const [one = 0, more = 0] = spent;
    printRow(`Import of ${links.toLocaleString('en')} links until each is live in the list`, 'seconds', 'links/s');
    printRow('  one projection process, one checker', (one / 1_000).toFixed(1), rate(links, one));
    printRow('  two projection processes, three checkers', (more / 1_000).toFixed(1), rate(links, more));
    printGoal(
      'Time of two and three, of the time of one each',
      more / one,
      'at most',
      1,
      `pages answer after ${PAGE_MS} ms`,
    );
  } finally {
    await pages.close();
  }
}

/** Checks a link whose page changes each time, until the list shows the new status. */
async function benchCheck(ann: Visitor, articleLink: string, change: (found: boolean) => void): Promise<void> {
  const [link] = (await ann.get<LinkAnswer[]>('/api/links')).body;
  if (link?.articleLink !== articleLink) throw new Error('the link is not in the list');
  const [all, visits]: [number[], number[]] = [[], []];
  for (let round = 0; round < CHECKS; round += 1) {
    change(round % 2 === 1);
    all.push(
      await timed(async () => {
        const { status } = await ann.send('POST', `/api/links/${link.id}/recheck`);
        if (status !== 200) throw new Error(`a check answered ${status}`);
        const { body } = await ann.get<LinkAnswer[]>('/api/links');
        if ((body[0]?.status === 'live') !== (round % 2 === 1)) throw new Error(`the list shows ${body[0]?.status}`);
      }),
    );
    const { body } = await ann.get<HistoryAnswer[]>(`/api/links/${link.id}/history`);
    const checked = body.find(({ kind }) => kind === 'checked');
    const ms = checked?.kind === 'checked' ? checked.observation.visits.map(({ durationMs }) => durationMs) : [];
    visits.push(ms.reduce((sum, each) => sum + each, 0));
  }
  const without = all.map((ms, index) => ms - (visits[index] ?? 0));
  printRow('From the button to the list', 'median', '95 of 100');
  printRow('  with the visit', formatMs(median(all)), formatMs(percentile(all, 0.95)));
  const made = `${CHECKS} checks, one at a time; the visit takes ${formatMs(median(visits))}`;
  printGoal('From the button to the list without the visit, ms', median(without), 'at most', 250, made);
}

async function importAll(ann: Visitor, { url }: TestCluster, rows: readonly string[]): Promise<void> {
  const file = `articleLink,clientLink\n${rows.join('')}`;
  const { status } = await ann.send('POST', '/api/links/import', file, { 'Content-Type': 'text/csv' });
  if (status >= 300) throw new Error(`importing at ${url} answered ${status}`);
  await allLive(ann, rows.length + 1);
}

async function allLive(ann: Visitor, links: number): Promise<void> {
  for (;;) {
    const { headers } = await ann.get<LinkAnswer[]>('/api/links?status=live&pageSize=1');
    if (Number(headers['x-total-count']) >= links) return;
    await pause(100);
  }
}
