import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { System } from '../../../infra/testing/apps/system.ts';
import type { AlertAnswer } from '../../../query-service/contract/answers/alerts.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, expect, follow, goByKeys, open, test, toast } from '../fixtures/test.ts';

/** A browser of a person without alerts. The caller closes it. */
async function browserOf(browser: Browser, system: System, name: string) {
  return browser.newContext({
    baseURL: system.url,
    storageState: await system.person(`${name}@alerts.example`),
  });
}

/** Adds a live link whose page then loses it, seen by a recheck. */
async function loseLink(request: APIRequestContext, { articles }: System, kind: 'live' | 'sponsored' = 'live') {
  const promised = articles.one(kind);
  const { id } = await addLink(request, promised, { allowDuplicate: true });
  articles.remove(promised.slug);
  try {
    expect((await request.post(`/api/links/${id}/recheck`)).ok()).toBe(true);
  } finally {
    articles.restore(promised.slug);
  }
  return { id, slug: promised.slug };
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts' }).getByRole('listitem');
const copy = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key) ?? '', name);
const readOf = async (request: APIRequestContext) =>
  ((await (await request.get('/api/alerts')).json()) as AlertAnswer[]).map(({ read }) => read);

async function closeDetails(page: Page): Promise<void> {
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
}

function made(count: number, more: (place: number) => Partial<AlertAnswer> = () => ({})): readonly AlertAnswer[] {
  return Array.from({ length: count }, (_, place) => ({
    id: `alert-${place}`,
    type: (['removed', 'status', 'expiring', 'system', 'team'] as const)[place % 5] ?? 'system',
    title: `Alert number ${place + 1}`,
    message: `The link to client.example on blog.example/an-article-${place + 1} could not be verified.`,
    at: new Date(Date.now() - place * 3_600_000).toISOString(),
    read: place % 3 !== 0,
    linkId: null,
    reportId: null,
    news: null,
    teamId: null,
    ...more(place),
  }));
}

/** Answers instead of the server. */
async function answerWith(page: Page, all: readonly AlertAnswer[]): Promise<void> {
  await page.route('**/api/alerts?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [number, size] = [Number(query.get('page')), Number(query.get('pageSize'))];
    const found = query.get('tab') === 'unread' ? all.filter(({ read }) => !read) : all;
    return route.fulfill({
      json: found.slice((number - 1) * size, number * size),
      headers: { 'X-Total-Count': String(found.length) },
    });
  });
}

test('an alert about a removed link appears in another tab and opens the link’s details', async ({
  browser,
  system,
}) => {
  const context = await browserOf(browser, system, 'watcher');
  const [page, elsewhere] = [await context.newPage(), await context.newPage()];
  await Promise.all([open(page, '/alerts'), elsewhere.goto('/')]);
  await expect(page.getByRole('heading', { name: 'No alerts' })).toBeVisible();
  await expect(page.getByText("You're all caught up!")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark All as Read' })).toBeDisabled();
  await expect(bell(elsewhere)).toHaveAccessibleName('Notifications');

  const { slug } = await loseLink(context.request, system);
  const row = alerts(page).filter({ hasText: slug });
  await expect(row).toContainText('Link Removed');
  await expect(row).toContainText('New');
  await expect(row.locator('time')).toHaveAttribute('title', /\d{4}/);
  await expect(bell(elsewhere)).toHaveAccessibleName(/^Notifications, \d+ unread$/);
  const before = await bell(elsewhere).getAttribute('aria-label');

  await row.getByRole('button').click();
  await expect(page).toHaveURL(/\/alerts\?link=/);
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details).toContainText(slug);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page).toHaveURL('/alerts');
  await expect(row.getByRole('button')).toBeFocused();
  await expect(row.getByText('New', { exact: true })).toBeHidden();
  await expect(bell(elsewhere)).not.toHaveAttribute('aria-label', before ?? '');
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row.getByText('New', { exact: true })).toBeHidden();
  await context.close();
});

test('the notifications menu shows removed links, pending links and new members', async ({ browser, system }) => {
  const context = await browserOf(browser, system, 'menu');
  const page = await context.newPage();
  await open(page, '/');
  await bell(page).click();
  const menu = page.getByRole('menu', { name: 'Notifications' });
  await expect(menu).toContainText('No notifications');
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();

  const { id, slug } = await loseLink(context.request, system);
  await addLink(context.request, system.articles.one('server-error'));
  const team = await addTeam(context.request, 'Bell desk');
  const person = { name: 'Nadia', email: 'nadia@alerts.example', permission: 'view' } as const;
  await (await addMember(context.request, browser, system, team, person)).close();
  await page.reload();
  // All three: an open menu takes in no further alert.
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');
  await bell(page).click();
  await expect(menu.getByRole('menuitem', { name: /Link Removed/ })).toContainText(slug);
  await expect(menu.getByRole('menuitem', { name: /^Links Need Attention/ })).toContainText('1 link is pending');
  await expect(menu.getByRole('menuitem', { name: /^New Team Member/ })).toContainText('Bell desk');

  await menu.getByRole('menuitem', { name: /Link Removed/ }).click();
  await expect(page).toHaveURL(`/?link=${id}`);
  await closeDetails(page);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await expect.poll(() => copy(page, 'readNotifications')).toContain('ids');
  await bell(page).click();
  await expect(menu.getByRole('menuitem', { name: /Link Removed/ })).not.toContainText('New');
  await menu.getByRole('menuitem', { name: /^New Team Member/ }).click();
  await expect(page).toHaveURL(`/teams/${team}`);

  await bell(page).click();
  await menu.getByRole('menuitem', { name: /^Links Need Attention/ }).click();
  await expect(page).toHaveURL('/?status=pending');
  await bell(page).click();
  await menu.getByRole('menuitem', { name: 'View all alerts' }).click();
  await expect(page).toHaveURL('/alerts');
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  await context.close();
});

test('losses on one site are one alert, which stays in the unread list until it is left, is found, and is marked with all', async ({
  browser,
  system,
}) => {
  const context = await browserOf(browser, system, 'reader');
  // Two links on one page.
  const { slug } = await loseLink(context.request, system);
  await loseLink(context.request, system);
  await addLink(context.request, system.articles.one('server-error'));
  const page = await context.newPage();
  await open(page, '/alerts');
  await page.getByRole('tab', { name: 'Unread' }).click();
  await expect(page).toHaveURL('/alerts?tab=unread');
  const incident = page.getByRole('button', { name: /^2 links on .+ were removed/ });
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/alerts/read'));
  await incident.click();
  await answered;
  await expect(incident.getByText('New', { exact: true })).toBeHidden();
  const rows = page.getByRole('list', { name: /^2 links on / }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(slug);
  const row = rows.first().getByRole('button');
  await row.click();
  await closeDetails(page);
  await expect(row).toBeFocused();
  await page.reload();
  await expect(alerts(page).filter({ hasText: 'Links Need Attention' })).toBeVisible();
  await expect(incident).toBeHidden();

  const elsewhere = await context.newPage();
  await elsewhere.goto('/');
  await expect(bell(elsewhere)).toHaveAccessibleName(/ unread$/);
  await page.getByRole('button', { name: 'Mark All as Read' }).click();
  await expect(toast(page, 'All alerts are marked as read')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark All as Read' })).toBeDisabled();
  await expect(page.getByRole('heading', { name: 'No alerts' })).toBeVisible();
  await expect(bell(elsewhere)).toHaveAccessibleName('Notifications');
  expect((await readOf(context.request)).every(Boolean)).toBe(true);

  await page.getByRole('tab', { name: 'Status' }).click();
  await expect(page).toHaveURL('/alerts?tab=status');
  await expect(alerts(page)).toHaveCount(2);
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.fill(slug);
  await expect(alerts(page)).toHaveCount(1);
  await expect(alerts(page)).toContainText(slug);
  await search.fill('nowhere to be found');
  await expect(page.getByRole('heading', { name: 'No alert matches' })).toBeVisible();
  await search.clear();
  await expect(page).toHaveURL('/alerts?tab=status');
  await page.getByRole('tab', { name: 'Expiring' }).click();
  await expect(page.getByRole('heading', { name: 'No alerts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Status' })).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(alerts(page)).toHaveCount(2);
  await context.close();
});

test('a new alert does not move the alert under the pointer', async ({ browser, system }) => {
  const context = await browserOf(browser, system, 'pointer');
  const page = await context.newPage();
  await loseLink(context.request, system);
  await open(page, '/alerts?tab=status');
  const first = alerts(page).first();
  await first.hover();
  await page.mouse.move(700, 300);
  await first.hover();
  const { slug } = await loseLink(context.request, system, 'sponsored');
  const show = page.getByRole('button', { name: 'Show Changes' });
  await expect(show).toBeVisible();
  await expect(first).not.toContainText(slug);
  await show.click();
  await expect(first).toContainText(slug);

  await bell(page).click();
  await page.getByRole('menuitem', { name: 'Mark All as Read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await context.close();
});

test('an alert that is read offline is marked on the server later', async ({ browser, system }) => {
  const context = await browserOf(browser, system, 'tunnel');
  const page = await context.newPage();
  const { slug } = await loseLink(context.request, system);
  await open(page, '/alerts?tab=status');
  await page.route('**/api/alerts/read', (route) => route.abort());
  const row = alerts(page).filter({ hasText: slug });
  await row.getByRole('button').click();
  await closeDetails(page);
  await expect(row.getByText('New', { exact: true })).toBeHidden();
  expect(await copy(page, 'readAlerts')).toContain('ids');
  expect(await readOf(context.request)).toContain(false);
  const before = (await readOf(context.request)).filter((read) => !read).length;

  await page.unroute('**/api/alerts/read');
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row.getByText('New', { exact: true })).toBeHidden();
  await expect.poll(async () => (await readOf(context.request)).filter((read) => !read).length).toBe(before - 1);
  await context.close();
});

test('an alert that the server does not mark becomes unread again, with a message', async ({ page }) => {
  await answerWith(page, made(3));
  await page.route('**/api/alerts/read', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'It is not you, it is us.' } }),
  );
  await open(page, '/alerts');
  await alerts(page).first().getByRole('button').click();
  await expect(toast(page, 'Failed to mark as read')).toContainText('It is not you, it is us.');
  await expect(alerts(page).first()).toContainText('New');
  expect(await copy(page, 'readAlerts')).not.toContain('alert-0');
  await page.getByRole('button', { name: 'Mark All as Read' }).click();
  await expect(alerts(page).first()).toContainText('New');
  await expect(page.getByRole('button', { name: 'Mark All as Read' })).toBeEnabled();
});

test('a thousand alerts have pages, and the address names the page', async ({ page }) => {
  await answerWith(page, made(1_000));
  await page.goto('/alerts');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 99+ unread');
  await expect(alerts(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(alerts(page).first()).toContainText('an-article-11 ');
  await expect(page).toHaveURL('/alerts?page=2');
  await page.reload();
  await expect(alerts(page).first()).toContainText('an-article-11 ');
  await page.getByRole('tab', { name: 'Unread' }).click();
  await expect(page).toHaveURL('/alerts?tab=unread');
  await follow(page, '/alerts?page=1000&pageSize=100');
  await expect(page).toHaveURL('/alerts?page=10&pageSize=100');
  await expect(alerts(page)).toHaveCount(100);
});

test('alerts that cannot be loaded show an error and can be loaded again', async ({ page }) => {
  await page.route('**/api/alerts?*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/alerts');
  await expect(page.getByRole('heading', { name: 'Alerts could not be loaded' })).toBeVisible();
  await page.unroute('**/api/alerts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Alerts could not be loaded' })).toBeHidden();

  await page.route('**/api/alerts?*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/');
  await bell(page).click();
  const menu = page.getByRole('menu', { name: 'Notifications' });
  await expect(menu).toContainText('Notifications could not be loaded');
  await page.unroute('**/api/alerts?*');
  await menu.getByRole('menuitem', { name: 'Try again' }).click();
  await expect(menu).not.toContainText('could not be loaded');
});

test('shortcuts lead to the alerts and to their tabs', async ({ page }) => {
  await answerWith(page, made(5));
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await goByKeys(page, 'a', '/alerts');
  await expect(page.getByRole('link', { name: 'Alerts', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('tab', { name: 'All' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/alerts?tab=unread');
});

test('the Alerts page and its menu are accessible and fit a phone', async ({ page }) => {
  await page.goto('/alerts?tab=expiring');
  await expect(page.getByRole('heading', { name: 'No alerts' })).toBeVisible();
  await expectAccessible(page, 'no alerts');
  await bell(page).click();
  await expect(page.getByRole('menu')).toContainText('No notifications');
  await expectAccessible(page, 'no notifications');

  const long = `https://blog.example/${'a-very-long-address'.repeat(40)} <script>alert(1)</script> مرحبا 🦆`;
  await answerWith(
    page,
    made(40, (place) => ({
      linkId: place % 5 === 0 ? `link-${place}` : null,
      ...(place === 0 ? { message: long } : {}),
      ...(place === 3 ? { id: 'attention 2026-05-12', title: 'Links Need Attention' } : {}),
    })),
  );
  await page.goto('/alerts');
  await expect(alerts(page).first()).toBeVisible();
  await expectAccessible(page, 'alerts');
  await bell(page).click();
  await expect(page.getByRole('menuitem', { name: /^Links Need Attention/ })).toBeVisible();
  await expectAccessible(page, 'notifications');
});

test('an open incident is acknowledged by name, and leads to its links', async ({ page }) => {
  const now = new Date().toISOString();
  const lost = {
    teamId: null,
    kind: 'lost',
    count: 14,
    back: 2,
    startedAt: now,
    lastAt: now,
    path: '/?status=removed',
  };
  const open14 = { id: 'i1', site: 'northbank.example', endedAt: null, acknowledged: null, ...lost };
  const over = { ...open14, id: 'i2', site: 'over.example', endedAt: now };
  const ofOthers = { ...open14, id: 'i3', kind: 'unclear', count: 1, site: 'others.example', back: 0 };
  let acknowledged: object | null = null;
  let answer: object = { status: 503, json: { code: 'busy', message: 'Try again in a minute.' } };
  await page.route('**/api/incidents', (route) =>
    route.fulfill({
      json: [
        { ...open14, acknowledged, mayAcknowledge: true },
        { ...over, mayAcknowledge: true },
        { ...ofOthers, mayAcknowledge: false },
      ],
    }),
  );
  await page.route('**/api/incidents/i1/acknowledge', (route) => route.fulfill(answer));
  await answerWith(page, made(3));
  await open(page, '/alerts');
  const incidents = page.getByRole('list', { name: 'Open Incidents' }).getByRole('listitem');
  await expect(incidents).toHaveCount(2);
  await expect(incidents.first()).toContainText('14 links on northbank.example were removed');
  await expect(incidents.first()).toContainText('2 are back');
  await expect(incidents.last()).toContainText('1 page on others.example cannot be read');
  await expect(incidents.last().getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'incidents');

  const acknowledge = incidents.first().getByRole('button', { name: 'Acknowledge' });
  await acknowledge.click();
  await expect(toast(page, 'The incident could not be acknowledged')).toContainText('Try again in a minute.');
  acknowledged = { at: now, by: 'Ann Lee' };
  answer = { json: { done: true } };
  await acknowledge.click();
  await expect(incidents.first()).toContainText('Acknowledged by Ann Lee, just now');
  await incidents.first().getByRole('link').click();
  await expect(page).toHaveURL('/?status=removed');
});
