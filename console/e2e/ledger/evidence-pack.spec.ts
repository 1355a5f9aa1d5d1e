import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { unzip } from '../../../infra/testing/evidence-packs/zip-parts.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { chooseToShare } from '../fixtures/shares.ts';
import { addLink, bodyRows, expect, follow, open, test, toast } from '../fixtures/test.ts';

test.use({ keepsEvidence: true });

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** Waits for the screenshot and the HTML of a link. */
async function expectEvidence(page: Page, id: string): Promise<void> {
  await expect(async () => {
    const history: readonly { kind: string }[] = await (await page.request.get(`/api/links/${id}/history`)).json();
    expect(history.filter(({ kind }) => kind === 'evidence-kept')).toHaveLength(2);
  }).toPass();
}

/** Saves the pack that `press` downloads, and unpacks it as a person would. */
async function unpacked(page: Page, folder: string, press: () => Promise<void>) {
  const downloaded = page.waitForEvent('download');
  await press();
  const download = await downloaded;
  const file = path.join(folder, download.suggestedFilename());
  await download.saveAs(file);
  const parts = await unzip(await readFile(file));
  for (const [name, bytes] of parts) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  return { file, parts };
}

test('“prove it to my client”: a link’s pack in four clicks, which proves itself without a network', async ({
  page,
  system,
  browser,
}, info) => {
  const { id } = await addLink(page.request, system.articles.one('live'), { remarks: 'paid in March' });
  await expectEvidence(page, id);
  await open(page, '/');
  await bodyRows(page).first().click();
  const details = page.getByLabel('Link Details', { exact: true });
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Evidence Pack…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Evidence Pack' });
  await expect(dialog.getByLabel('To')).toHaveValue(new Date().toISOString().slice(0, 10));
  await expectAccessible(page, 'evidence pack');
  await dialog.getByRole('checkbox', { name: 'Include remarks and tags' }).check();
  const folder = info.outputPath('pack');
  await mkdir(folder, { recursive: true });
  const { file, parts } = await unpacked(page, folder, () => dialog.getByRole('button', { name: 'Download' }).click());
  await expect(toast(page, 'Evidence Pack Saved')).toBeVisible();
  await expect(dialog).toBeHidden();

  // The client opens it.
  const client = await browser.newContext({ offline: true, storageState: { cookies: [], origins: [] } });
  const shown = await client.newPage();
  const errors: string[] = [];
  shown.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const index = path.join(folder, 'index.html');
  await shown.goto(String(pathToFileURL(index)));
  await expect(shown.getByRole('heading', { name: /^All \d+ records and 2 files verified\.$/ })).toBeVisible();
  await expect(shown.getByRole('table').first()).toContainText(/→ http.*Live/);
  await expect(shown.getByText(/not sealed yet: provable only with the hash of event [\d,]+/)).toBeVisible();
  await expect(
    shown.getByText('That what was recorded is true, or that the owner of the page agrees with it.'),
  ).toBeVisible();
  await expect(shown.getByRole('img', { name: 'Screenshot of the page' })).toHaveJSProperty('naturalWidth', 1280);
  await expectAccessible(shown, 'the page of a pack');
  await shown.getByRole('textbox', { name: 'Compare a seal that you kept' }).fill(`7:${'0'.repeat(64)}`);
  await shown.getByRole('button', { name: 'Compare' }).click();
  await expect(shown.getByText('The pack has no seal of event 7.')).toBeVisible();
  await shown.getByLabel('Check the unpacked folder').setInputFiles(folder);
  await expect(shown.getByText('In the folder: 2 files checked, everything matches.')).toBeVisible();
  await shown.getByRole('button', { name: 'Deutsch' }).click();
  await expect(shown.getByRole('heading', { name: /^Alle \d+ Einträge und 2 Dateien stimmen\.$/ })).toBeVisible();
  await shown.getByRole('button', { name: 'English' }).click();
  expect(errors).toEqual([]);

  // One byte of a file, in the folder and in the page.
  const [picture = '', bytes = Buffer.alloc(0)] = [...parts].find(([name]) => name.endsWith('.webp')) ?? [];
  const changed = Buffer.from(bytes);
  changed[100] = (changed[100] ?? 0) ^ 1;
  await writeFile(path.join(folder, picture), changed);
  await shown.getByLabel('Check the unpacked folder').setInputFiles(folder);
  const alert = shown.getByRole('alert');
  await expect(alert.getByRole('heading', { name: '1 part does not match' })).toBeVisible();
  await expect(alert.getByText(`The file ${picture} was changed.`)).toBeVisible();
  const html = String(parts.get('index.html'));
  await writeFile(index, html.replace(bytes.toString('base64'), changed.toString('base64')));
  await shown.reload();
  await expect(alert.getByText(`The file ${picture} was changed.`)).toBeVisible();
  await writeFile(index, html.replace('paid in March', 'paid in April'));
  await shown.reload();
  await expect(alert.getByText(/^Record [\d,]+ \(Link added, .+\) was changed\.$/)).toBeVisible();
  await client.close();

  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [path.join(root, 'infra', 'main', 'cli', 'verify.ts'), file]);
  expect(stdout).toContain('Everything fits.');
});

test('the client’s and the campaign’s page make packs, too, and say why one cannot be made', async ({
  page,
  system,
}, info) => {
  const promised = system.articles.one('live');
  const made = async (what: string, data: object) => (await (await page.request.post(what, { data })).json()).id;
  const teamId = await made('/api/teams', { name: 'Provers' });
  const campaignId = await made('/api/campaigns', { name: 'Spring', teamId });
  const { id } = await addLink(page.request, promised, { teamId });
  await page.request.patch(`/api/links/${id}`, { data: { campaignId } });
  const domain = new URL(promised.clientLink).hostname.replace(/^www\./, '');
  const folder = info.outputPath('pack');
  await mkdir(folder, { recursive: true });
  await open(page, '/trash');
  const pack = 'Evidence Pack…';
  for (const [place, ask] of [
    [`/clients/${domain}`, () => chooseToShare(page, pack)],
    [`/campaigns/${campaignId}`, () => page.getByRole('button', { name: pack }).click()],
  ] as const) {
    await follow(page, place);
    await ask();
    const dialog = page.getByRole('dialog', { name: 'Evidence Pack' });
    const download = dialog.getByRole('button', { name: 'Download' });
    await dialog.getByLabel('From').fill('2020-02-01');
    await dialog.getByLabel('To').fill('2020-01-01');
    await expect(dialog.getByText('The first day must not be after the last.')).toBeVisible();
    await dialog.getByLabel('To').fill('2020-02-02');
    await download.click();
    await expect(
      dialog.getByText('Nothing was recorded about these links in these days. Choose other days.'),
    ).toBeVisible();
    await dialog.getByLabel('To').fill(new Date().toISOString().slice(0, 10));
    const { parts } = await unpacked(page, folder, () => download.click());
    expect(JSON.parse(String(parts.get('manifest.json'))).events.length).toBeGreaterThan(2);
  }
});
