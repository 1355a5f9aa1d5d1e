import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, expect, keepToast, open, rowOf, test, toast } from '../fixtures/test.ts';

test('a price is understood or refused, found by its vendor, and hidden from who may not read it', async ({
  page,
  browser,
  system,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const teamId = await addTeam(page.request, 'Buyers');
  const person = { name: 'Edda', email: 'edda@money.example', permission: 'edit' } as const;
  const editor = await addMember(page.request, browser, system, teamId, person);
  const article = system.articles.one('nofollow');
  const { id } = await addLink(page.request, article, { teamId });

  await open(page, `/?link=${id}`);
  const details = page.getByLabel('Link Details', { exact: true });
  await details.getByRole('button', { name: 'Set Price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Price and Vendor' });
  const price = dialog.getByRole('textbox', { name: 'Price' });
  await price.fill('120/mo');
  await dialog.getByRole('combobox', { name: 'Vendor' }).fill('Acme, Inc.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(price).toHaveAccessibleDescription(/^Enter one amount/);
  await expectAccessible(page, 'price');
  await price.fill('1.200,50 €');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Price saved')).toBeVisible();
  await expect(details.getByText('€1,200.50')).toBeVisible();
  await expect(details.getByText('You changed the price, vendor or order number')).toBeVisible();

  await open(page, '/?dialog=filter');
  await page.getByRole('tab', { name: 'Vendor' }).click();
  await page.getByRole('checkbox', { name: /Acme, Inc\./ }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/vendor=Acme/);
  await expect(rowOf(page, article.slug)).toBeVisible();

  const theirs = await editor.newPage();
  await theirs.goto(`/?link=${id}`);
  await expect(theirs.getByRole('heading', { name: 'Agreed and found' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Set Price' })).toHaveCount(0);
  await theirs.goto(`/teams/${teamId}?dialog=filter`);
  await expect(theirs.getByRole('tab', { name: 'Deviation' })).toBeVisible();
  await expect(theirs.getByRole('tab', { name: 'Vendor' })).toHaveCount(0);
  await editor.close();
});

test('prices move out of remarks after a preview, and back by an undo, and a vendor is set for chosen links', async ({
  page,
  system,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const [full, bad] = [system.articles.one('nofollow-meta'), system.articles.one('sponsored')];
  const remarks = 'Vendor: Northside\nask Eve first\nPrice: 120 €';
  const { id } = await addLink(page.request, full, { remarks });
  const other = await addLink(page.request, bad, { remarks: 'Price: 120/mo' });
  await page.request.put(`/api/links/${other.id}/money`, { data: { vendor: 'Acme, Inc.' } });

  await open(page, '/settings#account');
  const offer = page.getByRole('region', { name: 'Prices in Remarks' });
  await expect(offer).toContainText('Personal (only you) · 1 link');
  await offer.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move Prices out of Remarks' });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('listitem')).toContainText(/Price€120.00VendorNorthsideWhat staysask Eve first/);
  await expect(dialog.getByText(/^1 link keeps a value in the remarks/)).toBeVisible();
  await expectAccessible(page, 'preview of moved remarks');
  await dialog.getByRole('button', { name: 'Move from 1 link' }).click();
  const moved = await keepToast(page, 'Prices moved out of the remarks of 1 link');
  await expect(offer).toHaveCount(0);
  const link = async () => (await page.request.get(`/api/links/${id}`)).json();
  expect(await link()).toMatchObject({ remarks: 'ask Eve first', money: { vendor: 'Northside' } });
  await moved.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 1 link is as before')).toBeVisible();
  expect(await link()).toMatchObject({ remarks, money: null });
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: 'Dismiss' }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(offer).toHaveCount(0);

  await open(page, '/');
  await rowOf(page, full.slug).getByRole('checkbox').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Price' }).click();
  const price = page.getByRole('dialog', { name: 'Set Price and Vendor' });
  await expect(price.getByRole('button', { name: 'Set Price and Vendor' })).toBeDisabled();
  await price.getByRole('textbox', { name: 'Price' }).fill('120/mo');
  await expect(price.getByRole('textbox', { name: 'Price' })).toHaveAccessibleDescription(/^Enter one amount/);
  await price.getByRole('textbox', { name: 'Price' }).fill('USD 90');
  const vendor = price.getByRole('combobox', { name: 'Vendor' });
  await vendor.fill('acme');
  await expect(price.locator('option[value="Acme, Inc."]')).toBeAttached();
  await vendor.fill('acme, inc.');
  await expectAccessible(page, 'price of many links');
  await price.getByRole('button', { name: 'Set for 1 link' }).click();
  await expect(toast(page, 'Price and vendor set for 1 link')).toBeVisible();
  expect(await link()).toMatchObject({ money: { price: { amount: 9000, currency: 'USD' }, vendor: 'Acme, Inc.' } });
});
