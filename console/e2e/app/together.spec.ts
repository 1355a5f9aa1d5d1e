import { addLink, expect, open, rowOf, test } from '../fixtures/test.ts';

test('another person’s link cannot be opened by its address', async ({ page, browser, system }) => {
  const { id } = await addLink(page.request, system.articles.one('live'));
  const other = await browser.newContext({
    baseURL: system.url,
    storageState: await system.person('stranger@journeys.example'),
  });
  const theirs = await other.newPage();
  await theirs.goto(`/?link=${id}`);
  const details = theirs.getByLabel('Link Details', { exact: true });
  await expect(details.getByRole('heading', { name: 'This link no longer exists' })).toBeVisible();
  await expect(details).not.toContainText('first-winter');
  for (const path of [`/api/links/${id}`, `/api/links/${id}/history`]) {
    expect((await other.request.get(path)).status(), path).toBe(404);
  }
  for (const answer of [
    await other.request.patch(`/api/links/${id}`, { data: { remarks: 'mine now' } }),
    await other.request.post(`/api/links/${id}/recheck`),
    await other.request.delete(`/api/links/${id}`),
  ]) {
    expect(answer.status()).toBe(404);
  }
  await other.close();
});

test('a change in one browser appears in another without a reload', async ({ page, browser, system, context }) => {
  const promised = system.articles.one('ugc');
  const second = await browser.newContext({ baseURL: system.url, storageState: await context.storageState() });
  const elsewhere = await second.newPage();
  await Promise.all([open(page, '/'), elsewhere.goto('/')]);
  await expect(elsewhere.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  const { id } = await addLink(page.request, promised);
  await expect(rowOf(elsewhere, promised.slug).getByRole('gridcell', { name: /^Live\b/ })).toBeVisible();
  await page.request.patch(`/api/links/${id}`, { data: { duration: '7 weeks' } });
  await expect(rowOf(elsewhere, promised.slug).getByText('7 weeks')).toBeVisible();
  await page.request.delete(`/api/links/${id}`);
  await expect(rowOf(elsewhere, promised.slug)).toBeHidden();
  await second.close();
});
