import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { chooseToShare } from '../fixtures/shares.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, expect, follow, keepToast, open, rowOf, test, toast } from '../fixtures/test.ts';

const clientRows = (page: Page) => page.getByRole('table', { name: 'Clients' }).locator('tbody').getByRole('row');

test('clients are reached from the dashboard, counted, sorted and searched', async ({ page, system }) => {
  await open(page, '/clients');
  await expect(page.getByRole('heading', { name: 'No clients yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Your First Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Backlink' })).toBeVisible();
  await page.keyboard.press('Escape');

  const live = system.articles.one('live');
  await addLink(page.request, live);
  await addLink(page.request, {
    ...system.articles.one('removed'),
    clientLink: new URL('/gone', live.clientLink).href,
  });
  await addLink(page.request, { articleLink: live.articleLink, clientLink: 'https://aaa.example/never' });
  const domain = new URL(live.clientLink).hostname.replace(/^www\./, '');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: /^Unique Clients/ }).click();
  await expect(page).toHaveURL('/clients');
  const rows = clientRows(page);
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('aaa.example');
  const row = rows.filter({ hasText: domain });
  await expect(row.getByRole('cell').nth(1)).toHaveText('2');
  await expect(row).toContainText('50% live');
  await expect(row).toContainText('1 active');
  await expect(row.locator('time')).toBeVisible();
  const links = page.getByRole('columnheader', { name: 'Links' });
  await links.getByRole('button').click();
  await expect(page).toHaveURL(/order=most-links/);
  await expect(links).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.first()).toContainText(domain);
  await page.getByRole('textbox', { name: 'Search' }).fill('AAA.ex');
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody');
  await expect(page.getByText('No client matches')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole('list', { name: 'Clients' }).getByRole('listitem');
  await expect(cards.first()).toContainText('2 links');
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Name (A-Z)' }).click();
  await expect(cards.first()).toContainText('aaa.example');
  await page.setViewportSize({ width: 1280, height: 800 });

  // The whole row is the link.
  await row.click();
  await expect(page).toHaveURL(`/clients/${domain}`);
  await expect(page.getByRole('heading', { name: domain, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Statistics' })).toHaveText(/Total2.*Live1.*Pending0.*Lost1/);
  await expect(rowOf(page, live.slug)).toContainText('Live');
  await expect(rowOf(page, 'aaa.example')).toBeHidden();
  await page.getByRole('button', { name: /^Lost \d/ }).click();
  await expect(rowOf(page, live.slug)).toBeHidden();
  await page.getByRole('button', { name: /^Lost \d/ }).click();

  await chooseToShare(page, 'Share This Data');
  const dialog = page.getByRole('dialog', { name: 'Share This Data' });
  await expect(dialog.getByText(domain)).toBeVisible();
  await dialog.getByRole('button', { name: 'Generate Link' }).click();
  await expect(toast(page, 'Share Link Generated')).toBeVisible();
  await page.getByRole('dialog', { name: 'Ready to Share' }).getByRole('button', { name: 'Done' }).click();

  const exporting = page.getByRole('dialog', { name: 'Export Links' });
  await chooseToShare(page, 'Export');
  await expect(exporting).toContainText('2 links');
  await page.keyboard.press('Escape');
  await expect(exporting).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('export');
  await page.getByRole('option', { name: 'Export Links' }).click();
  await expect(exporting).toContainText('2 links');
  await page.keyboard.press('Escape');
  await expect(exporting).toBeHidden();
  await chooseToShare(page, 'Compare Two Days');
  await expect(page).toHaveURL(new RegExp(`^[^?]+/compare\\?.*client=${domain}`));

  // Where the last link goes, so does the client.
  await follow(page, '/clients/aaa.example');
  await rowOf(page, 'aaa.example').getByRole('button', { name: 'Delete' }).click();
  const deleted = await keepToast(page, 'Link Deleted');
  await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible();
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'aaa.example' })).toBeVisible();
});

test('a team’s client is reached from the team, and a viewer reads why they cannot share or check it', async ({
  page,
  browser,
  system,
}) => {
  const team = await addTeam(page.request, 'Client desk');
  const promised = system.articles.one('sponsored');
  await addLink(page.request, promised, { teamId: team, allowDuplicate: true });
  const viewer = await addMember(page.request, browser, system, team, {
    name: 'Vera',
    email: 'vera@clients.example',
    permission: 'view',
  });
  const theirs = await viewer.newPage();
  await theirs.goto(`/teams/${team}?clients=${team}`);
  await theirs.getByRole('list', { name: 'Unique Clients' }).getByRole('link').first().click();
  await expect(theirs).toHaveURL(/\/clients\/[^/]+$/);
  await expect(theirs.getByRole('list', { name: 'Where its links are' })).toHaveText('Client desk: 1 link');
  await theirs.getByRole('button', { name: 'Share', exact: true }).click();
  const share = theirs.getByRole('menuitem', { name: 'Share This Data' });
  await expect(share).toHaveAttribute('aria-disabled', 'true');
  await expect(share).toContainText('someone with edit access can share them');
  await expectAccessible(theirs, 'the share menu of a client');
  await theirs.keyboard.press('Escape');
  await expect(share).toBeHidden();
  const check = theirs.getByRole('button', { name: 'Run Status Check' });
  const cannotCheck = async () => {
    await expect(check).toHaveAttribute('aria-disabled', 'true');
    await check.focus();
    await expect(check).toHaveAccessibleDescription(/You can only view/);
  };
  await cannotCheck();
  await follow(theirs, '/');
  await cannotCheck();
  await theirs.goBack();
  await addLink(page.request, { ...promised, articleLink: 'http://127.0.0.1:9/' }, { teamId: team });
  await expect(theirs.getByRole('list', { name: 'Where its links are' })).toHaveText('Client desk: 2 links');
  await viewer.close();
});

test('a thousand clients have pages', async ({ page }) => {
  const add = (number: number) =>
    page.request.post('/api/campaign-links', {
      data: {
        campaignId: campaign,
        promotionType: 'link_insertion',
        articleLink: `https://blog.example/${number}`,
        clientLink: `https://client-${String(number).padStart(4, '0')}.example/`,
        timelineDate: '2099-01-01',
      },
    });
  const team = await addTeam(page.request, 'Large desk');
  const made = await page.request.post('/api/campaigns', { data: { name: 'Large', teamId: team } });
  const campaign = (await made.json()).id;
  for (let first = 0; first < 1_000; first += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => add(first + index)));
  }
  await open(page, '/clients?q=client-');
  const rows = clientRows(page);
  await expect(rows).toHaveCount(24);
  await expect(page.getByText('1–24 of 1,000')).toBeVisible();
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.first()).toContainText('client-0024.example');
  await page.goBack();
  await expect(rows.first()).toContainText('client-0000.example');
  await follow(page, '/clients?q=client-&page=900');
  await expect(page).toHaveURL(/page=42/);
  await expect(rows).toHaveCount(16);
});

test('clients that cannot be loaded show an error and can be loaded again', async ({ page }) => {
  let broken = true;
  await page.route(/\/api\/clients/, (route) =>
    broken ? route.fulfill({ status: 503, json: { code: 'busy', message: 'Try later.' } }) : route.fallback(),
  );
  await page.goto('/trash');
  for (const [at, title] of [
    ['/clients', 'Clients could not be loaded'],
    ['/clients/somebody.example', 'The client could not be loaded'],
  ] as const) {
    broken = true;
    await follow(page, at);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('Try later.')).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: title })).toBeHidden();
  }
});

test('a client gets a name, several domains and contacts, and a share of it a name and an end', async ({
  page,
  system,
}) => {
  const { articleLink } = system.articles.one('live');
  for (const site of ['named.example', 'named.net'])
    await addLink(page.request, { articleLink, clientLink: `https://www.${site}/` });
  await open(page, '/clients/named.example');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Named & Sons');
  await page.getByRole('textbox', { name: 'Domains' }).fill('named.example\nnamed.net/path');
  await page.getByRole('textbox', { name: /^Contacts/ }).fill('Zoe Park <zoe@named.example>');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('“named.net/path” is not a domain.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Domains' }).fill('named.example\nnamed.net');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Client Updated')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Named & Sons', level: 1 })).toBeVisible();
  await expectAccessible(page, 'settings of a client');
  await page.getByRole('tab', { name: 'Links' }).click();
  await expect(page.getByRole('region', { name: 'Statistics' })).toHaveText(/Total2/);

  await chooseToShare(page, 'Share This Data');
  const dialog = page.getByRole('dialog', { name: 'Share This Data' });
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('For the board');
  await dialog.getByRole('button', { name: 'Generate Link' }).click();
  await page.getByRole('dialog', { name: 'Ready to Share' }).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('tab', { name: 'Shares' }).click();
  const shares = page.getByRole('list', { name: 'Shares' }).getByRole('listitem');
  await expect(shares).toHaveText(/For the board.*Named & Sons.*no end/);
  await page.getByRole('button', { name: 'Edit For the board' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('For Zoe');
  const edit = page.getByRole('dialog', { name: 'Edit Share' });
  await edit.getByRole('checkbox', { name: 'Protect with a password' }).check();
  await edit.getByRole('textbox', { name: 'Password' }).fill('first flush');
  await edit.getByRole('textbox', { name: 'Recipients' }).fill('zoe@named.example');
  await edit.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'On a day…' }).click();
  await edit.getByLabel('Last day').fill('2099-12-31');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  const ready = page.getByRole('dialog', { name: 'Ready to Share' });
  await expect(ready.getByText('Sent to zoe@named.example.')).toBeVisible();
  await ready.getByRole('button', { name: 'Done' }).click();
  await expect(shares).toHaveText(/sent to zoe@named.example/);
  await expect(shares).toHaveText(/For Zoe.*expires/);
  await expectAccessible(page, 'shares of a client');

  await follow(page, '/?clientDomain=named.net');
  await expect(page.getByRole('button', { name: 'Remove filter Named & Sons' })).toBeVisible();

  await follow(page, '/clients/named.net#settings');
  await page.getByRole('button', { name: 'Delete Details' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Details' }).click();
  await expect(toast(page, 'Details Deleted')).toBeVisible();
  await follow(page, '/clients/named.net');
  await expect(page.getByRole('heading', { name: 'named.net', level: 1 })).toBeVisible();
});

test('the client pages are accessible', async ({ page, system }) => {
  const { articleLink } = system.articles.one('live');
  const long = `${'a-very-long-name-for-a-shop-'.repeat(2)}.${'and-its-department'.repeat(3)}.example`;
  await addLink(page.request, { articleLink, clientLink: `https://www.${long}/` }, { allowDuplicate: true });
  const [{ clientDomain }] = await (await page.request.get('/api/clients')).json();
  await open(page, '/clients');
  for (const [at, shows] of [
    ['/clients', page.getByRole('table', { name: 'Clients' })],
    ['/clients?q=nobody-like-it', page.getByText('No client matches')],
    [`/clients/${clientDomain}`, page.getByRole('button', { name: 'Share', exact: true })],
    [`/clients/${clientDomain}?dialog=share`, page.getByRole('dialog', { name: 'Share This Data' })],
    ['/clients/nobody.example', page.getByRole('heading', { name: 'Client not found' })],
  ] as const) {
    await follow(page, at);
    await expect(shows).toBeVisible();
    await expectAccessible(page, at);
  }
});
