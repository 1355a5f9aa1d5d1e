/** Every screen of the console at every width of a screen with a sidebar, in both languages. */
import type { Page } from '@playwright/test';
import { untilShown } from '../../../infra/testing/apps/system.ts';
import { addShare } from '../fixtures/shares.ts';
import { addTeam } from '../fixtures/teams.ts';
import { addLink, expect, follow, test } from '../fixtures/test.ts';
import { widthProblems } from '../fixtures/width-problems.ts';

test.use({ sharesTab: false });

const WIDTHS = [1920, 1280, 1100, 1024];

/** At each width nothing is outside of the screen, over something else, or cut without an ellipsis. */
async function expectToFit(page: Page, at: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // The page follows its size in the next frames.
    await expect.poll(() => page.evaluate(widthProblems), `${at} at ${width} pixels`).toEqual([]);
  }
}

test('every screen fits 1024 to 1920 pixels beside the open sidebar, in English and German', async ({
  browser,
  page,
  system,
}) => {
  const teamId = await addTeam(page.request, 'Northbank Outreach and Digital Relations');
  const name = 'Autumn placements on regional newspapers and magazines';
  const made = await page.request.post('/api/campaigns', { data: { name, description: name, teamId } });
  const { id: campaignId } = await made.json();
  const today = Temporal.Now.plainDateISO('UTC');
  const dated = { liveDate: today.subtract({ days: 20 }).toString(), tags: ['spring outreach'], teamId };
  for (const kind of ['live', 'sponsored', 'gone', 'server-error'] as const) {
    await addLink(page.request, system.articles.one(kind), dated);
  }
  const { articleLink, clientLink } = system.articles.one('not-found');
  const bought = { campaignId, promotionType: 'link_insertion', articleLink, clientLink, status: 'live' };
  await page.request.post('/api/campaign-links', { data: bought });
  const [{ clientDomain }] = await (await page.request.get('/api/clients')).json();
  const trashed = await addLink(page.request, system.articles.one('nofollow'));
  const gone = await page.request.delete(`/api/links/${trashed.id}`);
  await untilShown(page.request, gone, '/api/trash');
  const share = await addShare(page.request, clientDomain);
  const channel = { teamId, kind: 'webhook', name, url: 'https://hooks.northbank.example/linkledger' };
  const added = await page.request.post('/api/channels', { data: channel });
  const { id: channelId } = await added.json();

  const rows = '[role="grid"] td';
  const cells = 'main td';
  const screens = [
    ['/', rows],
    ['/expiring-soon', rows],
    [`/clients/${clientDomain}`, rows],
    [`/campaigns/${campaignId}`, rows],
    [`/teams/${teamId}`, rows],
    ['/clients', cells],
    ['/campaigns', cells],
    ['/teams', cells],
    [`/compare?from=${today.subtract({ days: 1 })}`, cells],
    ['/ledger', 'main li'],
    ['/alerts', 'main h1'],
    ['/alerts/rules', 'main li'],
    [`/channels?team=${teamId}`, 'main li'],
    [`/channels?team=${teamId}&channel=${channelId}`, 'main section'],
    ['/trash', 'main h1 ~ *'],
    ['/settings', 'main section'],
    ['/no/such/page', 'main h1'],
  ] as const;
  for (const locale of ['en-US', 'de-DE']) {
    const context = await browser.newContext({ locale, storageState: await page.context().storageState() });
    await context.addCookies([{ name: 'sidebar_state', value: 'true', url: system.url }]);
    const own = await context.newPage();
    await own.goto(system.url);
    for (const [at, shows] of screens) {
      await follow(own, at);
      await expect(own.locator(shows).first(), `${locale} ${at}`).toBeVisible();
      await expectToFit(own, `${locale} ${at}`);
    }
    await own.goto(share);
    await expect(own.locator('td').first()).toBeVisible();
    await expectToFit(own, `${locale} share`);
    await context.close();
  }
});
