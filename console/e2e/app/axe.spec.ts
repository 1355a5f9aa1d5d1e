import { expectAccessible } from '../fixtures/accessibility.ts';
import { addLink, expect, follow, test } from '../fixtures/test.ts';

test.use({ sharesTab: false });

test('every page is accessible', async ({ page, system }) => {
  const liveDate = Temporal.Now.plainDateISO('UTC').subtract({ days: 20 }).toString();
  const link = await addLink(page.request, system.articles.one('live'), { liveDate });
  for (const kind of ['sponsored', 'not-found', 'server-error'] as const) {
    await addLink(page.request, system.articles.one(kind), { liveDate });
  }
  const trashed = await addLink(page.request, system.articles.one('ugc'));
  await page.request.delete(`/api/links/${trashed.id}`);
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const grid = page.getByRole('grid', { name: 'Links' }).getByRole('gridcell').first();
  const screens = [
    { at: '/', shows: grid },
    { at: '/?q=nothing-like-it', shows: page.getByText('No links found') },
    { at: '/?dialog=add', shows: dialog('Add Backlink').getByRole('textbox', { name: 'Article Link' }) },
    { at: '/?dialog=filter', shows: dialog('Filter Links') },
    { at: '/?dialog=sort', shows: dialog('Sort') },
    { at: '/?dialog=keys', shows: dialog('Keyboard shortcuts') },
    {
      at: `/?link=${link.id}`,
      shows: page.getByLabel('Link Details', { exact: true }).getByRole('list', { name: 'History' }),
    },
    { at: `/?edit=${link.id}`, shows: dialog('Edit Backlink').getByRole('textbox', { name: 'Article Link' }) },
    { at: '/trash', shows: page.getByRole('button', { name: 'Restore' }) },
    { at: '/ledger', shows: page.getByRole('region', { name: 'Events' }) },
    { at: '/system', shows: page.getByRole('heading', { name: 'Processes' }) },
    { at: '/settings', shows: page.getByRole('textbox', { name: 'First Name' }) },
    { at: '/no/such/page', shows: page.getByRole('heading', { name: 'Page Not Found' }) },
  ];
  await page.goto('/');
  for (const { at, shows } of screens) {
    await follow(page, at);
    await expect(shows.first()).toBeVisible();
    await expectAccessible(page, at);
  }
});

test.describe('signed out', () => {
  test.use({ signedIn: false });

  test('axe finds nothing on the welcome and sign-in pages', async ({ page }) => {
    for (const at of ['/', '/api/login', '/api/login/email/callback?token=used']) {
      await page.goto(at);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectAccessible(page, at);
    }
  });
});
