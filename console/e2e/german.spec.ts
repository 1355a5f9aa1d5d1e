import { addLink, expect, rowOf, test } from './fixtures/test.ts';

test.use({ locale: 'de-DE' });

test('a browser in German gets the console in German, with the reason of a status and the history', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('live');
  await addLink(page.request, promised);
  await page.goto('/');
  const row = rowOf(page, promised.slug);
  await expect(row).toContainText('30 Tage');
  await expect(page.getByRole('columnheader', { name: 'Artikellink' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');

  await row.getByRole('gridcell', { name: promised.slug }).click();
  const details = page.getByRole('dialog', { name: 'Linkdetails' });
  await expect(details.getByText('Der Link ist auf der Seite.').first()).toBeVisible();
  await expect(details.getByText('Du hast diesen Link hinzugefügt')).toBeVisible();
  await details.getByRole('button', { name: 'Nachweis' }).first().click();
  await expect(details.getByText('Quelltext der Seite')).toBeVisible();
});
