import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam, invite } from '../fixtures/teams.ts';
import { addLink, expect, follow, goByKeys, open, rowOf, test, toast } from '../fixtures/test.ts';

const manager = (page: Page) => page.getByRole('dialog', { name: 'Manage Team' });

test('a colleague’s change appears, and a viewer reads why they cannot make one', async ({ page, browser, system }) => {
  const team = await addTeam(page.request, 'Viewing desk');
  const viewer = await addMember(page.request, browser, system, team, {
    name: 'Vera',
    email: 'vera@journeys.example',
    permission: 'view',
  });
  const promised = system.articles.one('ugc');
  const theirs = await viewer.newPage();
  await theirs.goto(`/teams/${team}`);
  await expect(theirs.getByText('No links have been added to this team yet.')).toBeVisible();

  const { id } = await addLink(page.request, promised, { teamId: team });
  const row = rowOf(theirs, promised.slug);
  await expect(row).toContainText('Live');
  for (const name of ['Recheck', 'Edit', 'Delete']) {
    const button = row.getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.focus();
    await expect(button).toHaveAccessibleDescription(/You can only view/);
  }
  // A real click would wait for the button to be enabled.
  await row.getByRole('button', { name: 'Edit' }).dispatchEvent('click');
  await expect(theirs.getByRole('dialog')).toBeHidden();
  for (const name of ['Run Status Check', 'Add Member']) {
    await expect(theirs.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }
  expect((await viewer.request.patch(`/api/links/${id}`, { data: { remarks: 'mine' } })).status()).toBe(403);

  await addTeam(page.request, 'Second desk');
  await open(page, '/');
  // With one team only, the rows need not name it.
  await expect(rowOf(page, promised.slug).getByRole('link', { name: 'Team: Viewing desk' })).toBeVisible();
  await page.request.patch(`/api/links/${id}`, { data: { duration: '7 weeks' } });
  await expect(row).toContainText('7 weeks');
  await rowOf(page, promised.slug).getByRole('link', { name: 'Team: Viewing desk' }).click();
  await expect(page).toHaveURL(`/teams/${team}`);
  await viewer.close();
});

test('a viewer on a phone reads why they cannot edit, and buttons with a label have no tooltip', async ({
  page,
  browser,
  system,
}) => {
  const team = await addTeam(page.request, 'Desk in the pocket');
  const person = { name: 'Pia', email: 'pia@journeys.example', permission: 'view' } as const;
  const viewer = await addMember(page.request, browser, system, team, person);
  const screen = { baseURL: system.url, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const pocket = await browser.newContext({ ...screen, storageState: await viewer.storageState() });
  await addLink(page.request, system.articles.one('ugc'), { teamId: team });
  const promised = system.articles.one('sponsored');
  await addLink(pocket.request, promised);

  const theirs = await pocket.newPage();
  const cards = theirs.getByRole('list', { name: 'Links' }).getByRole('listitem');
  const edit = cards.getByRole('button', { name: 'Edit' });
  await theirs.goto(`/teams/${team}`);
  await expect(edit).toHaveAttribute('aria-disabled', 'true');
  await expect(edit).toHaveAccessibleDescription(/You can only view/);

  await theirs.goto('/');
  const own = cards.filter({ hasText: promised.slug }).getByRole('button', { name: 'Edit' });
  await expect(own).toHaveAccessibleDescription('');
  await own.tap();
  await expect(theirs.getByRole('dialog', { name: 'Edit Backlink' })).toBeVisible();
  await pocket.close();
  await viewer.close();
});

test('permissions are changed, invitations revoked, members removed', async ({ page, browser, system }) => {
  const team = await addTeam(page.request, 'Managed desk');
  const person = { name: 'Mia', email: 'mia@journeys.example', permission: 'view' } as const;
  const member = await addMember(page.request, browser, system, team, person);
  await invite(page.request, team, [{ name: 'Otto', email: 'otto@elsewhere.example', permission: 'edit' }]);
  const theirs = await member.newPage();
  await theirs.goto(`/teams/${team}`);
  await expect(theirs.getByText('2 members · View')).toBeVisible();

  await open(page, '/teams');
  await page.getByRole('button', { name: 'Team menu: Managed desk' }).click();
  await page.getByRole('menuitem', { name: 'Manage Team' }).click();
  const mia = manager(page).getByRole('listitem').filter({ hasText: person.email });
  await mia.getByRole('combobox').click();
  await page.getByRole('option', { name: /^Full/ }).click();
  await expect(toast(page, 'Permission changed')).toBeVisible();
  await expect(theirs.getByText('2 members · Full')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Add Member' })).not.toHaveAttribute('aria-disabled', 'true');

  // One does not change one's own permission, and the owner stays.
  await theirs.getByRole('button', { name: /^Team menu/ }).click();
  await theirs.getByRole('menuitem', { name: 'Manage Team' }).click();
  const own = manager(theirs).getByRole('listitem').filter({ hasText: person.email });
  await expect(own.getByRole('combobox')).toBeDisabled();
  await expect(manager(theirs).getByRole('button', { name: /^Remove teams@/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(manager(theirs).getByRole('button', { name: 'Delete Team' })).toHaveAttribute('aria-disabled', 'true');

  await manager(page).getByRole('button', { name: 'Revoke: otto@elsewhere.example' }).click();
  await expect(toast(page, 'Invitation revoked')).toBeVisible();
  await expect(manager(page).getByText('otto@elsewhere.example')).toBeHidden();

  await mia.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Member removed')).toBeVisible();
  await expect(manager(page).getByText('No team members')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Team not found' })).toBeVisible();
  await member.close();
});

test('a team’s calendar is chosen by a part of the time zone’s name, and Link Details name its days', async ({
  page,
  system,
}) => {
  const team = await addTeam(page.request, 'Calendar desk');
  const { id } = await addLink(page.request, system.articles.one('nofollow'), { teamId: team, duration: '2099-12-31' });
  await open(page, `/teams/${team}?manage=${team}`);
  await manager(page).getByRole('button', { name: 'Calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar' });
  await dialog.getByLabel('Time Zone').fill('new york');
  await page.getByRole('option', { name: 'America/New York' }).click();
  await dialog.getByLabel('First Day of the Month').fill('31');
  await dialog.getByRole('button', { name: 'Save Calendar' }).click();
  await expect(dialog.getByText('First day of the month must be a whole number from 1 to 28')).toBeVisible();
  await dialog.getByLabel('First Day of the Month').fill('15');
  await dialog.getByRole('button', { name: 'Save Calendar' }).click();
  await expect(toast(page, 'Calendar saved')).toBeVisible();
  await open(page, `/teams/${team}?link=${id}`);
  await expect(page.getByText('Days are days of America/New York')).toBeVisible();
});

test('a team is handed over and left', async ({ page, browser, system }) => {
  const team = await addTeam(page.request, 'Passing desk');
  const heir = await addMember(page.request, browser, system, team, {
    name: 'Hedy',
    email: 'hedy@journeys.example',
    permission: 'edit',
  });
  await open(page, `/teams/${team}`);
  await page.getByRole('button', { name: /^Team menu/ }).click();
  await page.getByRole('menuitem', { name: 'Leave Team' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this team?' });
  await expect(question).toContainText('its links and their history move to your own links');
  await question.getByRole('button', { name: 'Transfer Ownership Instead' }).click();
  await manager(page).getByRole('button', { name: 'Transfer Ownership' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Transfer Ownership' }).click();
  await expect(toast(page, 'Ownership transferred')).toBeVisible();
  await manager(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('2 members · Full')).toBeVisible();

  await page.getByRole('button', { name: /^Team menu/ }).click();
  await page.getByRole('menuitem', { name: 'Leave Team' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Team' }).click();
  await expect(toast(page, 'You left the team')).toBeVisible();
  await expect(page).toHaveURL('/teams');
  await heir.close();
});

test('a team that is deleted leaves its links to its owner', async ({ page, system }) => {
  const promised = system.articles.one('sponsored');
  const team = await addTeam(page.request, 'Ending desk');
  await addLink(page.request, promised, { teamId: team, allowDuplicate: true });
  await open(page, `/teams?leave=${team}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Team' }).click();
  await expect(toast(page, 'Team deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ending desk' })).toBeHidden();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(rowOf(page, promised.slug).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Team: Ending desk' })).toBeHidden();
});

test('a link is added to the team of the page, assigned, and duplicated only on request', async ({
  page,
  browser,
  system,
}) => {
  const team = await addTeam(page.request, 'Adding desk');
  const colleague = await addMember(page.request, browser, system, team, {
    name: 'Ada',
    email: 'ada@journeys.example',
    permission: 'edit',
  });
  const { articleLink, clientLink, slug } = system.articles.one('live');
  await open(page, `/teams/${team}`);
  await page.getByRole('button', { name: 'Add Your First Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Backlink' });
  await expect(dialog.getByRole('combobox', { name: 'Team' })).toHaveText('Adding desk');
  await expect(dialog.getByRole('combobox', { name: 'Assign To' })).toHaveText('Me');
  await dialog.getByRole('textbox', { name: 'Article Link' }).fill(articleLink);
  await dialog.getByRole('textbox', { name: 'Client Link' }).fill(clientLink);
  await dialog.getByRole('combobox', { name: 'Assign To' }).click();
  await page.getByRole('option', { name: 'ada@journeys.example' }).click();
  // Without a team it can be assigned to oneself only.
  await dialog.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Personal (only you)' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Assign To' })).toHaveText('Me');
  await expect(dialog.getByRole('button', { name: 'Invite' })).toBeHidden();
  await dialog.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Adding desk' }).click();
  await dialog.getByRole('combobox', { name: 'Assign To' }).click();
  await page.getByRole('option', { name: 'ada@journeys.example' }).click();
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'Link Added')).toContainText('Link is live!');
  await expect(rowOf(page, slug)).toContainText('ada@journeys');

  await page.getByRole('button', { name: 'Add Link' }).click();
  await dialog.getByRole('textbox', { name: 'Article Link' }).fill(articleLink);
  await dialog.getByRole('textbox', { name: 'Client Link' }).fill(clientLink);
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await dialog.getByRole('button', { name: 'Open existing link' }).click();
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details).toContainText('Adding desk');
  await details.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Add anyway' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, slug)).toHaveCount(2);
  await colleague.close();
});

test('a team’s clients are searched, and each leads to its own page', async ({ page, system }) => {
  const team = await addTeam(page.request, 'Client desk');
  for (const kind of ['live', 'sponsored'] as const)
    await addLink(page.request, system.articles.one(kind), { teamId: team });
  await open(page, `/teams/${team}`);
  await page.getByRole('button', { name: /^Unique Clients/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Unique Clients' });
  const [first = ''] = (await dialog.getByRole('listitem').first().innerText()).split('\n');
  await dialog.getByRole('textbox', { name: 'Search clients...' }).fill('nothing like it');
  await expect(dialog.getByText('No client matches')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Search clients...' }).fill(first.toUpperCase());
  await dialog.getByRole('listitem').getByRole('link').click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/clients/${first}`);
  await page.goBack();
  await expect(page).toHaveURL(`/teams/${team}`);
});

test('the address names the tab, and a shortcut leads to the teams', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await goByKeys(page, 't', '/teams');
  await page.getByRole('tab', { name: 'Joined Teams' }).click();
  await expect(page).toHaveURL('/teams?tab=joined');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Joined Teams' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page).toHaveURL('/teams');
});

test('a draft belongs to its author, even in the same tab', async ({ page, context, system }) => {
  await open(page, '/teams?dialog=create-team');
  const name = page.getByRole('textbox', { name: 'Team Name' });
  await name.fill('My secret team');
  await page.reload();
  await expect(name).toHaveValue('My secret team');

  const { cookies } = await system.person('next-person@journeys.example');
  const mine = await context.cookies();
  await context.clearCookies();
  await context.addCookies(cookies);
  await page.reload();
  await expect(name).toHaveValue('');
  await context.clearCookies();
  await context.addCookies(mine);
  await page.reload();
  await expect(name).toHaveValue('My secret team');
});

test('teams that cannot be loaded show an error and can be loaded again', async ({ page }) => {
  await page.route('**/api/teams/my', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto('/teams?tab=my');
  await expect(page.getByRole('heading', { name: 'Failed to fetch teams' })).toBeVisible();
  await page.unroute('**/api/teams/my');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Failed to fetch teams' })).toBeHidden();
});

test('the team pages and dialogs are accessible and fit a phone', async ({ page, browser, system }) => {
  const team = await addTeam(page.request, 'Desk to look at');
  const person = { name: 'Axel', email: 'axel@journeys.example', permission: 'view' } as const;
  const viewer = await addMember(page.request, browser, system, team, person);
  await invite(page.request, team, [{ name: 'Ike', email: 'ike@elsewhere.example', permission: 'full' }]);
  await addLink(page.request, system.articles.one('not-found'), { teamId: team });
  const theirs = await viewer.newPage();
  const menu = (screen: Page) => screen.getByRole('button', { name: /^Team menu/ }).first();
  await Promise.all([open(page, '/teams'), theirs.goto('/teams')]);
  for (const [screen, at, shows] of [
    [page, '/teams', menu(page)],
    [page, '/teams?tab=joined', page.getByRole('heading', { name: 'You have not joined a team' })],
    [page, '/teams?dialog=create-team', page.getByRole('textbox', { name: 'Team Name' })],
    [page, `/teams?invite=${team}`, page.getByRole('textbox', { name: 'Email' })],
    [page, `/teams?manage=${team}`, page.getByRole('list', { name: 'Pending invitations' })],
    [page, `/teams?leave=${team}`, page.getByRole('alertdialog')],
    [page, `/teams/${team}`, page.getByRole('button', { name: 'Recheck' })],
    [page, `/teams/${team}?clients=${team}`, page.getByRole('list', { name: 'Unique Clients' })],
    [page, `/teams/${team}?dialog=add`, page.getByRole('button', { name: 'Invite' })],
    [page, '/teams/unknown', page.getByRole('heading', { name: 'Team not found' })],
    [theirs, `/teams/${team}`, theirs.getByRole('button', { name: 'Recheck' })],
  ] as const) {
    await follow(screen, at);
    await expect(shows.first()).toBeVisible();
    await expectAccessible(screen, at);
  }
  await viewer.close();
});
