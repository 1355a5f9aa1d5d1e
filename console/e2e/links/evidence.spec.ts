import { expectAccessible } from '../fixtures/accessibility.ts';
import { addLink, expect, open, test, toast } from '../fixtures/test.ts';

test.use({ keepsEvidence: true });

test('the details show screenshots before and after the last change, and a click enlarges them', async ({
  page,
  system,
}) => {
  // Two checks in a browser, and two pictures.
  const promised = system.articles.one('several');
  const { id } = await addLink(page.request, promised);
  await open(page, `/?link=${id}`);
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details.getByRole('heading', { name: 'Screenshot' })).toBeVisible();
  const live = details.getByRole('button', {
    name: 'Enlarge: The page when the status changed to Live. The link is outlined.',
  });
  await expect(live).toBeVisible();

  system.articles.remove(promised.slug);
  await details.getByRole('button', { name: 'Recheck' }).click();
  await expect(toast(page, 'Link has been removed')).toBeVisible();
  await expect(details.getByRole('heading', { name: 'Before and after' })).toBeVisible();
  const removed = details.getByRole('button', { name: 'Enlarge: The page when the status changed to Removed.' });
  await expect(removed).toBeVisible();
  await expect(details.getByRole('figure').nth(0)).toContainText(/Before.*Live/);
  await expect(details.getByRole('figure').nth(1)).toContainText(/After.*Removed/);
  await expect(removed.getByRole('presentation', { includeHidden: true })).toHaveJSProperty('naturalWidth', 1280);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(live).toBeVisible();
  await expectAccessible(page, 'before and after');

  await live.click();
  const enlarged = page.getByRole('dialog', { name: /^Live, / });
  await expect(
    enlarged.getByRole('img', { name: 'The page when the status changed to Live. The link is outlined.' }),
  ).toBeVisible();
  await expectAccessible(page, 'enlarged');
  await page.keyboard.press('Escape');
  await expect(enlarged).toBeHidden();
  await expect(details).toBeVisible();
  await expect(live).toBeFocused();
});
