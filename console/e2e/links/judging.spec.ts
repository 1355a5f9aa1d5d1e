import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam } from '../fixtures/teams.ts';
import { addLink, expect, follow, open, test } from '../fixtures/test.ts';

test('a looser matching judges past checks again, after a preview and without a visit', async ({ page, system }) => {
  const { articleLink, clientLink } = system.articles.one('live');
  const { id } = await addLink(page.request, { articleLink, clientLink: `${clientLink}?size=3` });
  const details = page.getByLabel('Link Details', { exact: true });
  await open(page, `/?link=${id}`);
  await expect(details.getByText('Checked: Not found yet')).toBeVisible();

  await follow(page, '/settings#checking');
  await expect(page.getByRole('radio', { name: 'Exact URL' })).toBeChecked();
  await page.getByRole('radio', { name: 'Ignore query parameters' }).click();
  await expect(page.getByRole('radio', { name: 'Ignore query parameters' })).toBeChecked();
  await page.getByRole('button', { name: 'Preview Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Re-evaluate Past Checks' });
  await expect(dialog.getByText('1 of 1 link would change:')).toBeVisible();
  await expect(dialog.getByText('Not found yet → Live').first()).toBeVisible();
  await expect(dialog.getByText(articleLink)).toBeVisible();
  await expectAccessible(page, 'preview of judging again');
  await dialog.getByRole('button', { name: 'Re-evaluate 1 Link' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Re-evaluated on .*: 1 link/)).toBeVisible();

  await follow(page, `/?link=${id}`);
  await expect(details.getByText('You re-evaluated the last check: Live')).toBeVisible();
  await expect(details.getByText('Without a visit; the query does not count.')).toBeVisible();
  await expect(details.getByText('Checked: Not found yet')).toBeVisible();
});

test('a team has a matching of its own', async ({ page }) => {
  const teamId = await addTeam(page.request, 'Outreach');
  await open(page, `/teams?manage=${teamId}&dialog=matching`);
  const dialog = page.getByRole('dialog', { name: 'URL matching' });
  await dialog.getByRole('radio', { name: 'Same path on any subdomain' }).click();
  await expect(dialog.getByRole('radio', { name: 'Same path on any subdomain' })).toBeChecked();
  await page.reload();
  await expect(dialog.getByRole('radio', { name: 'Same path on any subdomain' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Preview Changes' }).click();
  const preview = page.getByRole('dialog', { name: 'Re-evaluate Past Checks' });
  await expect(preview.getByText('No link would change.')).toBeVisible();
  await expect(preview.getByRole('button', { name: /^Re-evaluate/ })).toBeHidden();
});
