import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, bodyRows, expect, follow, keepToast, open, rowOf, test, toast } from '../fixtures/test.ts';

const tab = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Views' }).getByRole('button', { name, exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });
const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save View' });

test('a view is saved, applied, made the start of the dashboard, and deleted with an undo', async ({
  page,
  system,
}) => {
  const gone = system.articles.one('not-found');
  await addLink(page.request, system.articles.one('live'));
  await addLink(page.request, gone);
  await page.goto('/');
  await opener(page).click();
  await expect(menu(page)).toContainText('Save the current filter and order to come back to them.');
  await expectAccessible(page, 'no saved views');
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeFocused();

  await follow(page, '/?status=not-found&sort=status&dir=asc');
  await expect(bodyRows(page)).toHaveCount(1);
  await opener(page).click();
  await menu(page).getByRole('textbox', { name: 'Name' }).fill('To claim');
  await menu(page).getByRole('button', { name: 'Save view' }).click();
  await expect(toast(page, 'View saved')).toContainText('To claim');
  const view = menu(page).getByRole('button', { name: 'To claim', exact: true });
  await expect(view).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page, 'a saved view');

  await page.keyboard.press('Escape');
  await expect(tab(page, 'To claim')).toHaveAttribute('aria-current', 'true');
  await tab(page, 'All links').click();
  await expect(page).toHaveURL('/');
  await expect(bodyRows(page)).toHaveCount(2);
  await tab(page, 'To claim').click();
  await expect(page).toHaveURL(/status=not-found/);
  await expect(page).toHaveURL(/sort=status/);
  await expect(bodyRows(page)).toHaveCount(1);

  await opener(page).click();
  const start = menu(page).getByRole('button', { name: 'Start page: “To claim”' });
  await start.click();
  await expect(start).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/');
  await expect(page).toHaveURL(/status=not-found/);
  await expect(rowOf(page, gone.slug)).toBeVisible();

  await opener(page).click();
  await menu(page).getByRole('button', { name: 'Delete view “To claim”' }).click();
  const deleted = await keepToast(page, 'View deleted');
  await expect(view).toBeHidden();
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(view).toBeVisible();
});

test('a view is shared with a team: a member can apply it, and a viewer cannot delete it', async ({
  page,
  browser,
  system,
}) => {
  const team = await addTeam(page.request, 'Views desk');
  await addLink(page.request, system.articles.one('live'), { teamId: team, allowDuplicate: true });
  await open(page, '/?status=live');
  await opener(page).click();
  await menu(page).getByRole('textbox', { name: 'Name' }).fill('Everything live');
  await menu(page).getByRole('combobox', { name: 'Visible to' }).click();
  await page.getByRole('option', { name: 'Views desk' }).click();
  await menu(page).getByRole('button', { name: 'Save view' }).click();
  await expect(toast(page, 'View saved')).toBeVisible();

  const person = { name: 'Vera', email: 'vera@views.example', permission: 'view' } as const;
  const viewer = await addMember(page.request, browser, system, team, person);
  const theirs = await viewer.newPage();
  await theirs.goto('/');
  await opener(theirs).click();
  const view = menu(theirs).getByRole('button', { name: 'Everything live Views desk' });
  await expect(view).toBeVisible();
  await expect(menu(theirs).getByRole('button', { name: /^Delete view/ })).toHaveCount(0);
  await view.click();
  await expect(theirs).toHaveURL('/?status=live');
  await viewer.close();
});

test('every list has views of its own: my links, and those that could not be read', async ({ page, system }) => {
  const unread = system.articles.one('server-error');
  const live = system.articles.one('nofollow');
  await addLink(page.request, unread, { assignedTo: null });
  await addLink(page.request, live);
  await open(page, '/');
  await tab(page, 'Unreadable').click();
  await expect(rowOf(page, unread.slug)).toBeVisible();
  await expect(rowOf(page, live.slug)).toBeHidden();
  // Its many reasons are one filter.
  await expect(page.getByRole('button', { name: /^Remove filter Reason: \d+ values$/ })).toBeVisible();
  await expectAccessible(page, 'a view of the list');
  await tab(page, 'Assigned to me').click();
  await expect(rowOf(page, live.slug)).toBeVisible();
  await expect(rowOf(page, unread.slug)).toBeHidden();
  await expect(tab(page, 'Assigned to me')).toHaveAttribute('aria-current', 'true');
  await tab(page, 'All links').click();
  await expect(rowOf(page, unread.slug)).toBeVisible();
});
