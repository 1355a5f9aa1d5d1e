import { expectAccessible } from '../fixtures/accessibility.ts';
import { addLink, expect, open, test, toast } from '../fixtures/test.ts';

test('a wrong verdict is corrected with a reason, shown in list and history, and undone', async ({ page, system }) => {
  const promised = system.articles.one('live');
  const { id } = await addLink(page.request, promised);
  await open(page, `/?link=${id}`);
  const details = page.getByLabel('Link Details', { exact: true });
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Correct Status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct status' });
  await expect(dialog.getByText('The list shows this link as Live.')).toBeVisible();
  await expect(dialog.getByLabel('Since')).toHaveAccessibleDescription(/^Counted as “Live” since /);

  // Without a reason nothing is sent.
  await dialog.getByRole('button', { name: 'Save Correction' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It points to a namesake in Oslo.');
  await dialog.getByLabel('Since').fill('2001-01-01');
  await dialog.getByRole('combobox', { name: 'What’s right?' }).click();
  await page.getByRole('option', { name: 'The link on the page is not ours' }).click();
  await dialog.getByRole('button', { name: 'Save Correction' }).click();
  await expect(dialog.getByText(/Since must not be before/)).toBeVisible();
  await dialog.getByLabel('Since').fill(new Date().toISOString().slice(0, 10));
  await expectAccessible(page, 'correct the verdict');
  await dialog.getByRole('button', { name: 'Save Correction' }).click();
  await expect(toast(page, 'Status Corrected')).toBeVisible();

  await expect(
    details.getByText('Corrected by a person: the link on the page belongs to somebody else.'),
  ).toBeVisible();
  await expect(details.getByText('“It points to a namesake in Oslo.”')).toBeVisible();
  await expect(details.getByText('You corrected the status')).toBeVisible();

  await details.getByRole('button', { name: 'Undo Correction' }).click();
  await expect(toast(page, 'Correction Undone')).toBeVisible();
  await expect(details.getByText('You undid the correction')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Undo Correction' })).toBeHidden();
});
