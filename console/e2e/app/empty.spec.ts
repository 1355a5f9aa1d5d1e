import { expectAccessible } from '../fixtures/accessibility.ts';
import { addLink, bodyRows, expect, open, test } from '../fixtures/test.ts';

test('an empty dashboard explains the first steps: a newcomer ticks them off, tries sample data and removes it with one click', async ({
  page,
}) => {
  await open(page, '/');
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Your First Link' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Backlink' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveText([
    /Add your links/,
    /Invite a teammate/,
    /Share a client’s page/,
  ]);
  await page.getByRole('main').getByRole('button', { name: 'Paste a list' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Many Links' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Try It with Sample Data' }).click();
  const note = page.getByRole('note');
  await expect(note).toContainText('invented agency');
  await expect(bodyRows(page)).toHaveCount(10);
  await expect(page.getByRole('group', { name: /Over time/ }).or(page.getByText(/of 40 links are live/))).toBeVisible();
  await expect(steps).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add Link' })).toBeHidden();
  await expectAccessible(page, 'Dashboard with sample data');
  await note.getByRole('link', { name: 'One loss with its evidence' }).click();
  await expect(page.getByText('Before and after')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await note.getByRole('link', { name: 'What was lost in 30 days' }).click();
  await expect(page.getByRole('heading', { name: 'Compare' })).toBeVisible();
  await expect(page.getByText('Lost', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await note.getByRole('link', { name: 'The same list a month ago' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'end of day UTC' })).toBeVisible();
  await note.getByRole('button', { name: 'Remove Sample Data' }).click();
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible();
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: 'Try It with Sample Data' }).click();
  const otherTab = await page.context().newPage();
  await open(otherTab, '/');
  await expect(otherTab.getByRole('note')).toBeVisible();
  await note.getByRole('button', { name: 'Start with Your Own Links' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Backlink' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  // As when somebody comes back to the tab.
  await otherTab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(otherTab.getByRole('heading', { name: 'No links yet' })).toBeVisible();
  await otherTab.close();

  await addLink(page.request, { articleLink: 'http://127.0.0.1/first', clientLink: 'http://127.0.0.1/' });
  await page.reload();
  await expect(steps.getByRole('img', { name: 'done' })).toHaveCount(1);
  await steps.getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(bodyRows(page)).toHaveCount(1);
  await expect(steps).toBeHidden();
});

test('an empty trash explains its purpose', async ({ page }) => {
  await open(page, '/trash');
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
});

test('an unknown path shows Page Not Found and a link home', async ({ page }) => {
  await open(page, '/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText(/router/)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('a name saved in the settings appears in the profile menu', async ({ page }) => {
  await open(page, '/settings');
  await page.getByRole('textbox', { name: 'First Name' }).fill('Emma');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Ty');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Emma');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(page.getByRole('menu').getByText('Emma Ty')).toBeVisible();
});
