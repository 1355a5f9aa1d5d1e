import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, expect, keepToast, open, rowOf, test, toast } from '../fixtures/test.ts';

const WIDE = { width: 1440, height: 900 };

test('terms of a link are agreed, shown where the link deviates, changed beside somebody else, and undone', async ({
  page,
  system,
}) => {
  await page.setViewportSize(WIDE);
  const promised = system.articles.one('nofollow-meta');
  const { id } = await addLink(page.request, promised);
  await open(page, `/?link=${id}`);
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details.getByText('Nothing is agreed about this link yet.')).toBeVisible();

  await details.getByRole('button', { name: 'Set Terms' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terms' });
  const save = dialog.getByRole('button', { name: 'Save Terms' });
  await dialog.getByRole('combobox', { name: 'Anchor' }).click();
  await page.getByRole('option', { name: 'Exactly' }).click();
  for (const type of ['Dofollow', 'Nofollow', 'Sponsored'])
    await dialog.getByRole('checkbox', { name: type }).uncheck();
  await save.click();
  await expect(dialog.getByRole('textbox', { name: 'Anchor text' })).toHaveAccessibleDescription(
    'Enter the anchor text',
  );
  await expect(dialog.getByText('Choose at least one link type')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Anchor text' }).fill('An agreed anchor');
  await dialog.getByRole('checkbox', { name: 'Dofollow' }).check();
  await expectAccessible(page, 'terms');
  await save.click();
  await expect(toast(page, 'Terms Saved')).toBeVisible();

  const agreed = details.locator('dl').filter({ hasText: 'Until' });
  await expect(agreed).toContainText(/exactly “An agreed anchor”found “.+” since/);
  await expect(agreed).toContainText('Dofollowfound nofollow (meta robots) since');
  const changed = details.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(changed.filter({ hasText: 'You changed what was agreed' }).first()).toContainText(
    'Wrong anchor beganWrong link type began',
  );
  await expectAccessible(page, 'agreed and found');
  await page.setViewportSize(WIDE);

  await page.keyboard.press('Escape');
  await expect(rowOf(page, promised.slug)).toContainText('Wrong anchor, Wrong link type');
  await page.getByRole('button', { name: /^Deviates\s*\d/ }).click();
  await expect(page).toHaveURL(/deviation=any/);
  await rowOf(page, promised.slug).getByRole('gridcell', { name: promised.slug }).click();

  await details.getByRole('button', { name: 'Edit Terms' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Anchor text' })).toHaveValue('An agreed anchor');
  const other = await page.request.put(`/api/links/${id}/terms`, {
    data: { anchor: { rule: 'none-of', texts: ['click here'] } },
  });
  expect(other.ok()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Anchor text' }).fill('Another anchor');
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText(
    /Someone changed these terms.*Anchor: not “click here”Link type: any/,
  );
  await expect(dialog.getByRole('textbox', { name: 'Anchor text' })).toHaveValue('Another anchor');
  await save.click();
  const saved = await keepToast(page, 'Terms Saved');
  await expect(agreed).toContainText('exactly “Another anchor”');
  await saved.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Terms Restored')).toBeVisible();
  await expect(agreed).toContainText('not “click here”');

  // A template fills the fields, and the link remembers it.
  const terms = { linkTypes: ['sponsored'], visible: true };
  const made = await page.request.put('/api/terms-templates', { data: { templates: [{ name: 'Paid', terms }] } });
  expect(made.ok()).toBe(true);
  await details.getByRole('button', { name: 'Edit Terms' }).click();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Paid' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Dofollow' })).not.toBeChecked();
  await expectAccessible(page, 'terms of a template');
  await dialog.getByRole('checkbox', { name: 'Visitors see the link on the page' }).uncheck();
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toHaveText('Paid, changed since');
  await save.click();
  const changedTemplate = await keepToast(page, 'Terms Saved');
  await expect(agreed).toContainText('TemplatePaid, changed since');
  await changedTemplate.getByRole('button', { name: 'Undo' }).click();
  await expect(agreed).toContainText('not “click here”');
  await expect(agreed).not.toContainText('Template');

  // The list of links that deviate lets go of it; on a phone, a card says that it is as agreed.
  await page.setViewportSize({ width: 360, height: 780 });
  await open(page, `/?q=${promised.slug}`);
  const card = page.getByRole('list', { name: 'Links' }).getByRole('listitem').filter({ hasText: promised.slug });
  await expect(card).toContainText('As agreed');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a viewer reads what was agreed and learns why it cannot be changed', async ({ page, browser, system }) => {
  const teamId = await addTeam(page.request, 'Readers of terms');
  const person = { name: 'Vera', email: 'vera@terms.example', permission: 'view' } as const;
  const viewer = await addMember(page.request, browser, system, teamId, person);
  const { id } = await addLink(page.request, system.articles.one('nofollow'), { teamId });
  const agreed = await page.request.put(`/api/links/${id}/terms`, { data: { linkTypes: ['dofollow'] } });
  expect(agreed.ok()).toBe(true);
  const theirs = await viewer.newPage();
  await theirs.goto(`/?link=${id}`);
  await expect(theirs.getByText('found nofollow (rel attribute) since')).toBeVisible();
  const edit = theirs.getByRole('button', { name: 'Edit Terms' });
  await edit.hover();
  await expect(theirs.getByRole('tooltip')).toContainText('You can only view');
  await expect(edit).toBeDisabled();
  await viewer.close();
});
