import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import type { ActivityPageAnswer, ComparisonAnswer } from '../../../query-service/contract/answers/as-of.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addLink, expect, follow, open, test, toast } from '../fixtures/test.ts';

const SHORT_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

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
  await page.getByRole('tab', { name: 'Then and now' }).click();
  await expect(page).toHaveURL(/&view=days$/);
  await expect(page.getByText('Nothing was recorded before')).toBeVisible();
  const changes = page.getByRole('region', { name: 'Changes' });
  const rows = page.getByRole('table', { name: 'What changed' }).getByRole('row');
  const row = rows.filter({ hasText: promised.slug });
  await expect(row).toContainText('Went live');

  await changes.getByRole('button', { name: /^Went live/ }).click();
  await expect(page).toHaveURL(/&view=days&change=went-live$/);
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
  await expect(page.getByLabel('Link Details', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/compare\?from=.*&view=days&change=went-live$/);
  await changes.getByRole('button', { name: /^Lost/ }).click();
  await expect(page.getByRole('heading', { name: 'No link changed in this way' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all changes' }).click();
  await expect(row).toContainText('Went live');
});

test('a link that went live and was lost in a period counts in both, with day and reason, and in the file', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('several');
  const { id } = await addLink(page.request, promised);
  await expectCompared(page.request, id);
  for (const claim of ['removed', 'live', 'removed']) {
    const said = await page.request.post(`/api/links/${id}/corrections`, { data: { claim, note: 'I looked.' } });
    expect(said.status()).toBeLessThan(300);
  }
  const lostOf = async () => {
    const answer = await page.request.get('/api/activity?from=2026-01-31&kind=lost&pageSize=500');
    const { rows }: ActivityPageAnswer = await answer.json();
    return rows.filter(({ linkId }) => linkId === id).length;
  };
  await expect.poll(lostOf).toBe(2);

  await open(page, '/compare?from=2026-01-31');
  const rows = page.getByRole('table', { name: 'What happened' }).getByRole('row').filter({ hasText: promised.slug });
  for (const [kind, times] of Object.entries({ 'Went live': 1, Lost: 2, 'Came back': 1, Added: 1 }))
    await expect(rows.getByText(kind, { exact: true })).toHaveCount(times);
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Lost/ }).click();
  await expect(page).toHaveURL(/&change=lost$/);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(SHORT_DAY.format(new Date()));
  await expect(rows.first()).toContainText('Corrected by a person: the link was removed.');
  await expectAccessible(page, 'what happened');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^activity-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\n').filter((line) => line.includes(`,${id},`))).toHaveLength(2);
  await rows.first().getByRole('link').click();
  await expect(page.getByLabel('Link Details', { exact: true })).toBeVisible();
});

test('a past day leads to its comparison with today, for the same client', async ({ page, system }) => {
  const { id } = await addLink(page.request, system.articles.one('nofollow-meta'));
  const { clientDomain: client } = await (await page.request.get(`/api/links/${id}`)).json();
  await expectCompared(page.request, id);
  await open(page, `/clients/${client}?asOf=2026-01-31`);
  await page.getByRole('link', { name: 'Compare with today' }).click();
  await expect(page).toHaveURL(`/compare?from=2026-01-31&client=${client}`);
  await expect(page.getByRole('table', { name: 'What happened' })).toContainText('Added');
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('button', { name: 'As of: Today' }).click();
  await page.getByRole('menuitem', { name: 'Compare two days' }).click();
  await expect(page).toHaveURL(/\/compare\?from=\d{4}-\d{2}-\d{2}$/);
});

test('days that cannot be compared say why, and so do teams and campaigns of others', async ({ page }) => {
  await open(page, `/compare?from=${today()}`);
  await expect(page.getByRole('heading', { name: 'Both days are the same' })).toBeVisible();
  await follow(page, '/compare?from=2026-03-02&to=2026-02-01');
  await expect(page.getByRole('heading', { name: 'Feb 1, 2026 – Mar 2, 2026' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing happened' })).toBeVisible();
  await follow(page, '/compare?from=2999-01-01');
  await expect(page.getByRole('heading', { name: 'This day is in the future' })).toBeVisible();
  await follow(page, '/compare?from=yesterday');
  await expect(page.getByText('from must be a day')).toBeVisible();
  await follow(page, '/compare?from=2026-01-01&team=somebody-elses');
  await expect(page.getByRole('heading', { name: 'You don’t have access to this team’s links' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare All Links' }).click();
  await expect(page).toHaveURL('/compare?from=2026-01-01');
  await follow(page, '/compare?from=2026-01-01&campaign=somebody-elses');
  await expect(page.getByRole('heading', { name: 'You don’t have access to this campaign' })).toBeVisible();
});

test('two shares of one client that show one moment each are compared in the lists that both show', async ({
  page,
  system,
}) => {
  const { id } = await addLink(page.request, system.articles.one('sponsored'));
  await expectCompared(page.request, id);
  const { clientDomain } = await (await page.request.get(`/api/links/${id}`)).json();
  for (let made = 0; made < 2; made += 1) {
    const data = { clientDomain, teamId: null, asOf: new Date().toISOString() };
    expect((await page.request.post('/api/shared-links', { data })).status()).toBe(201);
  }
  const day = SHORT_DAY.format(new Date());
  await open(page, '/clients');
  await page
    .getByRole('button', { name: `Compare the share of ${clientDomain} of ${day}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: `With the share of ${day}` }).click();
  await expect(page).toHaveURL(
    new RegExp(`/compare\\?from=[^&]+&to=[^&]+&client=${clientDomain}&team=personal&view=days$`),
  );
  await expect(page.getByRole('heading', { name: 'Nothing changed' })).toBeVisible();
});
