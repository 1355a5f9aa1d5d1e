import type { Page } from '@playwright/test';
import { addLink, bodyRows, expect, open, rowOf, test, toast } from '../fixtures/test.ts';
import { widthProblems } from '../fixtures/width-problems.ts';

const detailsOf = (page: Page) => page.getByLabel('Link Details', { exact: true });
const historyOf = (page: Page) => detailsOf(page).getByRole('list', { name: 'History' });

test('a row opens the details with history and evidence, a reload shows them again, and back closes them', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('redirected');
  const { id } = await addLink(page.request, promised, { remarks: 'Agreed on the phone.' });
  await open(page, '/');
  await rowOf(page, promised.slug).getByRole('gridcell', { name: promised.slug }).click();

  const details = detailsOf(page);
  await expect(details.getByText('The link is on the page (the visit ended at').first()).toBeVisible();
  await expect(details.getByRole('link', { name: promised.articleLink, exact: true })).toHaveAttribute(
    'target',
    '_blank',
  );
  await expect(details.getByText('Agreed on the phone.')).toBeVisible();
  const history = historyOf(page);
  await expect(history.getByText('You added this link')).toBeVisible();
  const check = history.getByRole('listitem').filter({ hasText: 'Checked: Live' });
  await expect(check).toContainText('First check, after you added the link');
  await expect(check.getByRole('time')).toHaveAttribute('datetime', /^20\d\d-\d\d-\d\dT/);

  await check.getByRole('button', { name: 'Evidence' }).click();
  await expect(check.getByText('Page source')).toBeVisible();
  await expect(check).toContainText('301');
  await expect(check).toContainText('302');
  await expect(check).toContainText(`${promised.articleLink}/en/`);
  await expect(check).toContainText('Seven tail lights on one wet road');
  await expect(check).toContainText('rack-mounted rear light');

  await expect(page).toHaveURL(`/?link=${id}`);
  await page.reload();
  await expect(details.getByText('Agreed on the phone.')).toBeVisible();
  await page.goBack();
  await expect(details).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('a recheck finds that a link was removed, and later that it is live again', async ({ page, system }) => {
  const promised = system.articles.one('several');
  await addLink(page.request, promised);
  system.articles.remove(promised.slug);
  await open(page, '/');
  const row = rowOf(page, promised.slug);
  await row.getByRole('button', { name: 'Recheck' }).click();
  await expect(toast(page, 'Link has been removed')).toContainText('The link isn’t there');
  await expect(row.getByRole('gridcell', { name: 'Removed' })).toBeVisible();

  await row.getByRole('gridcell', { name: promised.slug }).click();
  await expect(historyOf(page).getByText('Status changed from Live to Removed')).toBeVisible();
  system.articles.restore(promised.slug);
  await detailsOf(page).getByRole('button', { name: 'Recheck' }).click();
  await expect(toast(page, 'Link is still live!')).toBeVisible();
  await expect(historyOf(page).getByText('Status changed from Removed to Live')).toBeVisible();
});

test('an edit is saved, confirmed, and listed in the history with the old values', async ({ page, system }) => {
  const promised = system.articles.one('base');
  await addLink(page.request, promised, { duration: '30 days' });
  await open(page, '/');
  await rowOf(page, promised.slug).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Backlink' });
  await expect(form.getByRole('textbox', { name: 'Article Link' })).toHaveValue(promised.articleLink);
  await form.getByRole('textbox', { name: 'Duration' }).fill('6');
  await form.getByRole('combobox', { name: 'Unit' }).click();
  await page.getByRole('option', { name: 'months' }).click();
  await form.getByRole('textbox', { name: 'Remarks' }).fill('Extended.');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Link Updated')).toContainText('Link has been successfully updated.');
  await expect(form).toBeHidden();
  await expect(rowOf(page, promised.slug).getByText('6 months')).toBeVisible();

  await rowOf(page, promised.slug).getByRole('gridcell', { name: promised.slug }).click();
  const change = historyOf(page).getByRole('listitem').filter({ hasText: 'You edited this link' }).first();
  await expect(change).toContainText('Duration: 30 days → 6 months');
  await expect(change).toContainText('Remarks: None → Extended.');
});

test('after a concurrent edit the form lists the changes, or says why it cannot, keeps the input and can be saved again', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('latin-1');
  const { id } = await addLink(page.request, promised);
  await page.goto(`/?edit=${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Backlink' });
  await form.getByRole('textbox', { name: 'Remarks' }).fill('Mine.');
  await page.request.patch(`/api/links/${id}`, { data: { pocEmail: 'faster@journeys.example' } });
  await page.route(`**/api/links/${id}`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByRole('alert')).toContainText('The server did not answer.');
  await page.unroute(`**/api/links/${id}`);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByRole('alert')).toContainText('Someone changed this link while you were editing.');
  await expect(form.getByRole('alert')).toContainText('Contact email: faster@journeys.example');
  await expect(form.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Mine.');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Link Updated')).toBeVisible();
  const link = async () => (await page.request.get(`/api/links/${id}`)).json();
  await expect.poll(link).toMatchObject({ remarks: 'Mine.', pocEmail: 'faster@journeys.example' });
});

test('on a wide screen the details open beside the list, which stays usable', async ({ page, system }) => {
  const tag = 'beside';
  const slugs = (['live', 'nofollow', 'sponsored'] as const).map((kind) => system.articles.one(kind));
  for (const promised of slugs) await addLink(page.request, promised, { allowDuplicate: true, tags: [tag] });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/?tag=${tag}`);
  const list = page.url();
  const [first, second] = [rowOf(page, slugs[0]?.slug ?? ''), rowOf(page, slugs[1]?.slug ?? '')];
  await first.getByRole('gridcell').nth(1).click();
  const details = detailsOf(page);
  await expect(details).toBeFocused();
  await expect(details).toHaveRole('region');
  await expect(details.getByRole('heading', { name: slugs[0]?.slug ?? '' })).toBeVisible();
  const edge = await details.boundingBox();
  const grid = await page.getByRole('grid', { name: 'Links' }).boundingBox();
  expect((grid?.x ?? 0) + (grid?.width ?? 0)).toBeLessThanOrEqual(edge?.x ?? 0);
  expect((await page.evaluate(widthProblems)).filter((problem) => problem.includes('label'))).toEqual([]);

  // The list takes clicks and keys; another row replaces the link.
  await second.getByRole('gridcell').nth(1).click();
  await expect(details.getByRole('heading', { name: slugs[1]?.slug ?? '' })).toBeVisible();
  const at = page.url();
  const isLast = (await details.getByRole('button', { name: 'Next link' }).getAttribute('aria-disabled')) === 'true';
  const [there, back] = isLast ? ['k', 'j'] : ['j', 'k'];
  await page.keyboard.press(there);
  await expect(page).not.toHaveURL(at);
  await page.keyboard.press(back);
  await expect(page).toHaveURL(at);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page).toHaveURL(list);

  await page.setViewportSize({ width: 1100, height: 900 });
  await first.getByRole('gridcell').nth(1).click();
  await expect(details).toHaveRole('dialog');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('arrow keys step through the links of the list in the details panel', async ({ page, system }) => {
  const tag = 'stepped-through';
  const slugs = (['live', 'nofollow', 'sponsored'] as const).map((kind) => system.articles.one(kind));
  for (const promised of slugs) await addLink(page.request, promised, { allowDuplicate: true, tags: [tag] });
  await open(page, `/?sort=articleLink&dir=asc&tag=${tag}`);
  const rows = bodyRows(page);
  await expect(rows).toHaveCount(slugs.length);
  const second = await rows.nth(1).getByRole('gridcell').nth(1).textContent();
  await rows.first().getByRole('gridcell').nth(1).click();
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details.getByRole('button', { name: 'Previous link' })).toBeDisabled();
  const first = page.url();
  await page.keyboard.press('ArrowDown');
  await expect(page).not.toHaveURL(first);
  await expect(details).toContainText(second?.split('/').at(-1) ?? 'no article');
  // Presses faster than the page, and a button that keeps the focus at the end of the list.
  const next = details.getByRole('button', { name: 'Next link' });
  await next.click();
  await expect(next).toBeDisabled();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(first);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  // The panel was one step: Back leaves it.
  await page.goBack();
  await expect(details).toBeHidden();
});

test('checks that found nothing new are one line of the history, which opens, and the history can be limited', async ({
  page,
  system,
}) => {
  const { id } = await addLink(page.request, system.articles.one('live'), { allowDuplicate: true });
  for (let check = 0; check < 3; check += 1) {
    expect((await page.request.post(`/api/links/${id}/recheck`)).ok()).toBe(true);
  }
  await open(page, `/?link=${id}`);
  const history = historyOf(page);
  const checks = history.getByText('Checked: Live');
  await expect(history.getByText('Went live')).toBeVisible();
  await expect(checks).toHaveCount(1);
  await history.getByRole('button', { name: /^3 checks: Live/ }).click();
  await expect(checks).toHaveCount(4);
  const only = (name: string) => detailsOf(page).getByRole('button', { name, exact: true });
  await only('Changes').click();
  await expect(checks).toHaveCount(0);
  await expect(history.getByText('You added this link')).toBeVisible();
  await only('Checks').click();
  await expect(history.getByText('You added this link')).toBeHidden();
  await only('Checks').click();
  await expect(history.getByText('You added this link')).toBeVisible();
});
