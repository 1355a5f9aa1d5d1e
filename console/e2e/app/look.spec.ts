import type { Page } from '@playwright/test';
import { addLink, expect, follow, test } from '../fixtures/test.ts';

test.use({ sharesTab: false });

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the theme is light by default, and a dark theme survives a reload', async ({ page }) => {
  await page.goto('/');
  const toDark = page.getByRole('button', { name: 'Switch to dark theme' });
  await expect(toDark).toBeVisible();
  const light = await groundOf(page);
  await toDark.click();
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  await expect.poll(() => groundOf(page)).not.toBe(light);
  const dark = await groundOf(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  await expect.poll(() => groundOf(page)).toBe(dark);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});

test.describe('on a screen of 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('links are cards, the sidebar is a sheet, and nothing is wider than the screen', async ({ page, system }) => {
    const promised = system.articles.one('sponsored');
    await addLink(page.request, promised);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await page.goto('/');
    const card = page.getByRole('list', { name: 'Links' }).getByRole('listitem').filter({ hasText: promised.slug });
    await expect(card).toContainText('Live');
    expect(await fits()).toBe(true);

    await card.getByRole('button', { name: promised.slug }).tap();
    await expect(page.getByLabel('Link Details', { exact: true })).toBeVisible();
    expect(await fits()).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('button', { name: 'Toggle Sidebar' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Sidebar' });
    await sheet.getByRole('link', { name: 'Settings' }).tap();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    expect(await fits()).toBe(true);

    await follow(page, '/');
    await page.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Filter' }).tap();
    await expect(page.getByRole('dialog', { name: 'Filter Links' })).toBeVisible();
    expect(await fits()).toBe(true);
  });
});
