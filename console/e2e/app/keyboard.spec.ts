import { expectAccessible } from '../fixtures/accessibility.ts';
import { addLink, expect, goByKeys, open, rowOf, test, toast } from '../fixtures/test.ts';

test('single keys open the add dialog, the search and the help, and Escape closes them', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Add Backlink' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Add a link');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('/');
  const search = page.getByRole('textbox', { name: 'Search' });
  await expect(search).toBeFocused();
  await page.keyboard.type('n?/');
  await expect(search).toHaveValue('n?/');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(search).not.toBeFocused();
});

test('a dialog that is closed twice at once keeps the page below it', async ({ page }) => {
  await open(page, '/trash');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (let turn = 0; turn < 2; turn += 1) {
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(keys).toBeVisible();
    await keys.evaluate((dialog) => {
      for (let press = 0; press < 2; press += 1)
        dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await expect(keys).toBeHidden();
    await expect(page).toHaveURL('/');
  }
});

test('g and a letter lead to every page, and the help lists these shortcuts', async ({ page }) => {
  await page.goto('/?dialog=keys');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const places = [
    ['e', '/expiring-soon', 'Expiring Soon'],
    ['c', '/clients', 'Clients'],
    ['m', '/campaigns', 'Campaigns'],
    ['t', '/teams', 'Teams'],
    ['a', '/alerts', 'Alerts'],
    ['l', '/ledger', 'Ledger'],
    ['x', '/trash', 'Trash'],
    ['s', '/settings', 'Settings'],
    ['d', '/', 'Dashboard'],
  ] as const;
  for (const [letter, , name] of places) {
    const line = help.locator('div').filter({ has: page.getByText(`Go to ${name}`, { exact: true }) });
    await expect(line.last().locator('kbd')).toHaveText(['g', letter]);
  }
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  // Nothing opened the help here, so the screen itself is where to go on.
  await expect(page.getByRole('main')).toBeFocused();
  for (const [letter, at, name] of places) {
    await goByKeys(page, letter, at);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('Escape closes every dialog of the dashboard and returns the focus to its button', async ({ page, system }) => {
  const promised = system.articles.one('ugc');
  await addLink(page.request, promised);
  await open(page, '/');
  const row = rowOf(page, promised.slug);
  await expect(row).toBeVisible();
  const openers = [
    page.getByRole('button', { name: 'Filter', exact: true }),
    page.getByRole('banner').getByRole('button', { name: 'Sort' }),
    page.getByRole('button', { name: 'Create Campaign' }),
    page.getByRole('button', { name: 'Add Link' }),
    page.getByRole('button', { name: 'Import' }),
    page.getByRole('button', { name: 'Export' }),
    page.getByRole('button', { name: 'Search everything' }),
    row.getByRole('button', { name: 'Edit' }),
  ];
  for (const opener of openers) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  }
  const profile = page.getByRole('button', { name: 'Profile menu' });
  await profile.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(profile).toBeFocused();
});

test('arrow keys move through the history of a link and open the evidence of each check', async ({ page, system }) => {
  const promised = system.articles.one('image');
  const { id } = await addLink(page.request, promised);
  await page.request.patch(`/api/links/${id}`, { data: { remarks: 'Changed.' } });
  await open(page, `/?link=${id}`);
  const history = page.getByRole('list', { name: 'History' });
  const entries = history.locator(':scope > li');
  await expect(entries).not.toHaveCount(0);
  await history.focus();
  await page.keyboard.press('ArrowDown');
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(entries.last()).toBeFocused();
  await expect(entries.last()).toContainText('added this link');
  await page.keyboard.press('ArrowUp');
  await expect(entries.nth(-2)).toBeFocused();
  const check = entries.filter({ hasText: 'Checked: Live' }).first();
  const evidence = check.getByRole('button', { name: 'Evidence' });
  await check.focus();
  await page.keyboard.press('ArrowRight');
  await expect(evidence).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(evidence).toHaveAttribute('aria-expanded', 'false');
  await expect(check).toBeFocused();
});

test('single-key shortcuts can be switched off, and ctrl+b still collapses the sidebar, also after a reload', async ({
  page,
}) => {
  await open(page, '/?dialog=keys');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByRole('switch', { name: 'Use single-key shortcuts' }).click();
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toBeHidden();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+b');
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await expect(sidebar.getByRole('link', { name: 'Trash' })).toBeVisible();
});

test('a row is reached, opened and selected by keyboard, its buttons name its link, and Ctrl opens its article', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('nofollow');
  await addLink(page.request, promised);
  await open(page, '/');
  const row = rowOf(page, promised.slug);
  const cell = row.getByRole('gridcell').filter({ hasText: promised.slug }).first();
  await expect(cell).toBeVisible();
  await page.getByRole('columnheader', { name: 'Article Link' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(cell).toBeFocused();
  await page.keyboard.press('Enter');
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details).toBeVisible();
  const { host } = new URL(promised.articleLink);
  await expect(page).toHaveTitle(`${host} · Linkledger`);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page).toHaveTitle('Dashboard · Linkledger');
  await expect(cell).toBeFocused();

  for (const name of ['Recheck', 'Edit', 'Delete'])
    await expect(row.getByRole('button', { name: `${name} ${host}`, exact: true })).toBeVisible();
  await row.getByRole('gridcell').nth(3).focus();
  await page.keyboard.press('Space');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Space');
  await expect(row).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByRole('columnheader', { name: 'Status', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  // The browser itself opens the address; the driver does not learn what such a tab shows.
  const address = cell.getByRole('link').first();
  await expect(address).toHaveAttribute('href', promised.articleLink);
  const tab = page.context().waitForEvent('page');
  await address.click({ modifiers: ['Control'] });
  await (await tab).close();
  const opened = page.context().waitForEvent('page');
  await cell.press('Control+Enter');
  const article = await opened;
  await article.waitForURL(promised.articleLink);
  await article.close();
  await expect(page).toHaveURL('/');
  await cell.press(' ');
  await expect(page.getByRole('checkbox', { name: /^Select link/, checked: true })).toHaveCount(1);
});

test('toasts can be reached with F8 while a dialog is open', async ({ page, system }) => {
  const promised = system.articles.one('sponsored');
  await addLink(page.request, promised);
  await page.goto('/');
  const row = rowOf(page, promised.slug);
  await row.getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Link Deleted').hover();
  await expect(row).toBeHidden();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Backlink' });
  await expect(dialog.getByRole('textbox', { name: 'Article Link' })).toBeFocused();

  await page.keyboard.press('F8');
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  await expect(toasts.getByRole('list')).toBeFocused();
  await expectAccessible(page, 'toasts over a dialog');
  await expect(toasts.getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast(page, 'Link Deleted')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toasts.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Link Restored')).toBeVisible();

  // And from the toasts back into the dialog, never to what lies behind it.
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Article Link' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();
});

test('Tab reaches a row of buttons as one, and arrow keys move within it', async ({ page, system }) => {
  await addLink(page.request, system.articles.one('live'));
  await open(page, '/');
  const figures = page.getByRole('toolbar', { name: 'Statistics' });
  const live = figures.getByRole('button', { name: /^Live/ });
  await live.focus();
  await page.keyboard.press('ArrowRight');
  const pending = figures.getByRole('button', { name: /^Pending/ });
  await expect(pending).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(figures.getByRole('link').last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(live).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(figures.locator(':focus')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(live).toBeFocused();
});
