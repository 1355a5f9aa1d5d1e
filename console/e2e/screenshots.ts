/**
 * `npm run screenshots`: a picture of every screen and dialog, light and dark, at 1440, 768 and 360 pixels, with the data
 * of the demo, into console/screenshots/. For people to look at; nothing compares them. `npm run screenshots -- team dark`
 * takes only those whose file name has all of these pieces.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { OWNER } from '../../infra/demo/agency.ts';
import { seed } from '../../infra/demo/seed.ts';
import { askForLink, signInWith, type Visitor } from '../../infra/demo/visitor.ts';
import type { LinkAnswer } from '../../query-service/queries.ts';
import config from '../playwright.config.ts';
import { settled } from './settled.ts';
import { addLink, type System, startSystem } from './system.ts';
import { addMember, addTeam, invite } from './team.ts';

const FOLDER = path.resolve(import.meta.dirname, '..', 'screenshots');
const WIDTHS = [1440, 768, 360];
/** Pieces of file names: takes only the pictures that have them all. */
const WANTED = process.argv.slice(2);
const NEWCOMER = 'newcomer@fairwind.example';
const VIEWER = 'viewer@fairwind.example';

interface Screen {
  readonly name: string;
  readonly at: string;
  /** Default: the agency's owner. */
  readonly who?: 'nobody' | 'newcomer' | 'viewer';
  /** What has to be done there before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Only at this width. */
  readonly only?: number;
}

/** The links that show most: one by its redirects, one by what stands there instead, one bought for a campaign. */
function screensWith(
  live: string,
  removed: string,
  team: string,
  invitation: string,
  shares: Shares,
  bought: LinkAnswer | undefined,
): readonly Screen[] {
  const evidence = (page: Page) => page.getByRole('button', { name: 'What the check saw' }).first().click();
  const campaign = `/campaigns/${bought?.campaignId}`;
  const notifications = async (page: Page) => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('menuitem', { name: /^View all alerts/ }).waitFor();
  };
  const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
  return [
    { name: 'welcome', at: '/', who: 'nobody' },
    { name: 'sign-in', at: '/api/login', who: 'nobody' },
    { name: 'sign-in-spent', at: '/api/login/email/callback?token=used', who: 'nobody' },
    { name: 'dashboard-empty', at: '/', who: 'newcomer' },
    { name: 'trash-empty', at: '/trash', who: 'newcomer' },
    { name: 'dashboard', at: '/?pageSize=25' },
    { name: 'dashboard-collapsed', at: '/', act: (page) => page.keyboard.press('Control+b'), only: 1440 },
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
    { name: 'import', at: '/?dialog=import' },
    { name: 'import-columns', at: '/?dialog=import', act: bring },
    { name: 'export', at: '/?dialog=export' },
    { name: 'keys', at: '/?dialog=keys' },
    { name: 'palette', at: '/', act: palette('') },
    { name: 'palette-found', at: '/', act: palette('lumen') },
    { name: 'columns', at: '/', act: opens('Columns'), only: 1440 },
    { name: 'selected', at: '/', act: select },
    {
      name: 'bulk-edit',
      at: '/',
      act: async (page) => {
        await select(page);
        await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click();
        await page.getByRole('dialog').getByRole('status').waitFor();
      },
    },
    {
      name: 'bulk-trash',
      at: '/',
      act: async (page) => {
        await select(page);
        await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Trash' }).click();
        await page.getByRole('dialog').getByRole('status').waitFor();
      },
    },
    { name: 'details', at: `/?link=${live}` },
    { name: 'details-evidence', at: `/?link=${live}`, act: evidence },
    { name: 'details-removed', at: `/?link=${removed}`, act: evidence },
    { name: 'edit', at: `/?edit=${live}` },
    { name: 'teams', at: '/teams?tab=my' },
    { name: 'teams-empty', at: '/teams', who: 'newcomer' },
    {
      name: 'teams-menu',
      at: '/teams?tab=my',
      act: (page) =>
        page
          .getByRole('button', { name: /^Team menu/ })
          .first()
          .click(),
    },
    { name: 'create-team', at: '/teams?tab=my&dialog=create-team' },
    { name: 'invite', at: `/teams?tab=my&invite=${team}` },
    { name: 'manage-team', at: `/teams?tab=my&manage=${team}` },
    { name: 'hand-over', at: `/teams?tab=my&manage=${team}`, act: button('Hand over') },
    { name: 'delete-team', at: `/teams?tab=my&leave=${team}` },
    { name: 'team', at: `/teams/${team}` },
    { name: 'team-clients', at: `/teams/${team}?clients=${team}` },
    { name: 'team-missing', at: '/teams/unknown' },
    { name: 'team-viewer', at: `/teams/${team}`, who: 'viewer' },
    { name: 'leave-team', at: `/teams?leave=${team}`, who: 'viewer' },
    { name: 'campaigns-empty', at: '/campaigns', who: 'newcomer' },
    { name: 'campaigns', at: '/campaigns' },
    { name: 'campaigns-nothing-found', at: '/campaigns?q=nothing-like-it' },
    { name: 'create-campaign', at: '/campaigns?dialog=create-campaign' },
    { name: 'create-campaign-without-team', at: '/campaigns?dialog=create-campaign', who: 'newcomer' },
    { name: 'campaign', at: campaign },
    { name: 'edit-campaign', at: `${campaign}?dialog=edit-campaign` },
    { name: 'delete-campaign', at: `${campaign}?dialog=delete-campaign` },
    { name: 'add-campaign-link', at: `${campaign}?dialog=add` },
    {
      name: 'add-campaign-link-wrong',
      at: `${campaign}?dialog=add`,
      act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add Link' }).click(),
    },
    { name: 'edit-campaign-link', at: `${campaign}?edit=${bought?.id}` },
    { name: 'campaign-missing', at: '/campaigns/unknown' },
    { name: 'clients-empty', at: '/clients', who: 'newcomer' },
    { name: 'clients', at: '/clients' },
    { name: 'client', at: `/clients/${bought?.clientDomain}` },
    { name: 'client-share', at: `/clients/${bought?.clientDomain}?dialog=share` },
    { name: 'client-missing', at: '/clients/unknown.example' },
    { name: 'expiring-empty', at: '/expiring-soon', who: 'newcomer' },
    { name: 'expiring', at: '/expiring-soon' },
    { name: 'invitation', at: invitation, who: 'newcomer' },
    { name: 'invitation-signed-out', at: invitation, who: 'nobody' },
    { name: 'invitation-other', at: invitation },
    { name: 'invitation-missing', at: '/invite/unknown', who: 'nobody' },
    { name: 'alerts', at: '/alerts' },
    { name: 'alerts-empty', at: '/alerts?tab=expiring', who: 'newcomer' },
    { name: 'notifications', at: '/', act: notifications },
    { name: 'notifications-empty', at: '/', who: 'newcomer', act: notifications },
    { name: 'trash', at: '/trash' },
    { name: 'purge', at: '/trash', act: button('Delete Forever') },
    { name: 'settings', at: '/settings' },
    { name: 'settings-notifications', at: '/settings#notifications' },
    { name: 'settings-checking', at: '/settings#checking' },
    { name: 'settings-billing', at: '/settings#billing' },
    { name: 'settings-account', at: '/settings#account' },
    { name: 'purchase', at: '/settings?dialog=plan-starter-yearly#billing' },
    { name: 'back-to-free', at: '/settings?dialog=plan-free#billing' },
    {
      name: 'create-token',
      at: '/settings#account',
      act: opens('Create token'),
    },
    { name: 'delete-account', at: '/settings?dialog=delete-account#account' },
    { name: 'upgrade', at: '/?dialog=upgrade' },
    { name: 'share-dialog', at: '/settings?dialog=share#account' },
    { name: 'share', at: shares.open, who: 'nobody' },
    { name: 'share-password', at: shares.locked, who: 'nobody' },
    { name: 'share-gone', at: '/share/unknown', who: 'nobody' },
    { name: 'not-found', at: '/no/such/page' },
    // These choices are remembered, so they come last.
    { name: 'chart-table', at: '/', act: button('Table') },
    { name: 'dashboard-without-chart', at: '/', act: button('Over time'), only: 1440 },
  ];
}

const opens = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
};

const palette = (typed: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('dialog').getByRole('combobox');
  await input.fill(typed);
  await page.getByRole('option').first().waitFor();
};

async function select(page: Page): Promise<void> {
  const ticks = page.getByRole('checkbox', { name: 'Select link' });
  for (const place of [0, 1, 2]) await ticks.nth(place).check();
}

/** A file with all there can be to say of one. */
async function bring(page: Page): Promise<void> {
  const rows = [
    'Referring page URL,Target URL,Anchor,Domain rating,Nofollow,First seen',
    'https://blog.example/tea,https://client.example/tea,Tea,54,false,2026-02-01',
    'https://blog.example/coffee,https://client.example/coffee,"Coffee, freshly roasted",61,true,2026-03-01',
    'https://blog.example/tea,https://client.example/tea,Tea,54,false,2026-02-01',
    'blog.example/cocoa,https://client.example/cocoa,Cocoa,12,false,2026-04-01',
    'https://blog.example/milk,,Milk,33,false,2026-05-01',
  ];
  const file = { name: 'client-example-backlinks.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('2 rows cannot be imported').waitFor();
}

async function fill(system: System): Promise<readonly LinkAnswer[]> {
  const signal = AbortSignal.timeout(120_000);
  const visitors = new Map<string, Visitor>();
  const signIn = async (email: string) => {
    const link = await askForLink(system.url, email, { next: () => system.mailedLink(email) }, signal);
    const visitor = await signInWith(link, signal);
    visitors.set(email, visitor);
    return visitor;
  };
  const invitation = async (email: string) => (await system.mailedInvitation(email)).split('/').at(-1) ?? '';
  await seed({ signIn, invitation }, system.articles, () => {}, signal);
  return (await visitors.get(OWNER.email)?.get<readonly LinkAnswer[]>('/api/links')) ?? [];
}

/** Addresses of share pages. */
interface Shares {
  readonly open: string;
  readonly locked: string;
}

/** Shares a client of the owner's, once for everyone and once with a password. */
async function share(browser: Browser, system: System, links: readonly LinkAnswer[]): Promise<Shares> {
  const storageState = await system.person(browser, OWNER.email);
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

/** A team of the owner's with a viewer and some links, and an invitation nobody has accepted. */
async function gather(browser: Browser, system: System): Promise<{ team: string; invitation: string }> {
  const storageState = await system.person(browser, OWNER.email);
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

async function take(browser: Browser, system: System, screens: readonly Screen[]): Promise<void> {
  const people = {
    nobody: { cookies: [], origins: [] },
    newcomer: await system.person(browser, NEWCOMER),
    viewer: await system.person(browser, VIEWER),
    owner: await system.person(browser, OWNER.email),
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      const contexts = new Map<string, BrowserContext>();
      for (const { name, at, who = 'owner', act, only = width } of screens) {
        const file = `${name}-${colorScheme}-${width}.png`;
        if (only !== width || !WANTED.every((piece) => file.includes(piece))) continue;
        let context = contexts.get(who);
        if (context === undefined) {
          context = await browser.newContext({
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
          contexts.set(who, context);
        }
        const page = await context.newPage();
        try {
          await page.goto(at);
          await page.getByRole('heading').first().waitFor();
          await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .MuiSkeleton-root') === null);
          await act?.(page);
          await page.evaluate(settled);
          await page.screenshot({
            path: path.join(FOLDER, file),
            fullPage: act === undefined && !/[?&](dialog|link|edit|invite|manage|leave|clients)=/.test(at),
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
const system = await startSystem();
try {
  const links = await fill(system);
  const idOf = (reason: string, slug: string) =>
    links.find(({ articleLink, status }) => status === reason && articleLink.includes(slug))?.id ?? '';
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const { team, invitation } = await gather(browser, system);
    const screens = screensWith(
      idOf('live', 'tail-light-test'),
      idOf('removed', 'tables-for-small'),
      team,
      invitation,
      await share(browser, system, links),
      links.find(({ campaignId }) => campaignId !== null),
    );
    await take(browser, system, screens);
  } finally {
    await browser.close();
  }
  process.stdout.write(`The pictures are in ${FOLDER}\n`);
} finally {
  await system.stop();
}
