import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { APIRequestContext, Response } from '@playwright/test';
import type { System } from '../../../infra/testing/apps/system.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addShare, chooseToShare } from '../fixtures/shares.ts';
import { addLink, expect, open, test, toast } from '../fixtures/test.ts';

const NOBODY = { cookies: [], origins: [] };

/** A client with a link to share. */
async function someClient(request: APIRequestContext, system: System, kind: 'ugc' | 'sponsored' | 'nofollow') {
  await addLink(request, system.articles.one(kind));
  const [client] = await (await request.get('/api/clients')).json();
  return client.clientDomain as string;
}

test('a client is shared with a password, opened without an account, and closed after it is revoked', async ({
  page,
  browser,
  system,
}) => {
  const live = system.articles.one('live');
  await addLink(page.request, live);
  await addLink(page.request, {
    ...system.articles.one('removed'),
    clientLink: `${new URL(live.clientLink).origin}/gone`,
  });
  const { clientDomain } = (await (await page.request.get('/api/clients')).json())[0];
  const password = 'blåbär & grädde';

  await open(page, '/clients');
  await expect(page.getByText('Nothing shared yet')).toBeVisible();
  await page.getByRole('button', { name: 'Share a Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share This Data' });
  await dialog.getByRole('button', { name: 'Generate Link' }).click();
  await expect(dialog.getByText('Choose a client')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Client' }).fill(clientDomain.slice(0, 5));
  await page.getByRole('option', { name: clientDomain }).click();
  await dialog.getByRole('checkbox', { name: 'Protect with a password' }).check();
  await dialog.getByRole('textbox', { name: 'Send the link to' }).fill('boss@client.example, nonsense');
  await dialog.getByRole('button', { name: 'Generate Link' }).click();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await expect(dialog.getByText('“nonsense” isn’t an email address')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('textbox', { name: 'Send the link to' }).fill('boss@client.example');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Generate Link' }).click();
  await expect(toast(page, 'Share Link Generated')).toBeVisible();
  const result = page.getByRole('dialog', { name: 'Ready to Share' });
  const address = await result.getByRole('textbox', { name: 'Share link' }).inputValue();
  expect(address).toContain(`${system.url}/share/`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await result.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await result.getByRole('button', { name: 'Done' }).click();

  const outside = await browser.newContext({ storageState: NOBODY });
  const client = await outside.newPage();
  const asked: string[] = [];
  client.on('request', (request) => asked.push(request.url()));
  await client.goto(address);
  await expect(client.getByRole('heading', { name: 'Password Protected' })).toBeVisible();
  const field = client.getByRole('textbox', { name: 'Password' });
  await client.getByRole('button', { name: 'Access Shared Data' }).click();
  await expect(client.getByRole('alert')).toHaveText('Password is required');
  await field.fill('wrong');
  await client.getByRole('button', { name: 'Access Shared Data' }).click();
  await expect(client.getByText('Invalid password. Please try again.')).toBeVisible();
  await field.fill(password);
  await client.getByRole('button', { name: 'Access Shared Data' }).click();
  await expect(client.getByRole('heading', { name: clientDomain })).toBeVisible();
  await expect(client.getByText('1 of 2 backlinks is live.')).toBeVisible();
  await expect(client.getByRole('region', { name: 'Last 30 days' })).toHaveText('Last 30 days1 went live');
  expect(asked.join('\n')).not.toMatch(/bl(å|%C3%A5)b/i);

  const table = client.getByRole('table', { name: 'Backlinks' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('button', { name: /recheck|edit|delete/i })).toHaveCount(0);
  await expect(table.getByText('We read the whole page. The link isn’t there.')).toBeVisible();
  await expect(client.getByRole('button', { name: 'Lost Links 0' })).toBeVisible();
  await client.getByRole('button', { name: 'Not Found Yet 1' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(client).toHaveURL(/status=not-found/);
  const [file] = await Promise.all([
    client.waitForEvent('download'),
    client.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('not-found');
  await client.goBack();
  await expect(table.getByRole('row')).toHaveCount(3);
  await client.getByRole('textbox', { name: 'Search backlinks' }).fill('nothing-like-it');
  await expect(client.getByText('No links found')).toBeVisible();
  await client.getByRole('button', { name: 'Show all' }).click();
  await client.setViewportSize({ width: 360, height: 740 });
  const cards = client.getByRole('list', { name: 'Backlinks' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  for (const card of await cards.all()) expect((await card.boundingBox())?.height).toBeLessThanOrEqual(120);
  await expect(cards.last()).toHaveText(/^Not found yet.*We read the whole page/);

  await page.reload();
  const share = page.getByRole('list', { name: 'Shares' }).getByRole('listitem');
  await expect(share).toContainText('opened once');
  await share.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'Share revoked')).toBeVisible();
  await expect(page.getByText('Nothing shared yet')).toBeVisible();
  await client.reload();
  await expect(client.getByRole('heading', { name: 'This page is not available' })).toBeVisible();
  await expect(client.getByText('Failed to load shared data. Please check the link and try again.')).toBeVisible();
  await outside.close();
});

test('a share of one day keeps showing that day after the links change', async ({ page, browser, system }) => {
  const promised = system.articles.one('live');
  const { id } = await addLink(page.request, promised);
  const linkNow = async () => (await page.request.get(`/api/links/${id}`)).json();
  await expect.poll(async () => (await linkNow()).status).toBe('live');
  const { clientDomain } = await linkNow();
  const { live } = await (await page.request.get(`/api/clients/${clientDomain}`)).json();
  await open(page, `/clients/${clientDomain}`);
  await chooseToShare(page, 'Share This Data');
  const dialog = page.getByRole('dialog', { name: 'Share This Data' });
  await dialog.getByRole('combobox', { name: 'Shows' }).click();
  await page.getByRole('option', { name: 'Snapshot of a day' }).click();
  await dialog.getByLabel('Day').fill('2999-01-01');
  await dialog.getByRole('button', { name: 'Generate Link' }).click();
  await expect(dialog.getByText('Choose today or an earlier day')).toBeVisible();
  await dialog.getByLabel('Day').fill(new Date().toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Generate Link' }).click();
  const result = page.getByRole('dialog', { name: 'Ready to Share' });
  const address = await result.getByRole('textbox', { name: 'Share link' }).inputValue();

  await page.request.post(`/api/links/${id}/corrections`, { data: { claim: 'removed', note: 'It is gone.' } });
  const outside = await browser.newContext({ storageState: NOBODY });
  const client = await outside.newPage();
  await client.goto(address);
  await expect(client.getByText(/^Snapshot of /)).toBeVisible();
  await expect(client.getByRole('button', { name: `Live Links ${live}` })).toBeVisible();
  await page.reload();
  const now = async () => (await page.request.get(`/api/clients/${clientDomain}`)).json();
  await expect.poll(async () => (await now()).live).toBe(live - 1);
  await outside.close();
});

test('after too many wrong passwords the page shows how long to wait', async ({ page, browser, system }) => {
  const clientDomain = await someClient(page.request, system, 'ugc');
  const address = await addShare(page.request, clientDomain, 'right');
  const outside = await browser.newContext({ storageState: NOBODY });
  const client = await outside.newPage();
  await client.goto(address);
  const submit = client.getByRole('button', { name: 'Access Shared Data' });
  const waiting = client.getByText(/^Too many wrong attempts\. You can try again in \d+ (second|minute)s?\.$/);
  await expect(async () => {
    if (await waiting.isVisible()) return;
    await client.getByRole('textbox', { name: 'Password' }).fill('wrong', { timeout: 1_000 });
    await submit.click({ timeout: 1_000 });
    await expect(waiting).toBeVisible({ timeout: 500 });
  }).toPass();
  await outside.close();
});

test('a share page follows the theme of its visitor and loads little code', async ({ page, browser, system }) => {
  const clientDomain = await someClient(page.request, system, 'sponsored');
  const url = await addShare(page.request, clientDomain);
  const outside = await browser.newContext({ storageState: NOBODY, colorScheme: 'dark' });
  const client = await outside.newPage();
  const scripts: Promise<number>[] = [];
  const weigh = (answer: Response) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.body().then((body) => gzipSync(body).length));
  };
  client.on('response', weigh);
  await client.goto(url);
  await expect(client.getByRole('heading', { name: clientDomain })).toBeVisible();
  // The reload below also reports files from the browser's cache, which were loaded once.
  client.off('response', weigh);
  const bytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0);
  await expect(client.locator('html')).toHaveAttribute('data-theme', 'dark');
  await client.getByRole('button', { name: 'Switch to light theme' }).click();
  await client.reload();
  await expect(client.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(220_000);
  await outside.close();
});

test('the share page in all its states and the share dialog are accessible', async ({ page, browser, system }) => {
  const clientDomain = await someClient(page.request, system, 'nofollow');
  await open(page, '/settings?dialog=share#account');
  const dialog = page.getByRole('dialog', { name: 'Share This Data' });
  await dialog.getByRole('combobox', { name: 'Client' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'choosing a client');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Generate Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Ready to Share' })).toBeVisible();
  await expectAccessible(page, 'share result');

  const outside = await browser.newContext({ storageState: NOBODY, reducedMotion: 'reduce' });
  const client = await outside.newPage();
  for (const [address, shows] of [
    [await addShare(page.request, clientDomain, 'secret'), 'Password Protected'],
    [await addShare(page.request, clientDomain), clientDomain],
    [`${system.url}/share/nothing-like-it`, 'This page is not available'],
  ] as const) {
    await client.goto(address);
    await expect(client.getByRole('heading', { name: shows })).toBeVisible();
    await expectAccessible(client, shows);
  }
  await outside.close();
});
