import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, expect, follow, keepToast, open, rowOf, test, toast } from '../fixtures/test.ts';

const importing = (page: Page) => page.getByRole('dialog', { name: 'Import Links' });
const exporting = (page: Page) => page.getByRole('dialog', { name: 'Export Links' });
const meaning = (page: Page, column: string) => importing(page).getByRole('combobox', { name: `Import as: ${column}` });

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
  const terms = { linkTypes: ['dofollow'], indexable: true };
  await page.request.put('/api/terms-templates', { data: { templates: [{ name: 'Guest post', terms }] } });
  await open(page, '/');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const header = 'This;That;Anchor;Extra;Price;Wished;Ending';
  const row = (name: string, anchor: string, price: number) =>
    `${page127(name)};https://client.example/;${anchor};${price};${price};2026-12-24;2027-12-24`;
  await choose(
    page,
    [
      header,
      row('first', 'Tea', 10),
      row('second', 'Coffee', 20),
      row('second', 'Coffee', 20),
      'javascript:alert(1);https://client.example/;=1+1;30;30;;',
    ].join('\n'),
  );
  // The names are unknown: the cells tell which is which.
  await expect(meaning(page, 'This')).toHaveText('Article Link');
  await expect(meaning(page, 'That')).toHaveText('Client Link');
  await expect(importing(page).getByRole('row', { name: /This/ })).toContainText(page127('first'));
  await expect(meaning(page, 'Extra')).toBeHidden();
  await importing(page).getByRole('button', { name: '1 column skipped' }).click();
  await expect(meaning(page, 'Extra')).toHaveText('Skip');
  const asked = importing(page).getByText('Wished, Ending: choose below what these days mean.');
  await expect(asked).toBeVisible();
  await expect(meaning(page, 'Wished')).toHaveText('Choose');
  await expectAccessible(page, 'import with questions');
  await meaning(page, 'Extra').click();
  await page.getByRole('option', { name: 'Remarks' }).click();
  await expect(meaning(page, 'Price')).toHaveText('Price');
  await meaning(page, 'Wished').click();
  await page.getByRole('option', { name: 'Due Day' }).click();
  await expect(importing(page).getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await meaning(page, 'Ending').click();
  await page.getByRole('option', { name: 'Until (last day)' }).click();
  await expect(importing(page).getByText('4 rows have errors')).toBeVisible();
  await importing(page).getByRole('combobox', { name: 'Currency of the prices' }).click();
  await page.getByRole('option', { name: 'EUR' }).click();
  await importing(page).getByRole('combobox', { name: 'Terms for all links' }).click();
  await page.getByRole('option', { name: 'Guest post' }).click();
  await expect(importing(page).getByText('2 links to add')).toBeVisible();
  await expect(importing(page).getByRole('list', { name: 'Duplicates' })).toContainText('Line 4 same as line 3');
  await expect(importing(page).getByText('1 row has errors')).toBeVisible();
  const failed = importing(page).getByRole('list', { name: 'Failed rows' });
  await expect(failed).toContainText('Line 5');
  await expect(failed).toContainText('must be a web address');

  await importing(page).getByRole('button', { name: 'Import 2 links' }).click();
  const imported = await keepToast(page, 'Imported 2 links, 1 failed');
  await expect(importing(page).getByRole('status')).toContainText('Imported 2 links, 1 failed');
  const waiting = page.waitForEvent('download');
  await importing(page).getByRole('button', { name: 'Download failed rows' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('links-failed.csv');
  expect(await textOf(download)).toBe(
    "\uFEFFThis,That,Anchor,Extra,Price,Wished,Ending,reason\r\njavascript:alert(1),https://client.example/,'=1+1,30,30,,," +
      'Article link must be a web address that starts with http:// or https://\r\n',
  );
  await importing(page).getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, 'second')).toContainText('Coffee');
  const links = await (await page.request.get('/api/links?q=second')).json();
  expect(links).toMatchObject([
    {
      ...{ remarks: 'Extra: 20', timelineDate: '2026-12-24', duration: '2027-12-24' },
      ...{ terms, termsTemplate: { isChanged: false }, money: { price: { amount: 2_000, currency: 'EUR' } } },
    },
  ]);

  await imported.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Import undone')).toContainText('2 links moved to trash');
  await expect(rowOf(page, 'second')).toBeHidden();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, `${header}\n${row('third', 'Milk', 0)}`);
  await expect(importing(page).getByText('As in your last import with these columns.')).toBeVisible();
  await expect(meaning(page, 'Ending')).toHaveText('Until (last day)');
  await expect(asked).toBeHidden();
  await page.keyboard.press('Escape');
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
  await expect(importing(page).getByRole('list', { name: 'Duplicates' })).toContainText('already in your list');
  await expect(importing(page).getByRole('button', { name: 'Nothing to add' })).toBeDisabled();
});

test('a file without client links gets one for all rows, and a failure keeps the file and its settings', async ({
  page,
}) => {
  await open(page, '/?dialog=import');
  await choose(page, `Linking page,Note\n${page127('kept')},hello\n`);
  const target = importing(page).getByRole('textbox', { name: 'Same client link for every row' });
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
  await open(page, '/?dialog=import');
  await choose(page, 'PK\u0003\u0004\0\0', 'links.xlsx');
  await expect(importing(page).getByRole('alert')).toContainText('couldn’t read this workbook');
  await choose(page, 'a,b\0c\n', 'links.csv');
  await expect(importing(page).getByRole('alert')).toContainText('not a text file');
  await choose(page, '\u00D0\u00CF\u0011\u00E0', 'old.xls');
  await choose(page, '');
  await expect(importing(page).getByText('This file is empty.')).toBeVisible();
  await expect(importing(page).getByRole('region', { name: 'Columns' })).toBeHidden();
});

test('an import continues after its dialog is closed', async ({ page }) => {
  await open(page, '/?dialog=import');
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

test('the bar of an import counts the links that its list has got', async ({ page }) => {
  await open(page, '/?dialog=import');
  const rows = ['one', 'two', 'three'].map((name) => `${page127(`counted-${name}`)},https://client.example/,x`);
  await choose(page, `articleLink,clientLink,Link type\n${rows.join('\n')}\n`);
  // Ticks that say nothing refuse no row.
  await expect(importing(page).getByRole('button', { name: '1 column skipped' })).toBeVisible();
  const begin = importing(page).getByRole('button', { name: 'Import 3 links' });
  await expect(begin).toBeEnabled();
  const gate = Promise.withResolvers<void>();
  await page.route(/\/api\/links\/import\?/, async (route) => {
    const response = await route.fetch();
    await gate.promise;
    await route.fulfill({ response });
  });
  await begin.click();
  const bar = importing(page).getByRole('progressbar', { name: 'Adding links: 3 of 3' });
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  gate.resolve();
  await expect(toast(page, 'Imported 3 links, 0 failed')).toBeVisible();
});

test('a list is exported with its filters and the last chosen columns', async ({ page, system }) => {
  const live = system.articles.one('live');
  await addLink(page.request, live, { remarks: '=1+1' });
  await addLink(page.request, system.articles.one('not-found'));
  await open(page, '/?status=live');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting(page)).toContainText('1 link, with the current filters and order.');
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
    '\uFEFFarticleLink,clientLink,anchor,linkType,status,warnings,liveDate,duration,expirationDate,daysLeft,assignedToName,teamName,campaignName,pocEmail,remarks,tags',
  );
  expect(row).toContain("'=1+1");
  expect(row).toContain(',live,');
  expect(more).toEqual([]);

  await rowOf(page, live.slug).getByRole('checkbox').check();
  const chosen = page.waitForEvent('download');
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Export' }).click();
  expect((await textOf(await chosen)).trimEnd().split('\n')).toHaveLength(2);
  await page.getByRole('button', { name: 'Clear selection' }).click();

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
  await open(page, `/teams/${team}`);
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
  await expect(button).toHaveAccessibleDescription(/You can only view/);
  await follow(theirs, `/teams/${team}?dialog=import`);
  await expect(theirs.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
  await expect(importing(theirs)).toBeHidden();
  await theirs.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(exporting(theirs)).toContainText('1 link,');
  await viewer.close();
});

test('a file is imported into a campaign, with client links only, or with type, website, status and timeline', async ({
  page,
}) => {
  const teamId = await addTeam(page.request, 'Campaign plans');
  const { id } = await (await page.request.post('/api/campaigns', { data: { name: 'Autumn', teamId } })).json();
  await open(page, `/campaigns/${id}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(importing(page).getByRole('combobox', { name: 'Team' })).toBeHidden();
  await choose(page, `articleLink,clientLink\n${page127('campaigns')},https://client.example/\n`);
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(rowOf(page, 'campaigns')).toContainText('Link insertion');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, 'clientLink\nhttps://client.example/alone\n', 'alone.csv');
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(rowOf(page, 'alone')).toContainText('Link insertion');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const rows = [
    'Client,Kind,Website,Status,Expected',
    'https://client.example/guest,Guest post,paper.example,pending,2099-12-31',
    'https://client.example/odd,Podcast,,,',
  ];
  await choose(page, rows.join('\n'), 'plan.csv');
  await importing(page).getByRole('button', { name: '1 column skipped' }).click();
  await meaning(page, 'Kind').click();
  await page.getByRole('option', { name: 'Promotion Type' }).click();
  await expect(meaning(page, 'Website')).toHaveText('Website URL');
  await expect(meaning(page, 'Expected')).toHaveText('Due Day');
  await expect(importing(page)).toContainText('Promotion type must be one of guest_post, link_insertion, other');
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(importing(page)).toContainText('Imported 1 links, 1 failed');
  await expect(importing(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'guest')).toContainText('Guest post');
});

test('the import and export dialogs are accessible', async ({ page }) => {
  await open(page, '/?dialog=import');
  await expect(importing(page)).toBeVisible();
  await expectAccessible(page, 'Import without a file');
  const rows = Array.from({ length: 80 }, (_, index) => `${'long'.repeat(40)}${index},x,y`);
  await choose(
    page,
    `Linking page,${'A very long name of a column '.repeat(4)},\n${rows.join('\n')}`,
    `${'l'.repeat(120)}.csv`,
  );
  const target = importing(page).getByRole('textbox', { name: 'Same client link for every row' });
  await expect(target).toBeVisible();
  await expectAccessible(page, 'Import with columns to choose');
  await target.fill('https://client.example/');
  await expect(importing(page).getByText('80 rows have errors')).toBeVisible();
  await expectAccessible(page, 'Import with failures');
  await follow(page, '/?dialog=export');
  await expect(exporting(page)).toBeVisible();
  await expectAccessible(page, 'Export');
});

const adding = (page: Page) => page.getByRole('dialog', { name: 'Add Many Links' });

test('pasted addresses are previewed line by line, added for one client at once, and undone as a whole', async ({
  page,
}) => {
  await open(page, '/clients/client.example?dialog=add-many');
  await expect(adding(page).getByRole('textbox', { name: 'Client link' })).toHaveValue('https://client.example/');
  const lines = ['many-1', 'many-2', 'many-1'].map(page127);
  await adding(page)
    .getByRole('textbox', { name: 'Article links' })
    .fill(
      [...lines, 'not an address', `"${page127('many-3')}"`, `${page127('many-4')} ${page127('many-5')}`].join('\n'),
    );
  await expect(adding(page).getByText('3 links to add')).toBeVisible();
  const failed = adding(page).getByRole('list', { name: 'Failed rows' });
  await expect(failed).toContainText('Line 4');
  await expect(failed).toContainText('Line 6 Article link has 2 URLs: enter one');
  await expect(adding(page).getByRole('list', { name: 'Duplicates' })).toContainText('Line 3 same as line 1');
  await expectAccessible(page, 'Add many links');

  await adding(page).getByRole('textbox', { name: 'Article links' }).fill(lines.join('\n'));
  await adding(page).getByRole('button', { name: 'Add 2 links' }).click();
  const added = await keepToast(page, 'Imported 2 links, 0 failed');
  await expect(adding(page)).toBeHidden();
  await expect(rowOf(page, 'many-2')).toContainText('client.example');
  await added.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Import undone')).toContainText('2 links moved to trash');
});

test('two addresses in one field become two links, and rows of a spreadsheet bring their own client', async ({
  page,
}) => {
  await open(page, '/?dialog=add');
  const form = page.getByRole('dialog', { name: 'Add Backlink' });
  await form.getByRole('textbox', { name: 'Client Link' }).fill('client.example/two');
  await form.getByRole('textbox', { name: 'Article Link' }).fill(`${page127('two-1')} ${page127('two-2')}`);
  await form.getByRole('button', { name: 'Add as 2 links' }).click();
  await expect(form).toBeHidden();
  const typed = adding(page).getByRole('textbox', { name: 'Article links' });
  await expect(typed).toHaveValue(`${page127('two-1')}\n${page127('two-2')}`);
  await expect(adding(page).getByRole('textbox', { name: 'Client link' })).toHaveValue('https://client.example/two');
  await expect(adding(page).getByRole('button', { name: 'Add 2 links' })).toBeEnabled();
  await typed.fill(`Post URL\tTarget page\n${page127('table')}\thttps://other.example/`);
  await adding(page).getByRole('button', { name: 'Add 1 link' }).click();
  await expect(rowOf(page, 'table')).toContainText('other.example');
});

test('an XLSX workbook is read, and its days need no order', async ({ page }) => {
  const { writeXlsx } = await import('hucre/xlsx');
  const rows = [
    ['Artikel', 'Ziel-URL', 'Laufzeit (Monate)', 'Veröffentlicht am'],
    [page127('sheet'), 'https://client.example/', 12, new Date('2026-03-02T00:00:00Z')],
  ];
  const sheets = [
    { name: 'Notes', rows: [['Nothing here']] },
    { name: 'Links', rows },
  ];
  await open(page, '/?dialog=import');
  const file = {
    name: 'links.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(await writeXlsx({ sheets })),
  };
  await importing(page).locator('input[type=file]').setInputFiles(file);
  await expect(importing(page).getByRole('combobox', { name: 'Sheet' })).toHaveText('Links');
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(rowOf(page, 'sheet')).toContainText('12 months');
});

test('the order of days is asked for once, and the next file with these columns needs no question', async ({
  page,
}) => {
  const file = (name: string) => `Article,Client,Date\n${page127(name)},https://client.example/,02/03/2026\n`;
  await open(page, '/?dialog=import');
  await choose(page, file('dayone'));
  await expect(importing(page).getByText('Which day is 02/03/2026?')).toBeVisible();
  await expect(importing(page).getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await importing(page)
    .getByRole('button', { name: /day first/ })
    .click();
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(rowOf(page, 'dayone')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, file('daytwo'));
  await expect(importing(page).getByText('As in your last import with these columns.')).toBeVisible();
  await expect(importing(page).getByText('Which day is')).toBeHidden();
  await expect(importing(page).getByRole('button', { name: 'Import 1 link' })).toBeEnabled();
});

test('a whole file joins a campaign and gets its tags, with the terms of the campaign', async ({ page }) => {
  const teamId = await addTeam(page.request, 'Tagging desk');
  const templates = [{ name: 'Campaign terms', terms: { linkTypes: ['dofollow'] } }];
  const saved = await page.request.put('/api/terms-templates', { data: { teamId, templates } });
  const headers = { 'X-Position': saved.headers()['x-position'] ?? '' };
  const answer = await page.request.get('/api/terms-templates', { headers });
  const kept: readonly { id: string; name: string }[] = await answer.json();
  const templateId = kept.find(({ name }) => name === 'Campaign terms')?.id;
  await page.request.post('/api/campaigns', { data: { name: 'Autumn', teamId, templateId } });
  await page.goto(`/teams/${teamId}?dialog=import`);
  await choose(page, `articleLink,clientLink\n${page127('tagged')},https://client.example/\n`);
  await importing(page).getByRole('combobox', { name: 'Campaign' }).click();
  await page.getByRole('option', { name: 'Autumn' }).click();
  await expect(importing(page).getByRole('combobox', { name: 'Terms for all links' })).toHaveText('Campaign terms');
  await importing(page).getByRole('combobox', { name: 'Tags for all links' }).fill('launch,');
  await expect(importing(page).getByRole('button', { name: 'Import 1 link' })).toBeEnabled();
  await importing(page).getByRole('button', { name: 'Import 1 link' }).click();
  await expect(rowOf(page, 'tagged')).toContainText('launch');
  await expect(rowOf(page, 'tagged')).toContainText('permanent');
});
