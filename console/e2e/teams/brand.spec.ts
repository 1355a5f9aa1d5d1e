import { pngOf } from '../../../infra/testing/sample-images.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addShare } from '../fixtures/shares.ts';
import { addLink, expect, open, test, toast } from '../fixtures/test.ts';

const PAPER = { name: 'logo.png', mimeType: 'image/png' };

test('a brand is chosen with a preview, seen by a client, and removed', async ({ page, browser, system }) => {
  await addLink(page.request, system.articles.one('live'));
  const [{ clientDomain }] = await (await page.request.get('/api/clients')).json();
  await open(page, '/settings#checking');
  await page.getByRole('button', { name: 'Edit Brand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Brand' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Nordlicht');
  await dialog.getByRole('textbox', { name: 'Accent Color', exact: true }).fill('#FFFFFF');
  await expect(dialog.getByText('Shown as #707070 on light pages, so that it can be read.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Footer' }).fill('Nordlicht GmbH <b>');
  await dialog.getByLabel('Logo', { exact: true }).setInputFiles({ ...PAPER, buffer: Buffer.from('a text') });
  await dialog.getByRole('button', { name: 'Save Brand' }).click();
  await expect(
    dialog.getByText('Logo must be a complete PNG, JPEG or WebP file, whatever its name says'),
  ).toBeVisible();
  await dialog.getByLabel('Logo', { exact: true }).setInputFiles({ ...PAPER, buffer: pngOf(300, 80) });
  await expect(dialog.getByRole('img', { name: 'Nordlicht' })).toBeVisible();
  await expectAccessible(page, 'brand');
  await dialog.getByRole('button', { name: 'Save Brand' }).click();
  await expect(toast(page, 'Brand saved')).toBeVisible();
  await expect(dialog).toBeHidden();

  const outside = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const client = await outside.newPage();
  await client.goto(await addShare(page.request, clientDomain));
  await expect(client.getByText('Prepared by Nordlicht')).toBeVisible();
  const logo = client.getByRole('banner').getByRole('img', { name: 'Nordlicht' });
  await expect(logo).toHaveJSProperty('naturalWidth', 300);
  await expect(client.getByText('Nordlicht GmbH <b>')).toBeVisible();
  await expect(client.getByRole('banner')).toHaveCSS('border-bottom-color', 'rgb(112, 112, 112)');
  await expectAccessible(client, 'share page with a brand');
  await client.emulateMedia({ media: 'print' });
  await expect(logo).toBeVisible();
  await client.emulateMedia({ media: 'screen' });

  await page.getByRole('button', { name: 'Edit Brand' }).click();
  await dialog.getByRole('button', { name: 'Remove Brand' }).click();
  await page.getByRole('alertdialog', { name: 'Remove Brand' }).getByRole('button', { name: 'Remove Brand' }).click();
  await expect(toast(page, 'Brand removed')).toBeVisible();
  await expect(async () => {
    await client.reload();
    await expect(client.getByRole('banner')).toHaveText('Linkledger', { timeout: 1_000 });
  }).toPass();
  await outside.close();
});
