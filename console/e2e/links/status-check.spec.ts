import type { Browser } from '@playwright/test';
import type { System } from '../../../infra/testing/apps/system.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, bodyRows, expect, open, rowOf, test, toast } from '../fixtures/test.ts';

async function browserOf(browser: Browser, system: System, name: string) {
  return browser.newContext({
    baseURL: system.url,
    storageState: await system.person(`${name}@journeys.example`),
  });
}

test('a status check says that there is nothing to check, or its result; on the free plan the next one has to wait', async ({
  browser,
  system,
}) => {
  const context = await browserOf(browser, system, 'checker');
  const page = await context.newPage();
  await open(page, '/');
  await page.getByRole('button', { name: 'Run Status Check' }).click();
  await expect(toast(page, 'No Links to Check')).toBeVisible();
  const kinds = ['live', 'sponsored', 'removed'] as const;
  for (const kind of kinds) await addLink(context.request, system.articles.one(kind));
  await expect(bodyRows(page)).toHaveCount(kinds.length);
  await page.getByRole('button', { name: 'Run Status Check' }).click();
  await expect(toast(page, 'Status Check Complete')).toContainText('2 live · 1 removed · 0 pending');
  await expect(page.getByText('Next check in 14 days')).toBeVisible();
  await page.reload();
  const countdown = page.getByText(/^Next check in/).locator('time');
  await expect(countdown).toHaveAttribute('title', /\d{4}/);

  await page.getByRole('button', { name: 'Run Status Check' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade to run unlimited checks' });
  await expect(dialog).toContainText('Next check');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('grid', { name: 'Links' }).getByRole('button', { name: 'Recheck' }).first().click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: 'See plans' }).click();
  await expect(page).toHaveURL(/\/settings#billing$/);
  await page.getByRole('region', { name: 'Starter' }).getByRole('button', { name: 'Choose Starter' }).click();
  await page.getByRole('button', { name: 'Activate Starter' }).click();
  await expect(toast(page, 'Your Starter plan is now active!')).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText(/^Next check in/)).toBeHidden();
  await page.getByRole('button', { name: 'Run Status Check' }).click();
  await expect(toast(page, 'Status Check Complete')).toBeVisible();
  await context.close();
});

test('a status check on a client’s page, or from the palette there, covers only the links of the client', async ({
  browser,
  system,
}) => {
  const context = await browserOf(browser, system, 'client-checker');
  const page = await context.newPage();
  await addLink(context.request, system.articles.one('live'));
  await addLink(context.request, { ...system.articles.one('removed'), clientLink: 'https://one-client.example/' });
  await open(page, '/clients/one-client.example');
  const check = page.getByRole('button', { name: 'Run Status Check' });
  await expect(check).toHaveAccessibleDescription('Checks 1 link');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Run Status Check one-client.example' }).click();
  await expect(toast(page, 'Status Check Complete')).toContainText('0 live · 1 removed · 0 pending');
  await context.close();
});

test('a status check continues after its tab is closed, and a later tab shows its progress and result', async ({
  browser,
  system,
}) => {
  const context = await browserOf(browser, system, 'closer');
  const several = [...system.articles.promised.slice(0, 3), system.articles.one('slow')];
  await Promise.all(several.map((promised) => addLink(context.request, promised)));
  const first = await context.newPage();
  await first.goto('/');
  const started = first.waitForResponse(
    (answer) => answer.url().endsWith('/api/status-checks') && answer.status() === 201,
  );
  await first.getByRole('button', { name: 'Run Status Check' }).click();
  await started;
  await first.close();

  const second = await context.newPage();
  await second.goto('/');
  await expect(second.getByRole('button', { name: /^Checking \d+\/4$/ })).toBeVisible();
  await expect(toast(second, 'Status Check Complete')).toBeVisible({ timeout: 60_000 });
  await expect(second.getByText(/^Next check in/)).toBeVisible();
  await context.close();
});

test('a cooldown of a team’s links explains the plan of its owner, also on the dashboard', async ({
  page,
  browser,
  system,
}) => {
  const team = await addTeam(page.request, 'Waiting desk');
  const promised = system.articles.one('live');
  await addLink(page.request, promised, { teamId: team });
  const member = await addMember(page.request, browser, system, team, {
    name: 'Meg',
    email: 'meg@journeys.example',
    permission: 'edit',
  });
  const started = await page.request.post('/api/status-checks', { data: { teamId: team } });
  expect(started.ok()).toBe(true);
  await expect(async () => {
    const read = await page.request.get(`/api/teams/${team}`);
    expect(await read.json()).toMatchObject({ nextCheckDate: expect.stringMatching(/^20/) });
  }).toPass();

  const theirs = await member.newPage();
  const dialog = theirs.getByRole('dialog', { name: 'Upgrade to run unlimited checks' });
  await theirs.goto('/');
  await rowOf(theirs, promised.slug).getByRole('checkbox').check();
  await theirs.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Recheck' }).click();
  await expect(dialog).toContainText('Status checks of a team depend on the plan of its owner.');
  await expect(theirs).toHaveURL(`/?dialog=upgrade-${team}`);
  await expect(dialog.getByRole('link', { name: 'See plans' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await rowOf(theirs, promised.slug).getByRole('button', { name: 'Recheck' }).click();
  await expect(dialog).toContainText('Status checks of a team depend on the plan of its owner.');

  await open(page, `/teams/${team}`);
  await page.getByRole('button', { name: 'Run Status Check' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'See plans' })).toBeVisible();
  await member.close();
});
