import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam } from '../fixtures/teams.ts';
import { addLink, expect, rowOf, test, toast } from '../fixtures/test.ts';

test.use({ sharesTab: false });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search everything' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

/** Opens it by its keys, once the console is there to hear them. */
async function summon(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

/** The option that is marked in the list. The field names the same one to screen readers. */
async function expectMarked(page: Page, text: string): Promise<void> {
  const marked = palette(page).locator('[role="option"][aria-selected="true"]');
  await expect(marked).toContainText(text);
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await marked.getAttribute('id')) ?? '');
}

test('ctrl+k opens an accessible palette, leads to a page, runs an action, and returns the focus', async ({ page }) => {
  await page.goto('/');
  const from = page.getByRole('button', { name: 'Export' });
  await from.focus();
  await summon(page);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, 'palette');
  await expectMarked(page, 'Add Link');
  await page.keyboard.press('ArrowUp');
  await expectMarked(page, 'Account');
  await page.keyboard.press('ArrowDown');
  await expectMarked(page, 'Add Link');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(from).toBeFocused();
  await expect(page).toHaveURL('/');

  await page.keyboard.press('Control+k');
  await field(page).fill('camp');
  await expectMarked(page, 'Campaigns');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/campaigns');
  await expect(page.getByRole('main')).toBeFocused();

  // What acts on the page comes first, then items opened before; back skips the palette.
  await page.keyboard.press('Control+k');
  await expectMarked(page, 'Create Campaign');
  await page.keyboard.press('ArrowDown');
  await expectMarked(page, 'Campaigns');
  await field(page).fill('new link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Backlink' })).toBeVisible();
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/campaigns');
  await page.goBack();
  await expect(page).toHaveURL('/');

  await page.keyboard.press('Control+k');
  await field(page).fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Control+k');
  await field(page).fill('run status');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'No Links to Check')).toBeVisible();
});

test('links, clients, campaigns and teams are found by their text', async ({ page, system }) => {
  const promised = system.articles.one('live');
  const { id } = await addLink(page.request, promised);
  const teamId = await addTeam(page.request, 'Lantern Guild');
  const made = await page.request.post('/api/campaigns', { data: { name: 'Lantern autumn', teamId } });
  const clientDomain = new URL(promised.clientLink).hostname.replace(/^www\./, '');
  await page.goto('/trash');
  await page.getByRole('button', { name: 'Search everything' }).click();
  await field(page).fill('lantern');
  await expect(option(page, /Lantern Guild/)).toBeVisible();
  await expect(option(page, /Lantern autumn/)).toBeVisible();
  await option(page, /Lantern autumn/).click();
  await expect(page).toHaveURL(`/campaigns/${(await made.json()).id}`);

  await page.keyboard.press('Control+k');
  await field(page).fill(clientDomain.slice(0, 6));
  const clients = palette(page).getByRole('group', { name: 'Clients' });
  await expect(clients.getByRole('option').first()).toBeVisible();
  await field(page).fill(promised.slug);
  // The results of the search before are replaced, not those of this one.
  await expect(palette(page).getByRole('status')).toHaveText(/result/);
  await option(page, new RegExp(promised.slug)).first().click();
  await expect(page.getByLabel('Link Details', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`link=${id}`));
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Link Details', { exact: true })).toBeHidden();

  await page.keyboard.press('Control+k');
  await field(page).fill('nothing-like-it');
  await expect(palette(page).getByRole('status')).toHaveText('1 result');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=nothing-like-it');
});

test('filters with their counts, views and reports are found by their words, and act on the list of the page', async ({
  page,
  system,
}) => {
  const teamId = await addTeam(page.request, 'Filtered desk');
  const nofollow = system.articles.one('nofollow');
  await addLink(page.request, nofollow, { teamId });
  await addLink(page.request, system.articles.one('live'), { teamId });
  // Nothing of another list is counted.
  await addLink(page.request, system.articles.one('nofollow-meta'));
  await page.goto(`/teams/${teamId}`);
  await summon(page);
  await field(page).fill('nofollow');
  await expect(option(page, /^Nofollow links\s*1$/)).toBeVisible();
  await option(page, /^Nofollow links/).click();
  await expect(page).toHaveURL(`/teams/${teamId}?linkType=nofollow`);
  await expect(rowOf(page, nofollow.slug)).toBeVisible();
  await page.keyboard.press('Control+k');
  await field(page).fill('unreadable');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=pending/);

  await page.keyboard.press('Control+k');
  await field(page).fill('report');
  for (const name of [/^Compare/, /^Evidence Pack/, /^Share a Client/, /^Export Links/])
    await expect(option(page, name)).toBeVisible();
  await field(page).fill('evidence');
  await option(page, /^Evidence Pack/).click();
  await expect(page).toHaveURL('/clients');
  await page.goto(`/clients/${new URL(nofollow.clientLink).hostname.replace(/^www\./, '')}`);
  await summon(page);
  await field(page).fill('evidence');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Evidence Pack' })).toBeVisible();
});

test('without the server’s search, the palette shows an error and still leads to every page', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await summon(page);
  await context.setOffline(true);
  await field(page).fill('trash');
  await expect(palette(page).getByRole('alert')).toContainText('The server did not answer.');
  await context.setOffline(false);
  await expect(palette(page).getByRole('alert')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/trash');
});

test.describe('on a screen of 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('it opens from the menu, fits, and closes by its button and by back', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'More actions' });
    const openIt = async () => {
      await menu.tap();
      await page.getByRole('menuitem', { name: 'Search everything' }).tap();
      await expect(field(page)).toBeFocused();
    };
    await openIt();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await palette(page).getByRole('button', { name: 'Close' }).tap();
    await expect(palette(page)).toBeHidden();
    await expect(menu).toBeFocused();
    await openIt();
    await page.goBack();
    await expect(palette(page)).toBeHidden();
    await openIt();
    await option(page, /^Teams/).tap();
    await expect(page).toHaveURL('/teams');
  });
});
