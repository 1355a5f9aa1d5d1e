import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, bodyRows, expect, follow, keepToast, open, rowOf, test, toast } from '../fixtures/test.ts';

/** So many days ago, as the API writes it. */
function daysAgo(days: number): string {
  return Temporal.Now.plainDateISO('UTC').subtract({ days }).toString();
}

test('expiring links are sorted by their days, searched, rechecked, edited and deleted', async ({ page, system }) => {
  await open(page, '/expiring-soon');
  await expect(page.getByRole('heading', { name: 'Nothing expires soon' })).toBeVisible();

  const [live, sponsored, ugc] = [
    system.articles.one('live'),
    system.articles.one('sponsored'),
    system.articles.one('ugc'),
  ];
  await addLink(page.request, live, { liveDate: daysAgo(20) });
  await addLink(page.request, sponsored, { liveDate: daysAgo(30) });
  await addLink(page.request, ugc, { liveDate: daysAgo(20), duration: '12 months' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('button', { name: /^Expiring Soon/ })).toContainText('2');
  await page.getByRole('link', { name: 'All links that expire soon, with days left' }).click();
  await expect(page).toHaveURL('/expiring-soon');
  await expect(bodyRows(page)).toHaveCount(2);
  await expect(page.getByRole('columnheader', { name: 'Until' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(bodyRows(page).first()).toContainText('ends today');
  await expect(bodyRows(page).last()).toContainText('10 days left');
  await expect(rowOf(page, ugc.slug)).toBeHidden();

  await page.getByRole('textbox', { name: 'Search' }).fill(live.slug);
  await expect(bodyRows(page)).toHaveCount(1);
  await expect(page).toHaveURL(`/expiring-soon?q=${live.slug}`);
  await page.getByRole('textbox', { name: 'Search' }).fill('nothing like it');
  await expect(page.getByText('No links found')).toBeVisible();
  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await expect(page).toHaveURL('/expiring-soon');

  await rowOf(page, live.slug).getByRole('gridcell').nth(1).click();
  await expect(page.getByLabel('Link Details', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await rowOf(page, live.slug).getByRole('button', { name: 'Recheck' }).click();
  await expect(toast(page, 'Link is still live!')).toBeVisible();
  await rowOf(page, live.slug).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Backlink' });
  await dialog.getByRole('textbox', { name: 'Duration' }).fill('900');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Link Updated')).toBeVisible();
  await expect(rowOf(page, live.slug)).toBeHidden();
  await rowOf(page, sponsored.slug).getByRole('button', { name: 'Delete' }).click();
  const deleted = await keepToast(page, 'Link Deleted');
  await expect(page.getByRole('heading', { name: 'Nothing expires soon' })).toBeVisible();
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, sponsored.slug)).toBeVisible();
});

test('expiring links are sorted, filtered and changed in bulk like every other list', async ({ page, system }) => {
  const [first, second] = [system.articles.one('nofollow'), system.articles.one('redirected')];
  await addLink(page.request, first, { liveDate: daysAgo(26) });
  await addLink(page.request, second, { liveDate: daysAgo(24) });
  await open(page, '/expiring-soon');
  await page.getByRole('banner').getByRole('button', { name: 'Sort' }).click();
  const sort = page.getByRole('dialog', { name: 'Sort' });
  await expect(sort.getByRole('radio', { name: 'Expires (soonest)' })).toBeChecked();
  await sort.getByRole('radio', { name: 'Last checked (newest)' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/expiring-soon?sort=lastChecked&dir=desc');
  await expect(bodyRows(page).first()).toContainText(second.slug);
  // A search keeps the order, which is not the usual one of this screen.
  await page.getByRole('textbox', { name: 'Search' }).fill(second.slug);
  await expect(page).toHaveURL(/sort=lastChecked&dir=desc/);
  await page.getByRole('textbox', { name: 'Search' }).fill('');
  await page.getByRole('columnheader', { name: 'Until' }).click();
  await expect(page).toHaveURL('/expiring-soon');
  await expect(rowOf(page, second.slug)).toBeVisible();

  for (const { slug } of [first, second]) await rowOf(page, slug).getByRole('checkbox').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move 2 links to trash' }).click();
  await expect(rowOf(page, first.slug)).toBeHidden();
  await expect(rowOf(page, second.slug)).toBeHidden();
});

test('a viewer sees a team’s expiring links and cannot change them', async ({ page, browser, system }) => {
  const team = await addTeam(page.request, 'Ending desk');
  const viewer = await addMember(page.request, browser, system, team, {
    name: 'Vera',
    email: 'vera@expiring.example',
    permission: 'view',
  });
  const theirs = await viewer.newPage();
  await theirs.goto('/expiring-soon');
  await expect(theirs.getByRole('heading', { name: 'Nothing expires soon' })).toBeVisible();
  const promised = system.articles.one('nofollow');
  await addLink(page.request, promised, { teamId: team, liveDate: daysAgo(25) });
  const row = rowOf(theirs, promised.slug);
  await expect(row).toContainText('5 days left');
  for (const name of ['Recheck', 'Edit', 'Delete']) {
    await expect(row.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  await viewer.close();
});

test('the Expiring Soon page is accessible', async ({ page, system }) => {
  const { articleLink, clientLink } = system.articles.one('not-found');
  const long = `${articleLink}?${'a-long-query-'.repeat(60)}`;
  await addLink(page.request, { articleLink: long, clientLink }, { liveDate: daysAgo(28), allowDuplicate: true });
  await open(page, '/expiring-soon');
  for (const [at, shows] of [
    ['/expiring-soon', rowOf(page, 'a-long-query')],
    ['/expiring-soon?q=nothing-like-it', page.getByText('No links found')],
  ] as const) {
    await follow(page, at);
    await expect(shows).toBeVisible();
    await expectAccessible(page, at);
  }
});
