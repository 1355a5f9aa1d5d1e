import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam } from '../fixtures/teams.ts';
import { addLink, expect, follow, open, test } from '../fixtures/test.ts';

const DAY_MS = 86_400_000;

/** Answers a history of `links` days with links, up to today; the days before have none. */
async function past(page: Page, links: number): Promise<void> {
  await page.route(/\/api\/stats\/history/, (route) => {
    const from = Date.parse(new URL(route.request().url()).searchParams.get('from') ?? '');
    const days = Math.floor((Date.now() - from) / DAY_MS) + 1;
    const json = Array.from({ length: days }, (_, index) => {
      const age = index - (days - links);
      const counts = { live: 100 + age, removed: Math.floor(age / 9), notFound: 0, pending: age % 4 };
      const day = new Date(from + index * DAY_MS).toISOString().slice(0, 10);
      return { day, ...(age < 0 ? { live: 0, removed: 0, notFound: 0, pending: 0 } : counts) };
    });
    return route.fulfill({ json });
  });
}

const chartOf = (page: Page) => page.getByRole('region', { name: 'Over time' });

/** Goes to the dashboard as somebody who has opened the chart before. */
async function openChart(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('charts', JSON.stringify({ open: true })));
  await page.goto('/');
}

test('the history is on the dashboard and on client, campaign and team pages, with saved settings', async ({
  page,
  system,
}) => {
  const chart = chartOf(page);
  await open(page, '/');
  await expect(page.getByText('No links yet')).toBeVisible();
  await expect(chart).toBeHidden();
  const live = system.articles.one('live');
  await addLink(page.request, live);
  await expect(chart.getByText('1 of 1 link is live.')).toBeVisible();
  await addLink(page.request, { ...live, articleLink: 'http://127.0.0.1:9/' });
  await expect(chart.getByText('1 of 2 links are live; 1 is pending.')).toBeVisible();
  await expect(chart.getByRole('button')).toHaveCount(0);

  await past(page, 8);
  await page.reload();
  const title = chart.getByRole('button', { name: 'Over time' });
  await expect(title).toHaveAttribute('aria-expanded', 'false');
  await expect(chart.getByText(/links are live, 7 more than on /)).toBeVisible();
  await title.click();
  await chart.getByRole('button', { name: '90 days' }).click();
  await expect(chart.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true');
  await chart.getByRole('button', { name: 'Removed' }).click();
  await expect(chart.getByRole('button', { name: 'Removed' })).toHaveAttribute('aria-pressed', 'false');
  await chart.getByRole('button', { name: 'Table' }).click();
  await expect(chart.getByRole('columnheader')).toHaveText(['Day', 'Live', 'Pending', 'Removed']);
  await expect(chart.getByRole('row').nth(1).getByRole('cell')).toHaveText(['107', '3', '0']);
  await chart.getByRole('row').nth(1).getByRole('button').click();
  await expect(chart.getByText(/: 107 live \(\+1\), 0 removed, 3 pending \(\+1\)\.$/)).toBeVisible();
  await expect(chart.getByRole('link', { name: 'What happened that day' })).toHaveAttribute(
    'href',
    /^\/compare\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/,
  );
  await chart.getByRole('button', { name: 'Whole range' }).click();
  await expect(chart.getByText(/links are live, 7 more than on /)).toBeVisible();
  await page.reload();
  await expect(title).toHaveAttribute('aria-expanded', 'true');

  const domain = new URL(live.clientLink).hostname.replace(/^www\./, '');
  await follow(page, `/clients/${domain}`);
  await expect(chart.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true');
  await expect(chart.getByRole('columnheader')).toHaveText(['Day', 'Live', 'Pending', 'Lost']);
  await title.click();
  await expect(chart.getByRole('table')).toBeHidden();
  await page.unroute(/\/api\/stats\/history/);

  const teamId = await addTeam(page.request, 'Chart desk');
  const made = await page.request.post('/api/campaigns', { data: { name: 'Charted', teamId } });
  const { id: campaignId } = await made.json();
  for (const screen of [`/teams/${teamId}`, `/campaigns/${campaignId}`]) {
    await follow(page, screen);
    await expect(chart.getByText('Nothing to chart yet')).toBeVisible();
  }
});

test('a chart causes no layout shift, works by keyboard, shows when it cannot be loaded, and is accessible', async ({
  page,
  system,
}) => {
  await addLink(page.request, system.articles.one('live'), { allowDuplicate: true });
  await past(page, 200);
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/stats\/history/, async (route) => {
    await answer.promise;
    return route.fallback();
  });
  await openChart(page);
  const chart = chartOf(page);
  await expect(chart.getByRole('button', { name: '30 days' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Statistics' }).getByRole('button', { name: /Live\s*\d/ }),
  ).toBeVisible();
  const place = await chart.boundingBox();
  answer.resolve();
  await expect(chart.getByText(/links are live, 29 more than on /)).toBeVisible();
  await expect.poll(() => chart.boundingBox()).toEqual(place);

  await chart.getByRole('button', { name: '1 year' }).click();
  await expect(chart.getByText(/links are live, 199 more than on /)).toBeVisible();
  await chart.getByRole('button', { name: 'Table' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tooltip')).toContainText(/Live101Pending1Removed0/);
  await expect(page.locator(':focus')).toHaveAccessibleName(/101/);

  await page.route(/\/api\/stats\/history/, (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', message: 'Try later.' } }),
  );
  await page.reload();
  await expect(chart.getByText('The chart could not be loaded')).toBeVisible();
  await expect(chart.getByText('Try later.')).toBeVisible();
  await expect.poll(() => chart.boundingBox()).toEqual(place);
  await page.unroute(/\/api\/stats\/history/);
  await past(page, 60);
  await chart.getByRole('button', { name: 'Try again' }).click();
  await expect(chart.getByText(/links are live, \d+ more than on /)).toBeVisible();
  await expect(chart.getByRole('figure', { name: 'Links at the end of each day (UTC)' })).toBeVisible();
  await expectAccessible(page, 'chart');
  await chart.getByRole('button', { name: 'Table' }).click();
  await expect(chart.getByRole('table')).toBeVisible();
  await expectAccessible(page, 'table');
});
