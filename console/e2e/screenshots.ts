/**
 * `npm run screenshots`: a picture of every screen and dialog, light and dark, at 1280 and 360 pixels, with the data of
 * the demo, into console/screenshots/. For people to look at; nothing compares them.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { OWNER } from '../../infra/demo/agency.ts';
import { seed } from '../../infra/demo/seed.ts';
import { askForLink, signInWith } from '../../infra/demo/visitor.ts';
import type { LinkAnswer } from '../../query-service/queries.ts';
import config from '../playwright.config.ts';
import { type System, startSystem } from './system.ts';

const FOLDER = path.resolve(import.meta.dirname, '..', 'screenshots');
const NEWCOMER = 'newcomer@fairwind.example';

interface Screen {
  readonly name: string;
  readonly at: string;
  /** Default: the agency's owner. */
  readonly who?: 'nobody' | 'newcomer';
  /** What has to be done there before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Only at this width. */
  readonly only?: number;
}

/** The links that show most: one by its redirects, one by what stands there instead. */
function screensWith(live: string, removed: string): readonly Screen[] {
  const evidence = (page: Page) => page.getByRole('button', { name: 'What the check saw' }).first().click();
  const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
  return [
    { name: 'welcome', at: '/', who: 'nobody' },
    { name: 'sign-in', at: '/api/login', who: 'nobody' },
    { name: 'sign-in-spent', at: '/api/login/email/callback?token=used', who: 'nobody' },
    { name: 'dashboard-empty', at: '/', who: 'newcomer' },
    { name: 'trash-empty', at: '/trash', who: 'newcomer' },
    { name: 'dashboard', at: '/?pageSize=25' },
    { name: 'dashboard-collapsed', at: '/', act: (page) => page.keyboard.press('Control+b'), only: 1280 },
    { name: 'dashboard-sheet', at: '/', act: button('Toggle Sidebar'), only: 360 },
    { name: 'dashboard-filtered', at: '/?status=removed,pending&q=lumen' },
    { name: 'dashboard-nothing-found', at: '/?q=nothing-like-it' },
    { name: 'profile-menu', at: '/', act: button('Profile menu') },
    { name: 'add', at: '/?dialog=add' },
    {
      name: 'add-wrong',
      at: '/?dialog=add',
      act: async (page) => {
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Client Link' }).fill('ftp://client.example');
        await dialog.getByRole('button', { name: 'Add Link' }).click();
      },
    },
    {
      name: 'add-checking',
      at: '/?dialog=add',
      act: async (page) => {
        await page.route('**/api/links', () => {});
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Article Link' }).fill('https://blog.example/an-article');
        await dialog.getByRole('textbox', { name: 'Client Link' }).fill('https://client.example/');
        await dialog.getByRole('button', { name: 'Add Link' }).click();
        await page.getByText('Checking backlink...').waitFor();
      },
    },
    { name: 'filter', at: '/?dialog=filter' },
    { name: 'sort', at: '/?dialog=sort' },
    { name: 'keys', at: '/?dialog=keys' },
    { name: 'details', at: `/?link=${live}` },
    { name: 'details-evidence', at: `/?link=${live}`, act: evidence },
    { name: 'details-removed', at: `/?link=${removed}`, act: evidence },
    { name: 'edit', at: `/?edit=${live}` },
    { name: 'trash', at: '/trash' },
    { name: 'purge', at: '/trash', act: button('Delete Forever') },
    { name: 'settings', at: '/settings' },
    { name: 'not-found', at: '/no/such/page' },
  ];
}

async function fill(system: System): Promise<readonly LinkAnswer[]> {
  const signal = AbortSignal.timeout(120_000);
  const mailbox = { next: () => system.mailedLink(OWNER.email) };
  const visitor = await signInWith(await askForLink(system.url, OWNER.email, mailbox, signal), signal);
  await seed(visitor, system.articles, () => {}, signal);
  return visitor.get<readonly LinkAnswer[]>('/api/links');
}

/** Runs in the page: waits for the end of whatever moves and will stop moving. */
async function settled(): Promise<void> {
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

async function take(browser: Browser, system: System, screens: readonly Screen[]): Promise<void> {
  const people = {
    nobody: { cookies: [], origins: [] },
    newcomer: await system.person(browser, NEWCOMER),
    owner: await system.person(browser, OWNER.email),
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      for (const { name, at, who = 'owner', act, only = width } of screens) {
        if (only !== width) continue;
        const context = await browser.newContext({
          baseURL: system.url,
          storageState: people[who],
          viewport: { width, height: 800 },
          hasTouch: width < 768,
          locale: 'en-GB',
          timezoneId: 'UTC',
          colorScheme,
          reducedMotion: 'reduce',
        });
        await context.addInitScript((theme) => localStorage.setItem('theme', theme), colorScheme);
        const page = await context.newPage();
        await page.goto(at);
        await page.getByRole('heading').first().waitFor();
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .MuiSkeleton-root') === null);
        await act?.(page);
        await page.evaluate(settled);
        const file = path.join(FOLDER, `${name}-${colorScheme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: act === undefined && !/[?&](dialog|link|edit)=/.test(at) });
        await context.close();
      }
    }
  }
}

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const system = await startSystem();
try {
  const links = await fill(system);
  const idOf = (reason: string, slug: string) =>
    links.find(({ articleLink, status }) => status === reason && articleLink.includes(slug))?.id ?? '';
  const screens = screensWith(idOf('live', 'tail-light-test'), idOf('removed', 'tables-for-small'));
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  await take(browser, system, screens).finally(() => browser.close());
  process.stdout.write(`The pictures are in ${FOLDER}\n`);
} finally {
  await system.stop();
}
