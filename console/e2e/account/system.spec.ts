/** The page System: for administrators, who find it in their menu. */
import { expect, test } from '../fixtures/test.ts';

test.use({ sharesTab: false });

test('an administrator finds the page in the menu, and it says how the installation is, and is read again while it is open', async ({
  page,
  system,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'System' }).click();
  await expect(page).toHaveURL('/system');
  await expect(page.getByText('All lists are up to date.')).toBeVisible();
  await expect(page.getByText('No emails are waiting.')).toBeVisible();
  await page.getByText(/^All \d+ lists$/).click();
  await expect(page.getByText('links: up to date', { exact: true })).toBeVisible();
  const processes = page.getByRole('region', { name: 'Processes' }).getByRole('listitem');
  await expect(processes).toHaveCount(system.processes);
  await page.waitForResponse((response) => response.url().endsWith('/api/system') && response.ok());
});

test('other people read how administrators are named, and have no such entry', async ({ browser, system }) => {
  const context = await browser.newContext({ storageState: await system.person('nosy@journeys.example') });
  const page = await context.newPage();
  await page.goto(`${system.url}/system`);
  await expect(page.getByText('This page is for administrators of the installation')).toBeVisible();
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'System' })).toBeHidden();
  await context.close();
});

test('the page speaks German', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'de'));
  await page.goto('/system');
  await expect(page.getByText('Alle Listen sind auf dem neuesten Stand.')).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Prozesse' })
      .getByText(/^Rollen: Befehle/)
      .first(),
  ).toBeVisible();
});
