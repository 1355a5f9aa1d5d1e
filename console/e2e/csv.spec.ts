import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessibility.ts';
import { addMember, addTeam } from './fixtures/teams.ts';
import { addLink, expect, keepToast, rowOf, test, toast } from './fixtures/test.ts';

const importing = (page: Page) => page.getByRole('dialog', { name: 'Import Links' });
const exporting = (page: Page) => page.getByRole('dialog', { name: 'Export Links' });
const meaning = (page: Page, column: string) => importing(page).getByRole('combobox', { name: `Means: ${column}` });

/** Chooses a file in the import dialog. */
async function choose(page: Page, text: string, name = 'links.csv'): Promise<void> {
  const files = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await importing(page).locator('input[type=file]').setInputFiles(files);
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

/** An address that the checker never visits. */
const page127 = (name: string) => `http://127.0.0.1/${name}`;

test('a file is previewed, its columns are named, its rows are imported, and the import is undone', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(
    page,
    [
      'Seite;Ziel;Anchor;Price',
      `${page127('first')};https://client.example/;Tea;10`,
      `${page127('second')};https://client.example/;Coffee;20`,
      `${page127('second')};https://client.example/;Coffee;20`,
      'javascript:alert(1);https://client.example/;=1+1;30',
    ].join('\n'),
  );
  await expect(importing(page).getByText(/must name a column for articleLink and one for clientLink/)).toBeVisible();
  await expect(importing(page).getByRole('row', { name: /Seite/ })).toContainText(page127('first'));
  await expect(importing(page).getByRole('button', { name: 'Nothing to add' })).toBeDisabled();
  await expect(meaning(page, 'Anchor')).toHaveText('Anchor');
  await expect(meaning(page, 'Price')).toHaveText('Not imported');

  await meaning(page, 'Seite').click();
  await page.getByRole('option', { name: 'Article Link' }).click();
  await meaning(page, 'Ziel').click();
  await page.getByRole('option', { name: 'Client Link' }).click();
  await expect(importing(page).getByText('2 links to add')).toBeVisible();
  await expect(importing(page).getByText('1 row is in the list already')).toBeVisible();
  await expect(importing(page).getByText('1 row cannot be imported')).toBeVisible();
  const failed = importing(page).getByRole('list', { name: 'Failed rows' });
  await expect(failed).toContainText('Row 4');
  await expect(failed).toContainText('must be a web address');

  await importing(page).getByRole('button', { name: 'Import 2 links' }).click();
  const imported = await keepToast(page, 'Imported 2 links, 1 failed');
  await expect(importing(page).getByRole('status')).toContainText('Imported 2 links, 1 failed');
  const waiting = page.waitForEvent('download');
  await importing(page).getByRole('button', { name: 'Download failed rows' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('links-failed.csv');
  expect(await textOf(download)).toBe(
    "\uFEFFSeite,Ziel,Anchor,Price,reason\r\njavascript:alert(1),https://client.example/,'=1+1,30," +
      'Article link must be a web address that starts with http:// or https://\r\n',
  );
  await importing(page).getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, 'second')).toContainText('Coffee');

  await imported.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Import undone')).toContainText('2 links moved to trash');
  await expect(rowOf(page, 'second')).toBeHidden();
});

test('a clean file closes the dialog, and the same file again adds nothing', async ({ page }) => {
  const file = `Referring page URL,Target URL\n${page127('clean')},https://client.example/\n`;
  await page.goto('/?dialog=import');
  // Dropped, this time.
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'ahrefs.csv', { type: 'text/csv' }));
    return transfer;
  }, file);
  await importing(page).getByText('or drop it here').dispatchEvent('drop', { dataTransfer: data });
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(toast(page, 'Imported 1 links, 0 failed')).toBeVisible();
  await expect(importing(page)).toBeHidden();
  await expect(rowOf(page, 'clean')).toBeVisible();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, file);
  await expect(importing(page).getByText('1 row is in the list already')).toBeVisible();
  await expect(importing(page).getByRole('button', { name: 'Nothing to add' })).toBeDisabled();
});

test('a file without client links gets one for all rows, and a failure keeps the file and its settings', async ({
  page,
}) => {
  await page.goto('/?dialog=import');
  await choose(page, `Linking page,Note\n${page127('kept')},hello\n`);
  const target = importing(page).getByRole('textbox', { name: 'Client Link of all rows' });
  await target.fill('client');
  await expect(importing(page).getByText(/Client link must be a web address/)).toBeVisible();
  await target.fill('https://client.example/kept');
  await expect(importing(page).getByText('1 link to add')).toBeVisible();

  await page.route('**/api/links/import?clientLink*', (route) => route.fulfill({ status: 503, body: '' }));
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(toast(page, 'Failed to import the file.')).toBeVisible();
  await expect(importing(page).getByRole('alert')).toContainText('503');
  await expect(target).toHaveValue('https://client.example/kept');

  // Also when the dialog is closed in between.
  await importing(page).press('Escape');
  await expect(importing(page)).toBeHidden();
  await page.unroute('**/api/links/import?clientLink*');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importing(page).getByText('links.csv')).toBeVisible();
  await importing(page).getByRole('button', { name: 'Try again' }).click();
  await expect(toast(page, 'Imported 1 links, 0 failed')).toBeVisible();
  await expect(rowOf(page, 'kept')).toContainText('client.example/kept');
});

test('a file that is no list of links is refused', async ({ page }) => {
  await page.goto('/?dialog=import');
  await choose(page, 'PK\u0003\u0004\0\0', 'links.xlsx');
  await expect(importing(page).getByRole('alert')).toContainText('not a text file');
  await choose(page, '');
  await expect(importing(page).getByText(/The file is empty/)).toBeVisible();
});

test('an import continues after its dialog is closed', async ({ page }) => {
  await page.goto('/?dialog=import');
  await choose(page, `articleLink,clientLink\n${page127('later')},https://client.example/\n`);
  const begin = importing(page).getByRole('button', { name: 'Import 1 link' });
  await expect(begin).toBeEnabled();
  const gate = Promise.withResolvers<void>();
  await page.route(/\/api\/links\/import\?/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await begin.click();
  await expect(importing(page).getByRole('progressbar', { name: 'Adding links...' })).toBeVisible();
  await importing(page).getByRole('button', { name: 'Close' }).click();
  await expect(importing(page)).toBeHidden();
  gate.resolve();
  await expect(toast(page, 'Imported 1 links, 0 failed')).toBeVisible();
  await expect(rowOf(page, 'later')).toBeVisible();
});

test('a list is exported with its filters and the last chosen columns', async ({ page, system }) => {
  await addLink(page.request, system.articles.one('live'), { remarks: '=1+1' });
  await addLink(page.request, system.articles.one('not-found'));
  await page.goto('/?status=live');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting(page)).toContainText('1 link. Filtered and sorted as the list is now.');
  await exporting(page).getByRole('checkbox', { name: 'Reason' }).uncheck();
  await exporting(page).getByRole('checkbox', { name: 'Last Checked' }).uncheck();
  const waiting = page.waitForEvent('download');
  await exporting(page).getByRole('button', { name: 'Export 1 link' }).click();
  const download = await waiting;
  await expect(toast(page, 'Export Complete')).toContainText('1 link');
  await expect(exporting(page)).toBeHidden();
  expect(download.suggestedFilename()).toMatch(/^links-\d{4}-\d\d-\d\d\.csv$/);
  const [head, row, ...more] = (await textOf(download)).trimEnd().split('\n');
  expect(head).toBe(
    '\uFEFFarticleLink,clientLink,anchor,linkType,status,liveDate,duration,expirationDate,daysLeft,assignedToName,teamName,campaignName,pocEmail,remarks,tags',
  );
  expect(row).toContain("'=1+1");
  expect(row).toContain(',live,');
  expect(more).toEqual([]);

  await page.reload();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting(page).getByRole('checkbox', { name: 'Reason' })).not.toBeChecked();
  await exporting(page)
    .getByRole('radio', { name: /^NDJSON/ })
    .check();
  await page.route('**/api/links/export*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await exporting(page).getByRole('button', { name: 'Export 1 link' }).click();
  await expect(toast(page, 'Failed to export. Please try again.')).toBeVisible();
  const lines = page.waitForEvent('download');
  await exporting(page).getByRole('button', { name: 'Export 1 link' }).click();
  expect(JSON.parse(await textOf(await lines))).toMatchObject({ status: 'live', remarks: '=1+1' });
});

test('a file is imported into a team, and a viewer reads why they cannot import one', async ({
  page,
  browser,
  system,
}) => {
  const team = await addTeam(page.request, 'Files desk');
  await page.goto(`/teams/${team}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, `articleLink,clientLink\n${page127('teams')},https://client.example/\n`);
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(rowOf(page, 'teams')).toBeVisible();

  const person = { name: 'Vic', email: 'vic@journeys.example', permission: 'view' } as const;
  const viewer = await addMember(page.request, browser, system, team, person);
  const theirs = await viewer.newPage();
  await theirs.goto(`/teams/${team}`);
  const button = theirs.getByRole('button', { name: 'Import', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.focus();
  await expect(button).toHaveAccessibleDescription(/You have view access to this team/);
  await theirs.goto(`/teams/${team}?dialog=import`);
  await expect(theirs.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  await expect(importing(theirs)).toBeHidden();
  await theirs.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting(theirs)).toContainText('1 link.');
  await viewer.close();
});

test('a file is imported into a campaign', async ({ page }) => {
  const teamId = await addTeam(page.request, 'Campaign files');
  const { id } = await (await page.request.post('/api/campaigns', { data: { name: 'Spring', teamId } })).json();
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importing(page).getByRole('combobox', { name: 'Team' })).toBeHidden();
  await choose(page, `articleLink,clientLink\n${page127('campaigns')},https://client.example/\n`);
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(rowOf(page, 'campaigns')).toContainText('Link insertion');
});

test('the import and export dialogs are accessible', async ({ page }) => {
  await page.goto('/?dialog=import');
  await expect(importing(page)).toBeVisible();
  await expectAccessible(page, 'Import without a file');
  const rows = Array.from({ length: 80 }, (_, index) => `${'long'.repeat(40)}${index},https://client.example/,x`);
  await choose(
    page,
    `Linking page,${'A very long name of a column '.repeat(4)},\n${rows.join('\n')}`,
    `${'l'.repeat(120)}.csv`,
  );
  await expect(importing(page).getByRole('textbox', { name: 'Client Link of all rows' })).toBeVisible();
  await expectAccessible(page, 'Import with columns to choose');
  await importing(page).getByRole('textbox', { name: 'Client Link of all rows' }).fill('https://client.example/');
  await expect(importing(page).getByText('80 rows cannot be imported')).toBeVisible();
  await expectAccessible(page, 'Import with failures');
  await page.goto('/?dialog=export');
  await expect(exporting(page)).toBeVisible();
  await expectAccessible(page, 'Export');
});
