import { findings, wear } from './axe.ts';
import { addLink, expect, rowOf, test, toast } from './journey.ts';

test('single keys add, search, help and go; Escape closes', async ({ page }) => {
  await page.goto('/');
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

  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await expect(page).toHaveURL('/trash');
});

test('single keys can be switched off', async ({ page }) => {
  await page.goto('/?dialog=keys');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByRole('switch', { name: 'Use single-key shortcuts' }).click();
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.press('Control+b');
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveAttribute('data-state', 'collapsed');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('ctrl+b folds the sidebar, and it stays folded over a reload', async ({ page }) => {
  await page.goto('/');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');
  await page.keyboard.press('Control+b');
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await page.reload();
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await expect(sidebar.getByRole('link', { name: 'Trash' })).toBeVisible();
});

test('a row is reached and opened by keyboard, and gets the focus back', async ({ page, system }) => {
  const promised = system.articles.one('nofollow');
  await addLink(page.request, promised);
  await page.goto('/');
  const cell = rowOf(page, promised.slug).getByRole('gridcell').first();
  await page.getByRole('columnheader', { name: 'Article Link' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(cell).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Link Details' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(cell).toBeFocused();
});

test('toasts stay in reach of F8 and of screen readers while a dialog is open', async ({ page, system }) => {
  const promised = system.articles.one('sponsored');
  await addLink(page.request, promised);
  await wear(page, 'light');
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
  expect(await findings(page, 'light')).toEqual([]);
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
