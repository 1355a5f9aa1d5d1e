import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import type { SessionAnswer, SubscriptionAnswer } from '../../../query-service/contract/answers/account.ts';
import type { CampaignAnswer } from '../../../query-service/contract/answers/campaigns.ts';
import type { HistoryAnswer, LinkAnswer, TrashAnswer } from '../../../query-service/contract/answers/links.ts';
import type { DayCountsAnswer, StatsAnswer } from '../../../query-service/contract/answers/stats.ts';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { EDIT, LOST_TODAY } from '../sample/agency.ts';
import { type ArticleKind, EXPECTED } from '../sample/article.ts';
import { PUBLICATIONS } from '../sample/publications.ts';
import { actWith } from './api-client.ts';

/** Starts the demo like a person, in its own temporary folder; kills it if the test did not end it. */
async function startDemo() {
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'demo-test-'));
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'demo.ts')], {
    env: { ...process.env, PORT: '0', TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const lines: string[] = [];
  return {
    child,
    lines,
    ended,
    complaints: () => complaints,
    folders: async () => (await readdir(temporary)).filter((name) => name.startsWith('linkledger-demo-')),
    async mailed(): Promise<boolean> {
      if (child.exitCode !== null) throw new Error(`The demo ended by itself: ${complaints}`);
      return (await readdir(temporary, { recursive: true })).some((name) => name.endsWith('.eml'));
    },
    /** Reads until a matching line. */
    async said(what: RegExp): Promise<string> {
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (what.test(line)) return line;
      }
      throw new Error(`The demo ended without saying ${what}:\n${lines.join('\n')}\n${complaints}`);
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

const kindOf = (articleLink: string): ArticleKind | undefined => {
  const slug = new URL(articleLink).pathname.split('/')[1];
  return PUBLICATIONS.flatMap(({ articles }) => articles).find((article) => article.slug === slug)?.kind;
};

/** A link that is not live keeps the type with which it was last seen. */
const typeOf = ({ status, linkType }: LinkAnswer) => (status === 'live' ? linkType : null);

test('the demo has 40 links with 90 days of history and the expected verdicts, and leaves nothing behind after Ctrl+C', async (t) => {
  await using demo = await startDemo();
  await demo.said(/Ctrl\+C/);
  t.true(demo.lines.length <= 5, demo.lines.join('\n'));
  t.is(demo.complaints(), '');
  t.is((await demo.folders()).length, 1);

  const link = /with one click: (\S+)/.exec(demo.lines.join('\n'))?.[1] ?? '';
  const signal = AbortSignal.timeout(60_000);
  t.is((await fetch(new URL('/', link), { signal })).status, 404);
  const entered = await fetch(link, { redirect: 'manual', signal });
  const { origin, searchParams } = new URL(entered.headers.get('location') ?? '');
  const visitor = actWith(origin, entered.headers.getSetCookie(), signal);
  for (let times = 0; times < 8; times += 1)
    t.is((await fetch(link, { redirect: 'manual', signal })).status, 303, 'the link works again and again');
  t.is((await visitor.get<readonly SessionAnswer[]>('/api/sessions')).length, 1);
  const links = await visitor.get<readonly LinkAnswer[]>('/api/links');
  t.is(links.length, 40);
  const opened = links.find(({ id }) => id === searchParams.get('link'));
  t.true(opened !== undefined && LOST_TODAY.has(new URL(opened.articleLink).pathname.slice(1)));
  t.deepEqual(
    links.map((link) => [link.articleLink, link.status, typeOf(link), link.reason.code]).sort(),
    links
      .map(({ articleLink }) => {
        const isLost = LOST_TODAY.has(new URL(articleLink).pathname.slice(1));
        const { status, linkType, reason } = EXPECTED[isLost ? 'removed' : kindOf(articleLink)!];
        return [articleLink, status, linkType, reason];
      })
      .sort(),
  );
  t.deepEqual([...new Set(links.map(({ clientDomain }) => clientDomain))].sort(), [
    'harbourandpine.localhost',
    'lumencycles.localhost',
  ]);
  t.deepEqual(
    links.flatMap(({ warnings }) => warnings),
    [],
    'the clients’ sites answer',
  );
  t.true(links.every(({ checking, lastChecked }) => !checking && lastChecked !== null));
  t.true(links.some(({ daysLeft }) => daysLeft !== null && daysLeft < 0));
  t.true(links.some(({ duration, daysLeft }) => duration === 'permanent' && daysLeft === null));
  t.is(links.find(({ anchor }) => anchor?.includes('frêne'))?.anchor, 'ses chaises en frêne tressé');

  const stats = await visitor.get<StatsAnswer>('/api/stats');
  t.is(stats.total, 40);
  t.is(stats.uniqueClients, 2);
  t.true(stats.expiringSoon > 0);
  t.is((await visitor.get<readonly TrashAnswer[]>('/api/trash')).length, 2);
  const edited = links.find(({ articleLink }) => articleLink.endsWith(EDIT.slug));
  t.like(edited, EDIT.change);
  const history = await visitor.get<readonly HistoryAnswer[]>(`/api/links/${edited?.id}/history`);
  t.true(history.some(({ kind, actorName }) => kind === 'edited' && actorName === 'Alex Moreau'));

  t.deepEqual(
    links.filter(({ wasLive, anchor }) => wasLive && !anchor),
    [],
    'the anchor that was last seen',
  );
  for (const lost of links.filter(({ articleLink }) => LOST_TODAY.has(new URL(articleLink).pathname.slice(1)))) {
    t.not(lost.anchor, null);
    const told = await visitor.get<readonly HistoryAnswer[]>(`/api/links/${lost.id}/history`);
    const changes = told.flatMap((each) => (each.kind === 'status-changed' ? each.to : []));
    t.deepEqual(changes.slice(0, 4), ['removed', 'live', 'removed', 'live']);
    t.true(told.some(({ kind }) => kind === 'evidence-kept' || kind === 'evidence-missed'));
  }

  const from = Temporal.Now.plainDateISO('UTC').subtract({ days: 89 }).toString();
  const days = await visitor.get<readonly DayCountsAnswer[]>(`/api/stats/history?from=${from}`);
  const [first, last] = [days[1], days.at(-1)];
  t.true((first?.live ?? 0) > 3, 'the history does not begin ninety days ago');
  t.is(last?.live, stats.live);
  t.true(new Set(days.map((day) => `${day.live} ${day.removed} ${day.pending}`)).size > 20, 'too few days differ');

  t.like(await visitor.get<SubscriptionAnswer>('/api/subscription'), { plan: 'professional', nextCheckDate: null });
  const [team] = await visitor.get<readonly TeamAnswer[]>('/api/teams/my');
  t.is(team?.memberCount, 3);
  t.deepEqual(new Set(links.map(({ teamId }) => teamId)), new Set([team?.id]));
  t.deepEqual([...new Set(links.map(({ assignedToName }) => assignedToName))].sort(), [
    'Alex Moreau',
    'Priya Nair',
    'Sam Okafor',
    null,
  ]);
  const [campaign] = await visitor.get<readonly CampaignAnswer[]>('/api/campaigns');
  t.is(campaign?.total, links.filter(({ campaignId }) => campaignId === campaign?.id).length);
  t.true((campaign?.total ?? 0) > 3);

  demo.child.kill('SIGINT');
  demo.child.kill('SIGINT');
  t.deepEqual(await demo.ended, [0, null]);
  t.deepEqual(await demo.folders(), []);
});

test('Ctrl+C while the demo is still checking ends it and leaves nothing behind', async (t) => {
  await using demo = await startDemo();
  // The first mail is the demo signing in to itself: the checks begin right after.
  while (!(await demo.mailed())) await wait(20);
  demo.child.kill('SIGINT');
  t.deepEqual(await demo.ended, [0, null], demo.complaints());
  t.deepEqual(demo.lines, []);
  t.deepEqual(await demo.folders(), []);
});
