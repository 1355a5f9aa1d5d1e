import { expect, test } from './fixtures/test.ts';

test('an empty dashboard explains the first step', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Your First Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Backlink' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('an empty trash explains its purpose', async ({ page }) => {
  await page.goto('/trash');
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
});

test('an unknown path shows Page Not Found and a link home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText(/router/)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('a name saved in the settings appears in the profile menu', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('textbox', { name: 'First Name' }).fill('Emma');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Ty');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Emma');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(page.getByRole('menu').getByText('Emma Ty')).toBeVisible();
});
