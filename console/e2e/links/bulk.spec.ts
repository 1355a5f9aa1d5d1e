import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, bodyRows, expect, follow, keepToast, open, rowOf, test, toast } from '../fixtures/test.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const ticks = (page: Page) => page.getByRole('checkbox', { name: 'Select link' });

/** Twelve links, none of them with a tag. All are checked: a check moves its row to the top. */
test.beforeEach(async ({ page, system }) => {
  const there = await (await page.request.get('/api/links?page=1&pageSize=5')).json();
  if (there.length > 0) return;
  const { articleLink, clientLink } = system.articles.one('live');
  const rows = Array.from({ length: 12 }, (_, n) => `${articleLink}${n === 0 ? '' : `?copy=${n}`},${clientLink}`);
  const answer = await page.request.post('/api/links/import', {
    headers: { 'Content-Type': 'text/csv' },
    data: ['articleLink,clientLink', ...rows].join('\n'),
  });
  expect((await answer.json()).imported).toBe(12);
  const live = async () => (await (await page.request.get('/api/links?status=live')).json()).length;
  await expect.poll(live, { timeout: 60_000 }).toBe(12);
});

test('all matching links get tags at once, can be filtered by them, and one Undo removes the tags', async ({
  page,
}) => {
  await open(page, '/?q=copy&sort=articleLink&dir=asc');
  await expect(page.getByText('1–10 of 11')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Over time' }).getByText(/link.* live/)).toBeVisible();
  const place = await rowOf(page, 'copy=').first().boundingBox();
  await ticks(page).first().check();
  await expect(bar(page)).toContainText('1 selected');
  expect(await rowOf(page, 'copy=').first().boundingBox()).toEqual(place);
  await bar(page).getByRole('button', { name: 'Select this page' }).click();
  await expect(bar(page)).toContainText('10 selected');
  await bar(page).getByRole('button', { name: 'Select all 11 that match' }).click();
  await expect(bar(page)).toContainText('11 selected');
  await bar(page).getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tag Links' });
  await dialog.getByRole('combobox', { name: 'Add Tags' }).fill('Spring, outreach');
  await dialog.getByRole('button', { name: 'Tag 11 links' }).click();
  await expect(toast(page, '11 links tagged')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(rowOf(page, 'copy=').first()).toContainText('outreach+1');

  await follow(page, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Filter' }).click();
  const filter = page.getByRole('dialog', { name: 'Filter Links' });
  await filter.getByRole('tab', { name: 'Tag' }).click();
  await filter.getByRole('textbox', { name: 'Search Tag' }).fill('spri');
  await filter.getByRole('checkbox', { name: 'Spring 11' }).check();
  await filter.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/?tag=Spring');
  await expect(page.getByText('1–10 of 11')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove filter Tag: Spring' })).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(10);

  await page.getByRole('checkbox', { name: 'Select all links on this page' }).check();
  await bar(page).getByRole('button', { name: 'Select all 11 that match' }).click();
  await bar(page).getByRole('button', { name: 'Tags' }).click();
  await dialog.getByRole('combobox', { name: 'Remove Tags' }).fill('spring, outreach');
  await dialog.getByRole('button', { name: 'Tag 11 links' }).click();
  const tagged = await keepToast(page, '11 links tagged');
  await expect(page.getByText('No links found')).toBeVisible();
  await tagged.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(page.getByText('1–10 of 11')).toBeVisible();
});

test('links are selected, deselected, deleted and restored by keyboard', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await ticks(page).first().focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(ticks(page).first()).toBeFocused();

  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('2 selected');
  const button = bar(page).getByRole('button', { name: 'Trash' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move Links to Trash' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Move 2 links to trash' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(bar(page)).toContainText('2 selected');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move 2 links to trash' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const moved = await keepToast(page, '2 links moved to trash');
  await expect(page.getByText('1–10 of 10')).toBeVisible();
  await moved.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1–10 of 12')).toBeVisible();
});

test('a bulk action that is not allowed explains why, and counts the links it applies to', async ({
  page,
  browser,
  system,
}) => {
  const team = await addTeam(page.request, 'Reading room');
  const viewer = await addMember(page.request, browser, system, team, {
    name: 'Vito',
    email: 'vito@journeys.example',
    permission: 'view',
  });
  const [theirs, own] = [system.articles.one('ugc'), system.articles.one('nofollow')];
  await addLink(page.request, theirs, { teamId: team });
  await addLink(viewer.request, own);
  const screen = await viewer.newPage();
  await screen.goto('/');
  await rowOf(screen, theirs.slug).getByRole('checkbox').check();
  const trash = bar(screen).getByRole('button', { name: 'Trash' });
  await expect(trash).toHaveAttribute('aria-disabled', 'true');
  await trash.focus();
  await expect(trash).toHaveAccessibleDescription(/You can only view/);

  await rowOf(screen, own.slug).getByRole('checkbox').check();
  await expect(trash).not.toHaveAttribute('aria-disabled');
  await trash.click();
  const dialog = screen.getByRole('dialog', { name: 'Move Links to Trash' });
  await expect(dialog.getByRole('status')).toContainText('1 of 2 links');
  await expect(dialog.getByRole('listitem')).toContainText('1 link: ');
  await dialog.getByRole('button', { name: 'Move 1 link to trash' }).click();
  const report = screen.getByText('1 link moved to trash, 1 link failed');
  await expect(report).toBeVisible();
  await screen.getByRole('button', { name: 'Show', exact: true }).click();
  await screen.getByRole('button', { name: 'Open link' }).click();
  await expect(screen.getByLabel('Link Details', { exact: true })).toContainText(theirs.slug);
  await viewer.close();
});

test('several links are edited, moved to a team and assigned at once', async ({ page }) => {
  const team = await addTeam(page.request, 'Handed over');
  const count = 3;
  await open(page, '/?q=copy%3D1');
  await expect(bodyRows(page)).toHaveCount(count);
  await page.getByRole('checkbox', { name: 'Select all links on this page' }).check();
  await bar(page).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Links' });
  await edit.getByRole('checkbox', { name: 'Duration' }).check();
  await edit.getByRole('textbox', { name: 'Duration' }).fill('zero');
  await expect(edit.getByText(/Duration must be/)).toBeVisible();
  await edit.getByRole('textbox', { name: 'Duration' }).fill('9');
  await edit.getByRole('button', { name: `Change ${count} links` }).click();
  await expect(rowOf(page, 'copy=').first()).toContainText('9 days');

  await page.getByRole('checkbox', { name: 'Select all links on this page' }).check();
  await bar(page).getByRole('button', { name: 'Move' }).click();
  const move = page.getByRole('dialog', { name: 'Move Links' });
  await move.getByRole('combobox', { name: 'Move To' }).click();
  await page.getByRole('option', { name: 'Handed over' }).click();
  await move.getByRole('button', { name: `Move ${count} links` }).click();
  await expect(toast(page, `${count} links moved`)).toBeVisible();

  await follow(page, `/teams/${team}`);
  // The list before has as many rows.
  await expect(page.getByRole('heading', { name: 'Handed over', level: 1 })).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(count);
  await page.getByRole('checkbox', { name: 'Select all links on this page' }).check();
  await bar(page).getByRole('button', { name: 'Assign' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign Links' });
  await assign.getByRole('combobox', { name: 'Assign To' }).click();
  await page.getByRole('option', { name: 'Unassigned' }).click();
  await assign.getByRole('button', { name: `Assign ${count} links` }).click();
  await expect(rowOf(page, 'Unassigned')).toHaveCount(count);
});

test('the choice and width of columns and compact rows survive a reload until they are reset', async ({ page }) => {
  await page.goto('/');
  const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  await expect(head('Anchor')).toBeVisible();
  const status = head('Status');
  const widthOf = async (column: Locator) => Math.round((await column.boundingBox())?.width ?? 0);
  const usual = { anchor: await widthOf(head('Anchor')), status: await widthOf(status) };
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns of this table' });
  await expect(menu.getByRole('checkbox', { name: 'Article Link' })).toBeDisabled();
  await menu.getByRole('button', { name: 'Make Anchor wider' }).click();
  await menu.getByRole('checkbox', { name: 'Type' }).uncheck();
  await menu.getByRole('checkbox', { name: 'Tags' }).check();
  await menu.getByRole('checkbox', { name: 'Compact rows' }).check();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  const heightOf = async () => (await page.getByRole('grid').locator('tbody tr').first().boundingBox())?.height;
  expect(await heightOf()).toBe(40);

  // And by its edge.
  const before = await status.boundingBox();
  if (before === null) throw new Error('The column is not shown.');
  await page.mouse.move(before.x + before.width - 1, before.y + 20);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 39, before.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(status)).toBe(usual.status + 40);

  await page.reload();
  await expect(head('Tags')).toBeVisible();
  await expect(head('Type')).toBeHidden();
  expect(await heightOf()).toBe(40);
  expect(await widthOf(status)).toBe(usual.status + 40);
  expect(await widthOf(head('Anchor'))).toBeGreaterThanOrEqual(usual.anchor + 20);

  await page.getByRole('button', { name: 'Columns' }).click();
  await menu.getByRole('button', { name: 'Reset columns' }).click();
  await page.keyboard.press('Escape');
  await expect(head('Type')).toBeVisible();
  await expect(head('Tags')).toBeHidden();
  expect(await heightOf()).toBe(52);
  await expect.poll(() => widthOf(status)).toBe(usual.status);
  await expect.poll(() => widthOf(head('Anchor'))).toBe(usual.anchor);
});

test('tags are added with a link and edited later, with suggestions of known tags', async ({ page, system }) => {
  const promised = system.articles.one('sponsored');
  await open(page, '/?dialog=add');
  const add = page.getByRole('dialog', { name: 'Add Backlink' });
  await add.getByRole('textbox', { name: 'Article Link' }).fill(promised.articleLink);
  await add.getByRole('textbox', { name: 'Client Link' }).fill(promised.clientLink);
  await add.getByRole('combobox', { name: 'Tags (Optional)' }).fill('Priority, <b>bold</b>');
  await add.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'Link Added')).toBeVisible();
  await rowOf(page, promised.slug).click();
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details).toContainText('<b>bold</b>');
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Backlink' });
  await edit.getByRole('combobox', { name: 'Tags (Optional)' }).click();
  await page.keyboard.press('Backspace');
  await edit.getByRole('combobox', { name: 'Tags (Optional)' }).fill('an-outrageously-long-tag-that-nobody-would-read');
  await page.keyboard.press('Enter');
  await expect(edit.getByText('A tag must be at most 40 characters')).toBeVisible();
  await page.keyboard.press('Backspace');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Link Updated')).toBeVisible();
  await expect(details).toContainText('Tags: <b>bold</b>, Priority → <b>bold</b>');
});

test('cards can be selected, and the selection is accessible', async ({ page }) => {
  // So tall that the header covers nothing of the page.
  await page.setViewportSize({ width: 360, height: 3_200 });
  await open(page, '/');
  await ticks(page).first().check();
  await expect(bar(page)).toContainText('1 selected');
  await bar(page).getByRole('button', { name: 'Select this page' }).click();
  await expect(bar(page)).toContainText('10 selected');
  await expectAccessible(page, 'selected');
  await bar(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Links' });
  await dialog.getByRole('checkbox', { name: 'Remarks' }).check();
  await expect(dialog.getByRole('button', { name: 'Change 10 links' })).toBeEnabled();
  await expectAccessible(page, 'edit');
});

test('terms are saved as a template, set for three links after a preview, and undone', async ({ page }) => {
  await open(page, '/?q=copy&sort=articleLink&dir=asc');
  for (const index of [0, 1, 2]) await ticks(page).nth(index).check();
  await bar(page).getByRole('button', { name: 'Terms' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set Terms' });
  await dialog.getByRole('checkbox', { name: 'Dofollow' }).uncheck();
  await expect(dialog.getByText(/^3 of 3 deviate, the oldest since /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Show Links' }).click();
  await expect(dialog.getByText(/^Wrong link type since /)).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Save as Template…' }).click();
  const naming = page.getByRole('dialog', { name: 'Create Template' });
  await naming.getByRole('textbox', { name: 'Template Name' }).fill('No dofollow');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toHaveText('No dofollow');
  await dialog.getByRole('checkbox', { name: 'Dofollow' }).check();
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toHaveText('No dofollow, changed since');
  await expect(dialog.getByText('None of them deviates.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'No template' }).click();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'No dofollow' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Dofollow' })).not.toBeChecked();
  await expect(dialog.getByRole('status')).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, 'set terms');
  await dialog.getByRole('button', { name: 'Set terms for 3 links' }).click();
  const set = await keepToast(page, 'Terms set for 3 links');
  const deviating = async () => (await (await page.request.get('/api/links?deviation=wrong-type')).json()).length;
  await expect.poll(deviating).toBe(3);
  await set.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect.poll(deviating).toBe(0);
});
