import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import type { ComparisonAnswer } from '../../../query-service/contract/answers/as-of.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addLink, expect, follow, open, test, toast } from '../fixtures/test.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** Waits until a link is in the comparison with now: a page that was opened before does not change by itself. */
async function expectCompared(request: APIRequestContext, linkId: string): Promise<void> {
  const changesOf = async () => {
    const { rows }: ComparisonAnswer = await (await request.get('/api/compare?from=2026-01-31&pageSize=500')).json();
    return rows.find(({ link }) => link.id === linkId)?.changes;
  };
  await expect.poll(changesOf).toEqual(['added', 'went-live']);
}

test('two days are compared: counts, the links, a file, and an address that shows the same', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('live');
  const { id } = await addLink(page.request, promised);
  await expectCompared(page.request, id);
  await open(page, '/ledger');
  await page.getByRole('link', { name: 'Compare two days' }).click();
  await expect(page).toHaveURL(/\/compare\?from=\d{4}-\d{2}-\d{2}$/);
  await expect(page.getByText('Nothing was recorded before')).toBeVisible();
  const changes = page.getByRole('region', { name: 'Changes' });
  const rows = page.getByRole('table', { name: 'Changed links' }).getByRole('row');
  const row = rows.filter({ hasText: promised.slug });
  await expect(row).toContainText('Went live');

  await changes.getByRole('button', { name: /^Went live/ }).click();
  await expect(page).toHaveURL(/&change=went-live$/);
  await page.reload();
  await expect(changes.getByRole('button', { name: /^Went live/ })).toHaveAttribute('aria-pressed', 'true');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^changes-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`${id},added went-live,`);
  await expect(toast(page, 'Export Complete')).toBeVisible();
  await expectAccessible(page, 'compare');

  await row.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Link Details' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/compare\?from=.*&change=went-live$/);
  await changes.getByRole('button', { name: /^Lost/ }).click();
  await expect(page.getByRole('heading', { name: 'No link changed in this way' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all changes' }).click();
  await expect(row).toContainText('Went live');
});

test('a past day leads to its comparison with today, for the same client', async ({ page, system }) => {
  const { id } = await addLink(page.request, system.articles.one('nofollow-meta'));
  const { clientDomain: client } = await (await page.request.get(`/api/links/${id}`)).json();
  await expectCompared(page.request, id);
  await open(page, `/clients/${client}?asOf=2026-01-31`);
  await page.getByRole('link', { name: 'Compare with today' }).click();
  await expect(page).toHaveURL(`/compare?from=2026-01-31&client=${client}`);
  await expect(page.getByRole('table', { name: 'Changed links' })).toContainText('Added');
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Compare with today' }).click();
  await expect(page).toHaveURL(/\/compare\?from=\d{4}-\d{2}-\d{2}$/);
});

test('days that cannot be compared say why, and so do lists and campaigns of others', async ({ page }) => {
  await open(page, `/compare?from=${today()}`);
  await expect(page.getByRole('heading', { name: 'Both days are the same' })).toBeVisible();
  await follow(page, '/compare?from=2026-03-02&to=2026-02-01');
  await expect(page.getByRole('heading', { name: 'Feb 1, 2026 – Mar 2, 2026' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing changed' })).toBeVisible();
  await follow(page, '/compare?from=2999-01-01');
  await expect(page.getByRole('heading', { name: 'This day is in the future' })).toBeVisible();
  await follow(page, '/compare?from=yesterday');
  await expect(page.getByText('from must be a day')).toBeVisible();
  await follow(page, '/compare?from=2026-01-01&team=somebody-elses');
  await expect(page.getByRole('heading', { name: 'You do not see this list' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare all lists' }).click();
  await expect(page).toHaveURL('/compare?from=2026-01-01');
  await follow(page, '/compare?from=2026-01-01&campaign=somebody-elses');
  await expect(page.getByRole('heading', { name: 'You do not see this campaign' })).toBeVisible();
});

test('two shares of one client that show one day each are compared in the lists that both show', async ({
  page,
  system,
}) => {
  const { id } = await addLink(page.request, system.articles.one('sponsored'));
  const { clientDomain } = await (await page.request.get(`/api/links/${id}`)).json();
  const days = ['2026-06-30', '2026-09-30'] as const;
  for (const asOf of days) {
    const made = await page.request.post('/api/shared-links', { data: { clientDomain, teamId: null, asOf } });
    expect(made.status()).toBe(201);
  }
  await open(page, '/clients');
  await page.getByRole('button', { name: `Compare the share of ${clientDomain} of Sep 30, 2026` }).click();
  await page.getByRole('menuitem', { name: 'With the share of Jun 30, 2026' }).click();
  await expect(page).toHaveURL(`/compare?from=${days[0]}&to=${days[1]}&client=${clientDomain}&team=personal`);
  await expect(page.getByRole('heading', { name: 'Nothing changed' })).toBeVisible();
});
