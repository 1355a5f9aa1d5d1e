/**
 * `npm run screenshots`: a picture of every screen and dialog, light and dark, at 1440, 768 and 360 pixels, with the data
 * of the demo, into console/screenshots/. For people to look at; nothing compares them. `npm run screenshots -- team dark`
 * takes only those whose file name has all of these pieces.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { loadConfig } from '../../../infra/main/config/config.ts';
import { askForLink, signInWith } from '../../../infra/main/demo/api-client.ts';
import type { Articles } from '../../../infra/main/demo/articles/server.ts';
import { writePast } from '../../../infra/main/demo/past.ts';
import { checkAll } from '../../../infra/main/demo/seed.ts';
import { OWNER } from '../../../infra/main/sample/agency.ts';
import { addLink, type System, startSystem } from '../../../infra/testing/apps/system.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { OVERLAYS } from '../../platform/address/overlays.ts';
import config from '../../playwright.config.ts';
import { animationsFinished } from '../fixtures/animations.ts';
import { addMember, addTeam, invite } from '../fixtures/teams.ts';
import { type Screen, type Shares, screensOf } from './screens.ts';

const FOLDER = path.resolve(import.meta.dirname, '..', '..', 'screenshots');
const WIDTHS = [1440, 768, 360];
/** Pieces of file names: takes only the pictures that have them all. */
const WANTED = process.argv.slice(2);
const NEWCOMER = 'newcomer@fairwind.example';
const VIEWER = 'viewer@fairwind.example';

/** Ninety days of the agency's past. */
async function prepare(dataDir: string, articles: Articles): Promise<void> {
  await writePast({ ...loadConfig(), dataDir, logLevel: 'error' }, articles, () => {}, AbortSignal.timeout(60_000));
}

/** Checks the agency's links. */
async function fill(system: System): Promise<readonly LinkAnswer[]> {
  const signal = AbortSignal.timeout(120_000);
  const next = () => system.mailedLink(OWNER.email);
  const owner = await signInWith(await askForLink(system.url, OWNER.email, { next }, signal), signal);
  await checkAll(owner, () => {}, signal);
  return owner.get<readonly LinkAnswer[]>('/api/links');
}

/** Shares a client of the owner's, once for everyone and once with a password. */
async function share(browser: Browser, system: System, links: readonly LinkAnswer[]): Promise<Shares> {
  const storageState = await system.person(OWNER.email);
  const owner = await browser.newContext({ baseURL: system.url, storageState });
  const clients = Map.groupBy(links, ({ clientDomain, teamId }) => JSON.stringify({ clientDomain, teamId }));
  const [largest] = [...clients].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['{}'];
  const make = async (password: string | null): Promise<string> => {
    const data = { ...(JSON.parse(largest) as object), password };
    const made = await owner.request.post('/api/shared-links', { data });
    return new URL((await made.json()).url).pathname;
  };
  const shares = { open: await make(null), locked: await make('mooring') };
  await owner.close();
  return shares;
}

/** A team of the owner's with a viewer and some links, and an open invitation. */
async function gather(browser: Browser, system: System): Promise<{ team: string; invitation: string }> {
  const storageState = await system.person(OWNER.email);
  const owner = await browser.newContext({ baseURL: system.url, storageState });
  const team = await addTeam(owner.request, 'Outreach');
  const viewer = { name: 'Vera Wang', email: VIEWER, permission: 'view' } as const;
  await (await addMember(owner.request, browser, system, team, viewer)).close();
  for (const kind of ['live', 'sponsored', 'not-found', 'server-error'] as const)
    await addLink(owner.request, system.articles.one(kind), { teamId: team });
  await invite(owner.request, team, [{ name: 'Newcomer', email: NEWCOMER, permission: 'edit' }]);
  const invitation = await system.mailedInvitation(NEWCOMER);
  await owner.close();
  return { team, invitation };
}

async function capture(browser: Browser, system: System, screens: readonly Screen[]): Promise<void> {
  const people = {
    nobody: { cookies: [], origins: [] },
    newcomer: await system.person(NEWCOMER),
    viewer: await system.person(VIEWER),
    owner: await system.person(OWNER.email),
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      const contexts = new Map<string, BrowserContext>();
      for (const { name, path: at, who = 'owner', prepare: act, only = width } of screens) {
        const file = `${name}-${colorScheme}-${width}.png`;
        if (only !== width || !WANTED.every((piece) => file.includes(piece))) continue;
        let context = contexts.get(who);
        if (context === undefined) {
          context = await browser.newContext({
            baseURL: system.url,
            storageState: people[who],
            viewport: { width, height: 800 },
            hasTouch: width < 768,
            locale: 'en-US',
            timezoneId: 'UTC',
            colorScheme,
            reducedMotion: 'reduce',
          });
          await context.addInitScript((theme) => localStorage.setItem('theme', theme), colorScheme);
          contexts.set(who, context);
        }
        const page = await context.newPage();
        try {
          await page.goto(at);
          const asked = new URL(at, system.url).searchParams;
          const isDialog = OVERLAYS.some((name) => asked.has(name));
          const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
          await (isDialog ? dialog : page.getByRole('heading')).first().waitFor();
          await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .MuiSkeleton-root') === null);
          await act?.(page);
          await page.evaluate(animationsFinished);
          await page.screenshot({
            path: path.join(FOLDER, file),
            fullPage: act === undefined && !isDialog,
          });
        } catch (error) {
          // A screen that does not come costs no other its picture.
          process.exitCode = 1;
          process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
        }
        await page.close();
        // The next screen has its sidebar as it is at first.
        await context.clearCookies({ name: 'sidebar_state' });
      }
      for (const context of contexts.values()) await context.close();
    }
  }
}

if (WANTED.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const system = await startSystem({ prepare });
try {
  const links = await fill(system);
  const idOf = (reason: string, slug: string) =>
    links.find(({ articleLink, status }) => status === reason && articleLink.includes(slug))?.id ?? '';
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const { team, invitation } = await gather(browser, system);
    const screens = screensOf({
      live: idOf('live', 'tail-light-test'),
      removed: idOf('removed', 'tables-for-small'),
      bought: links.find(({ campaignId }) => campaignId !== null),
      team,
      invitation,
      shares: await share(browser, system, links),
    });
    await capture(browser, system, screens);
  } finally {
    await browser.close();
  }
  process.stdout.write(`The pictures are in ${FOLDER}\n`);
} finally {
  await system.stop();
}
