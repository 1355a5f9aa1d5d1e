import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam } from '../fixtures/teams.ts';
import { expect, follow, open, test, toast } from '../fixtures/test.ts';

test('a token is created for a team, shown once, used by a program, listed and revoked', async ({
  page,
  playwright,
  system,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await addTeam(page.request, 'Blue Whale');
  await open(page, '/settings#account');
  const section = page.getByRole('region', { name: 'API tokens' });
  await expect(section).toContainText('No API tokens');
  await section.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API token' });
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
  await dialog.getByRole('combobox', { name: 'Scope' }).click();
  await page.getByRole('option', { name: 'Blue Whale' }).click();
  await dialog.getByRole('button', { name: 'Create Token' }).click();

  const shown = page.getByRole('dialog', { name: 'Token created' });
  await expect(shown.getByRole('textbox', { name: 'Token' })).toHaveValue(/^ll_[\w-]{43}$/);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'Copied')).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  await expect(section.getByRole('button', { name: 'Create Token' })).toBeFocused();

  const line = section.getByRole('listitem');
  await expect(line).toContainText('Nightly report');
  await expect(line).toContainText('Read only · Blue Whale · never used');
  expect(await page.content()).not.toContain(token);

  const program = await playwright.request.newContext({
    baseURL: system.url,
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
  const teams = await (await program.get('/api/teams/my')).json();
  expect(teams.map((team: { name: string }) => team.name)).toEqual(['Blue Whale']);
  expect((await program.post('/api/teams', { data: { name: 'x' } })).status()).toBe(403);
  await page.reload();
  await expect(line).toContainText('last used');

  await follow(page, '/settings?dialog=token#account');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expectAccessible(page, 'create token');
  await page.keyboard.press('Escape');
  await section.getByRole('button', { name: 'Revoke Nightly report' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Revoke “Nightly report”?' });
  await expect(confirm).toContainText('This cannot be undone.');
  await confirm.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(toast(page, 'Token revoked')).toBeVisible();
  await expect(section).toContainText('No API tokens');
  expect((await program.get('/api/teams/my')).status()).toBe(401);
  await program.dispose();
});
