import { readFile } from 'node:fs/promises';
import { expectAccessible } from './fixtures/accessibility.ts';
import { addLink, expect, open, test, toast } from './fixtures/test.ts';

const NOBODY = { cookies: [], origins: [] };

test('a report is defined, edited, drafted, read, annotated, released to a visitor, taken down and deleted', async ({
  page,
  browser,
  system,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await addLink(page.request, system.articles.one('live'));
  const [{ clientDomain }] = await (await page.request.get('/api/clients')).json();

  await open(page, '/reports');
  await expect(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Report' });
  await dialog.getByRole('button', { name: 'Create Report' }).click();
  await expect(dialog.getByText('Choose what the report is about')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Client' }).fill(clientDomain.slice(0, 5));
  await page.getByRole('option', { name: clientDomain }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(clientDomain);
  await dialog.getByRole('checkbox', { name: 'All links' }).check();
  await dialog.getByRole('textbox', { name: 'Recipients' }).fill('boss@client.example, nonsense');
  await dialog.getByRole('button', { name: 'Create Report' }).click();
  await expect(dialog.getByText('“nonsense” isn’t an email address')).toBeVisible();
  await expectAccessible(page, 'new report');
  await dialog.getByRole('textbox', { name: 'Recipients' }).fill('boss@client.example');
  await dialog.getByRole('button', { name: 'Create Report' }).click();
  await expect(toast(page, 'Report saved')).toBeVisible();

  const report = page.getByRole('region', { name: clientDomain });
  await report.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Report' });
  await edit.getByRole('textbox', { name: 'Recipients' }).fill('boss@client.example, finance@client.example');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(report.getByText('for 2 recipients')).toBeVisible();
  await report.getByRole('button', { name: 'Draft Issue' }).click();
  const days = page.getByRole('dialog', { name: 'Draft Issue' });
  await days.getByRole('button', { name: 'Draft Issue' }).click();
  await expect(report.getByText('Draft · waits for you')).toBeVisible();
  const issue = report.getByRole('list', { name: 'Issues' }).locator('> li');
  const preview = issue.locator('iframe').contentFrame();
  await expect(preview.getByText('Draft: not issued yet')).toBeVisible();
  await expect(preview.getByRole('link', { name: 'Went live 0' })).toBeVisible();
  await expect(preview.getByRole('heading', { name: /^All Links on/ })).toBeVisible();
  await expectAccessible(page, 'reports');

  await issue.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Note to the Client' }).click();
  const note = page.getByRole('dialog', { name: 'Note to the Client' });
  await note.getByRole('textbox', { name: 'Note' }).fill('A quiet month.');
  await note.getByRole('button', { name: 'Save Note' }).click();
  await expect(preview.getByText('A quiet month.')).toBeVisible();

  await issue.getByRole('button', { name: 'Release…' }).click();
  const release = page.getByRole('dialog', { name: /^Release / });
  await expect(release.getByRole('checkbox', { name: 'Mail it to its 2 recipients' })).toBeChecked();
  await release.getByRole('checkbox', { name: 'Protect with a password' }).check();
  await release.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(release.getByText('Password is required')).toBeVisible();
  await release.getByRole('checkbox', { name: 'Protect with a password' }).uncheck();
  await release.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(issue.getByText('Issued · not opened yet')).toBeVisible();
  await issue.getByRole('button', { name: /^More actions/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain('Table,Day,Article');
  const mails = issue.getByRole('list', { name: /^Mails: / });
  await issue.getByRole('button', { name: /^Mails: / }).click();
  await expect(mails.getByText('boss@client.example')).toBeVisible();
  await expect(mails.getByText(/^Sent /)).toHaveCount(2);
  await expectAccessible(page, 'mails of an issue');
  await issue.getByRole('button', { name: /^Mails: / }).click();
  await expect(mails).toHaveCount(0);

  const address = await issue.getByRole('link', { name: 'Open Page' }).getAttribute('href');
  const outside = await browser.newContext({ storageState: NOBODY });
  const client = await outside.newPage();
  await client.goto(await system.mailedUnsubscribe('boss@client.example'));
  await expectAccessible(client, 'unsubscribe');
  await client.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(client.getByRole('heading', { name: 'You no longer get these emails' })).toBeVisible();
  await expect(report.getByText('boss@client.example no longer wants mails')).toBeVisible();
  await client.getByRole('button', { name: 'Get them again' }).click();
  await expect(report.getByText('for 2 recipients')).toBeVisible();
  await client.goto(address ?? '');
  await expect(client.getByText('A quiet month.')).toBeVisible();
  await page.reload();
  await expect(issue.getByText('Issued · opened once')).toBeVisible();
  await issue.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Take Down' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take Down' }).click();
  await expect(toast(page, 'Page taken down')).toBeVisible();
  await expect(issue.getByRole('link', { name: 'Open Page' })).toHaveCount(0);
  await client.goto(address ?? '');
  await expect(client.getByRole('heading', { name: 'This page is not available' })).toBeVisible();
  await outside.close();

  await report.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
});
