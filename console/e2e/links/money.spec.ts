import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, expect, open, rowOf, test, toast } from '../fixtures/test.ts';

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
  await dialog.getByRole('textbox', { name: 'Vendor' }).fill('Acme, Inc.');
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
