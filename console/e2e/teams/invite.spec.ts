import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam, invite } from '../fixtures/teams.ts';
import { addLink, expect, open, rowOf, test, toast } from '../fixtures/test.ts';

const signOutOf = { cookies: [], origins: [] };
const form = (page: Page) => page.getByRole('dialog', { name: 'Invite Team Member' });

test('an invited person signs in by mail, joins automatically and sees the team’s links', async ({
  page,
  browser,
  system,
}) => {
  const email = 'invited@journeys.example';
  const promised = system.articles.one('live');
  await open(page, '/teams');
  await page.getByRole('button', { name: 'Create Team' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Team' });
  await dialog.getByRole('textbox', { name: 'Team Name' }).fill('   ');
  await dialog.getByRole('button', { name: 'Create Team' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Team Name' })).toHaveAccessibleDescription('Team name is required');
  await dialog.getByRole('textbox', { name: 'Team Name' }).fill(' Harbour desk ');
  await dialog.getByRole('button', { name: 'Create Team' }).click();

  // The invite dialog opens automatically.
  await expect(toast(page, 'Team created')).toBeVisible();
  const send = form(page).getByRole('button', { name: 'Send Invitations' });
  await expect(send).toBeDisabled();
  await form(page).getByRole('textbox', { name: 'Name' }).fill('Ivy');
  await expect(send).toBeDisabled();
  await form(page).getByRole('textbox', { name: 'Email' }).fill(email);
  // A blank row is ignored.
  await form(page).getByRole('button', { name: 'Add another' }).click();
  await send.click();
  await expect(toast(page, 'Invitation Sent')).toContainText('Team member invitation has been sent successfully.');
  await expect(form(page)).toBeHidden();
  const [team] = await (await page.request.get('/api/teams/my')).json();
  await addLink(page.request, promised, { teamId: team.id });

  const other = await browser.newContext({ baseURL: system.url, storageState: signOutOf });
  const theirs = await other.newPage();
  const path = await system.mailedInvitation(email);
  await theirs.goto(path);
  await expect(theirs.getByText('Harbour desk')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Sign in required' })).toBeVisible();
  await theirs.getByRole('link', { name: 'Sign In / Sign Up to Join' }).click();
  // The invited address is filled in.
  await expect(theirs.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await expect(theirs.getByRole('link', { name: 'Back to the invitation' })).toHaveAttribute('href', path);
  await theirs.getByRole('button', { name: 'Send sign-in link' }).click();
  await expect(theirs.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await theirs.goto(await system.mailedLink(email));
  await theirs.getByRole('button', { name: 'Sign in' }).click();

  await expect(toast(theirs, 'Welcome to the team!')).toContainText("You've successfully joined the team");
  await expect(theirs).toHaveURL('/teams');
  expect(await theirs.evaluate(() => localStorage.getItem('pendingInvitation'))).toBeNull();
  await theirs.getByRole('link', { name: 'Harbour desk' }).click();
  await expect(rowOf(theirs, promised.slug)).toContainText('Live');

  await theirs.goto(path);
  await expect(theirs.getByRole('heading', { name: 'Already Accepted' })).toBeVisible();
  await expect(theirs.getByText("You've already joined this team")).toBeVisible();
  await theirs.getByRole('link', { name: 'Go to Teams' }).click();
  await expect(theirs).toHaveURL('/teams');
  await other.close();
});

test('an invitation shows its permission, and another account reads that it is for someone else', async ({
  page,
  browser,
  system,
}) => {
  const email = 'Second.Invited@journeys.example';
  const team = await addTeam(page.request, 'Second desk');
  await invite(page.request, team, [{ name: 'Sven', email, permission: 'edit' }]);
  const path = await system.mailedInvitation(email);
  await open(page, path);
  await expect(page.getByRole('heading', { name: 'This invitation is for someone else' })).toBeVisible();
  await expect(page.getByText('you are signed in as invite@journeys.example')).toBeVisible();

  const other = await browser.newContext({
    baseURL: system.url,
    storageState: await system.person(email.toLowerCase()),
  });
  const theirs = await other.newPage();
  await theirs.goto(path);
  await expect(theirs.getByText("You'll have edit access to this team")).toBeVisible();
  await theirs.route('**/accept', (route) => route.fulfill({ status: 503, json: { code: 'busy', message: 'Busy.' } }));
  await theirs.getByRole('button', { name: 'Accept & Join Team' }).click();
  await expect(toast(theirs, 'Failed to accept invitation')).toContainText('Busy.');
  await theirs.unroute('**/accept');
  await theirs.getByRole('button', { name: 'Accept & Join Team' }).click();
  await expect(toast(theirs, 'Welcome to the team!')).toBeVisible();
  await expect(theirs).toHaveURL('/teams');
  await expect(theirs.getByRole('tab', { name: 'Joined Teams' })).toHaveAttribute('aria-selected', 'true');
  await other.close();
});

test('an error of an invitation appears beside its row, and a reload keeps the rows', async ({ page }) => {
  const team = await addTeam(page.request, 'Third desk');
  await open(page, `/teams?invite=${team}`);
  const name = form(page).getByRole('textbox', { name: 'Name' });
  const email = form(page).getByRole('textbox', { name: 'Email' });
  await name.fill('Twin');
  await email.fill('twin@journeys.example');
  await form(page).getByRole('button', { name: 'Add another' }).click();
  await name.nth(1).fill('Twin');
  await email.nth(1).fill('twin@journeys.example');
  await form(page).getByRole('button', { name: 'Send Invitations' }).click();
  await expect(email.nth(1)).toHaveAccessibleDescription('This address is already in the list');
  await expect(email.nth(1)).toBeFocused();

  await page.reload();
  await expect(email.nth(1)).toHaveValue('twin@journeys.example');
  await form(page).getByRole('button', { name: 'Remove row 2' }).click();
  await email.fill('invite@journeys.example');
  await form(page).getByRole('button', { name: 'Send Invitations' }).click();
  await expect(toast(page, 'Nobody was invited')).toContainText('invite@journeys.example is already a member.');
});

test('an invitation that the server cannot send says so and can be sent again', async ({ page }) => {
  await addTeam(page.request, 'Fourth desk');
  await page.route('**/api/teams/*/invite', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', message: 'The server is busy.' } }),
  );
  await open(page, '/?dialog=invite');
  await form(page).getByRole('textbox', { name: 'Name' }).fill('Kim');
  await form(page).getByRole('textbox', { name: 'Email' }).fill('kim@journeys.example');
  await form(page).getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Fourth desk' }).click();
  await form(page).getByRole('button', { name: 'Send Invitations' }).click();
  await expect(toast(page, 'Failed to send invitation. Please try again.')).toBeVisible();
  await expect(form(page).getByRole('alert').filter({ hasText: 'The server is busy.' })).toBeVisible();
  await page.unroute('**/api/teams/*/invite');
  await form(page).getByRole('button', { name: 'Send Invitations' }).click();
  await expect(toast(page, 'Invitation Sent')).toBeVisible();
});

test('an invitation from the palette asks for the team first', async ({ browser, system }) => {
  const context = await browser.newContext({
    baseURL: system.url,
    storageState: await system.person('host@journeys.example'),
  });
  const page = await context.newPage();
  const dialog = page.getByRole('dialog', { name: /Invite Team Member/ });
  await open(page, '/?dialog=invite');
  await expect(dialog).toContainText('You manage no team. Create a team to invite people.');
  await addTeam(context.request, 'North desk');
  await addTeam(context.request, 'South desk');

  await open(page, '/');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('invite');
  await page.getByRole('option', { name: 'Invite Team Member' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ada@guest.example');
  await dialog.getByRole('button', { name: 'Send Invitations' }).click();
  await expect(dialog.getByText('Please select a team.')).toBeVisible();
  await expectAccessible(page, 'invite without a team');
  await dialog.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'South desk' }).click();
  await dialog.getByRole('button', { name: 'Send Invitations' }).click();
  await expect(toast(page, 'Invitation Sent')).toBeVisible();
  await expect(dialog).toBeHidden();
  await context.close();
});

test('the invitation page is accessible and fits a phone', async ({ page, browser, system }) => {
  const team = await addTeam(page.request, 'Desk to look at');
  const email = 'axe@journeys.example';
  await invite(page.request, team, [{ name: 'Axe', email, permission: 'view' }]);
  const path = await system.mailedInvitation(email);
  const nobody = await browser.newContext({ baseURL: system.url, storageState: signOutOf });
  const invited = await browser.newContext({
    baseURL: system.url,
    storageState: await system.person(email),
  });
  for (const [context, at, shows] of [
    [nobody, path, 'Sign in required'],
    [nobody, '/invite/unknown', 'Invitation Not Found'],
    [page.context(), path, 'This invitation is for someone else'],
    [invited, path, 'You are invited to join a team'],
  ] as const) {
    const screen = await context.newPage();
    await screen.goto(at);
    await expect(screen.getByRole('heading', { name: shows })).toBeVisible();
    await expectAccessible(screen, shows);
    await screen.close();
  }
  await nobody.close();
  await invited.close();
});

test('the page accepts an invitation again by itself while the server is not ready, and gives up after some tries', async ({
  page,
  browser,
  system,
}) => {
  const email = 'later@journeys.example';
  const team = await addTeam(page.request, 'Late desk');
  await invite(page.request, team, [{ name: 'Lou', email, permission: 'view' }]);
  const path = await system.mailedInvitation(email);
  const other = await browser.newContext({ baseURL: system.url, storageState: signOutOf });
  const theirs = await other.newPage();
  let refusals = 1_000;
  let tries = 0;
  await theirs.route('**/api/invitations/*/accept', (route) => {
    tries += 1;
    if (refusals === 0) return route.continue();
    refusals -= 1;
    const json = { code: 'busy', message: 'We cannot find this invitation yet. Please try again in a moment.' };
    return route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json });
  });
  await theirs.goto(path);
  await theirs.getByRole('link', { name: 'Sign In / Sign Up to Join' }).click();
  await theirs.getByRole('button', { name: 'Send sign-in link' }).click();
  await expect(theirs.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await theirs.goto(await system.mailedLink(email));
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(
    theirs.getByRole('alert').filter({ hasText: 'We cannot find this invitation yet' }).first(),
  ).toBeVisible();
  expect(tries).toBe(6);
  refusals = 2;
  await theirs.getByRole('button', { name: 'Accept & Join Team' }).click();
  await expect(toast(theirs, 'Welcome to the team!')).toBeVisible();
  expect(tries).toBe(9);
  await other.close();
});
