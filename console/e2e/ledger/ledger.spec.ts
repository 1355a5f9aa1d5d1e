import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam } from '../fixtures/teams.ts';
import { addLink, expect, follow, goByKeys, open, test } from '../fixtures/test.ts';

const events = (page: Page) => page.getByRole('region', { name: 'Events' });
const row = (page: Page, name: string | RegExp) => events(page).getByRole('button', { name }).first();

test('the ledger tells what happens as stories, live, and a story opens to its events, their words and their JSON', async ({
  page,
  system,
}) => {
  await open(page, '/');
  await goByKeys(page, 'l', '/ledger');
  await expect(
    events(page)
      .or(page.getByRole('heading', { name: 'Nothing has happened yet' }))
      .first(),
  ).toBeVisible();
  const { id } = await addLink(page.request, system.articles.one('live'), { allowDuplicate: true });
  // The check joins the story of the link that it checks.
  const story = row(page, /You added a link.*Live: The link is on the page/);
  await expect(story).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();

  await story.press('Enter');
  const inside = events(page).getByRole('list', { name: 'Events of this story' });
  await expect(inside.getByRole('button', { name: /Checked: Live/ })).toBeVisible();
  await inside.getByRole('button', { name: /You added a link/ }).press('Enter');
  await expect(page.getByRole('region', { name: 'In words' })).toContainText('You added this link');
  await expect(page.getByRole('region', { name: 'As JSON' })).toContainText('"type": "LinkAdded"');
  await expect(page.getByRole('region', { name: 'As JSON' })).toContainText(id);
  const then = page.getByRole('link', { name: 'View at that time' });
  await expect(then).toHaveAttribute('href', new RegExp(`^/\\?link=${id}&asOf=\\d+$`));
  await page.getByRole('button', { name: 'Open link' }).click();
  await expect(page.getByLabel('Link Details', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectAccessible(page, 'ledger');
});

test('filters are in the address: a reload and the back button show the same', async ({ page, system }) => {
  const { id } = await addLink(page.request, system.articles.one('live'), { allowDuplicate: true });
  await addTeam(page.request, 'Ledger Team');
  await open(page, '/ledger?kind=teams');
  await expect(row(page, /You created the team Ledger Team/)).toBeVisible();
  await expect(events(page).getByText(/added a link/)).toBeHidden();
  await page.reload();
  await expect(row(page, /You created the team Ledger Team/)).toBeVisible();

  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/ledger');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Links', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/ledger?kind=links');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Add filter' })).toBeHidden();
  await page.getByRole('button', { name: 'People only' }).click();
  await expect(page).toHaveURL('/ledger?kind=links&people=true');
  await page.getByRole('button', { name: 'Remove filter Links' }).click();
  await expect(page).toHaveURL('/ledger?people=true');
  await page.getByRole('button', { name: 'People only' }).click();
  await follow(page, '/ledger?kind=links');
  await row(page, /You added a link/).click();
  await page.getByRole('button', { name: 'Only this link' }).click();
  await expect(page).toHaveURL(/\/ledger\?of=/);
  const teamId = await addTeam(page.request, 'Campaign Team');
  const dates = { startDate: '2026-01-01', endDate: '2026-12-31' };
  const made = await page.request.post('/api/campaigns', { data: { name: 'Autumn Ledger', teamId, ...dates } });
  expect(made.status()).toBe(201);
  await follow(page, `/ledger?campaign=${(await made.json()).id}`);
  await expect(page.getByRole('button', { name: 'Remove filter Campaign: Autumn Ledger' })).toBeVisible();
  await expect(events(page).getByRole('listitem')).toHaveCount(1);
  await expect(row(page, /You created the campaign Autumn Ledger/)).toBeVisible();
  await follow(page, `/ledger?of=${id}&from=2020-01-01&to=2020-01-02`);
  await expect(page.getByRole('heading', { name: 'No events match' })).toBeVisible();
});

test('older events come on demand, each once', async ({ page, system }) => {
  const { id } = await addLink(page.request, system.articles.one('live'), { allowDuplicate: true });
  for (let edit = 1; edit <= 60; edit += 1) {
    const edited = await page.request.patch(`/api/links/${id}`, { data: { remarks: `Edit ${edit}` } });
    expect(edited.ok()).toBe(true);
  }
  // Of checks, more events would follow: their evidence is stored later.
  const all = async () => (await page.request.get(`/api/ledger?kind=links&linkId=${id}&limit=1000`)).json();
  await expect.poll(async () => (await all()).length).toBe(61);
  await open(page, `/ledger?kind=links&of=${id}`);
  const rows = events(page).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(page.getByText('This is the beginning of the ledger.')).toBeVisible();
  await expect(rows).toHaveCount(61);
});
