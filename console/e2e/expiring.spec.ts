import type { Page } from '@playwright/test';
import { expectNoFindings } from './findings.ts';
import { addLink, expect, test, toast } from './journey.ts';
import { addMember, addTeam } from './team.ts';

/** So many days ago, as the API writes it. */
function daysAgo(days: number): string {
  return Temporal.Now.plainDateISO('UTC').subtract({ days }).toString();
}

function line(page: Page, piece: string) {
  return page.getByRole('list', { name: 'Links expiring soon' }).getByRole('listitem').filter({ hasText: piece });
}

test('what expires soon is listed by its days, searched, rechecked, edited and deleted', async ({ page, system }) => {
  await page.goto('/expiring-soon');
  await expect(page.getByRole('heading', { name: 'Nothing expires soon' })).toBeVisible();

  const [live, sponsored, ugc] = [
    system.articles.one('live'),
    system.articles.one('sponsored'),
    system.articles.one('ugc'),
  ];
  await addLink(page.request, live, { liveDate: daysAgo(20) });
  await addLink(page.request, sponsored, { liveDate: daysAgo(30) });
  await addLink(page.request, ugc, { liveDate: daysAgo(20), duration: '12 months' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Expiring Soon/ })).toContainText('2');
  await page.getByRole('link', { name: 'All that expire soon, with days left' }).click();
  await expect(page).toHaveURL('/expiring-soon');
  const lines = page.getByRole('list', { name: 'Links expiring soon' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText('ends today');
  await expect(lines.last()).toContainText('10 days left');
  await expect(line(page, ugc.slug)).toBeHidden();

  await page.getByRole('textbox', { name: 'Search' }).fill(live.slug);
  await expect(lines).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
  await page.getByRole('textbox', { name: 'Search' }).fill('nothing like it');
  await expect(page.getByText('No expiring link matches')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).click();

  await line(page, live.slug).getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: 'Link Details' })).toBeVisible();
  await page.keyboard.press('Escape');
  await line(page, live.slug).getByRole('button', { name: 'Recheck' }).click();
  await expect(toast(page, 'Link is still live!')).toBeVisible();
  await line(page, live.slug).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Backlink' });
  await dialog.getByRole('textbox', { name: 'Duration' }).fill('900');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Link Updated')).toBeVisible();
  await expect(line(page, live.slug)).toBeHidden();
  await line(page, sponsored.slug).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Link Deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing expires soon' })).toBeVisible();
  await toast(page, 'Link Deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(line(page, sponsored.slug)).toBeVisible();
});

test('a viewer sees a team’s links run out, and may not touch them', async ({ page, browser, system }) => {
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
  const row = line(theirs, promised.slug);
  await expect(row).toContainText('5 days left');
  await expect(row.getByRole('link', { name: 'Team: Ending desk' })).toHaveAttribute('href', `/teams/${team}`);
  for (const name of ['Recheck', 'Edit', 'Delete']) {
    await expect(row.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  await viewer.close();
});

test('axe finds nothing on what expires soon', async ({ page, system }) => {
  const { articleLink, clientLink } = system.articles.one('not-found');
  const long = `${articleLink}?${'a-long-query-'.repeat(60)}`;
  await addLink(page.request, { articleLink: long, clientLink }, { liveDate: daysAgo(28), allowDuplicate: true });
  for (const [at, shows] of [
    ['/expiring-soon', line(page, 'a-long-query')],
    ['/expiring-soon?q=nothing-like-it', page.getByText('No expiring link matches')],
  ] as const) {
    await page.goto(at);
    await expect(shows).toBeVisible();
    await expectNoFindings(page, at);
  }
});
