import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { emailFor, expect, follow, open, test, toast } from '../fixtures/test.ts';

const NOBODY = { cookies: [], origins: [] };

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('each tab has its own address, and back leads through them', async ({ page }) => {
  await open(page, '/settings#billing');
  await expect(page.getByRole('tab', { name: 'Billing', selected: true })).toBeVisible();
  for (const name of ['Profile', 'Notifications', 'Link Checking', 'Account']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await expect(page).toHaveURL(/\/settings#account$/);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Link Checking', selected: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Link Checking', selected: true })).toBeVisible();
});

test('the calendar of one’s own links is chosen, and its days are named', async ({ page }) => {
  await open(page, '/settings#checking');
  await expect(page.getByText('follow the days of UTC.')).toBeVisible();
  await page.getByRole('button', { name: 'Calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar' });
  await dialog.getByLabel('Time Zone').fill('kathm');
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).click();
  await dialog.getByRole('button', { name: 'Save Calendar' }).click();
  await expect(page.getByText('follow the days of Asia/Kathmandu.')).toBeVisible();
  await page.request.patch('/api/user/settings', { data: { calendar: { timeZone: 'UTC', monthStart: 1 } } });
});

test('a photo is previewed, saved, shown in the header, and removed', async ({ page }) => {
  await open(page, '/settings');
  const input = page.getByLabel('Photo', { exact: true });
  await expect(page.getByText('JPG, PNG or GIF. Max 2MB.')).toBeVisible();

  await input.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(page.getByRole('alert')).toHaveText('This file is not a JPG, PNG or GIF image.');
  await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(3 * 1024 * 1024) });
  await expect(page.getByRole('alert')).toHaveText('This file has 3.0 MB. Choose one of 2 MB at most.');
  await input.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert')).toContainText('could not be read as an image');

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG });
  const preview = page.getByRole('alertdialog', { name: 'Use this photo?' });
  await expect(preview.getByRole('img', { name: 'Your photo' })).toBeVisible();
  await preview.getByRole('button', { name: 'Use Photo' }).click();
  await expect(toast(page, 'Profile photo updated successfully')).toBeVisible();
  await expect(preview).toBeHidden();
  const inHeader = page.getByRole('button', { name: 'Profile menu' }).locator('img');
  await expect(inHeader).toBeVisible();
  await page.reload();
  await expect(inHeader).toBeVisible();

  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(inHeader).toBeHidden();
});

test('a switch and the warnings that raise an alert are saved at once, and a switch is turned back when saving fails', async ({
  page,
}) => {
  await open(page, '/settings#notifications');
  const weekly = page.getByRole('switch', { name: 'Weekly Report' });
  await expect(weekly).not.toBeChecked();
  for (const name of ['Email Notifications', 'Status Change Alerts', 'Expiring Link Alerts'])
    await expect(page.getByRole('switch', { name })).toBeChecked();
  const warnings = page.getByRole('group', { name: 'Warnings' });
  const hidden = warnings.getByRole('checkbox', { name: 'Hidden link' });
  const scrolling = warnings.getByRole('checkbox', { name: 'Only after scrolling' });
  await expect(hidden).toBeChecked();
  await expect(scrolling).not.toBeChecked();
  for (const box of [weekly, hidden, scrolling]) {
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/user/settings') && answer.request().method() === 'PATCH',
    );
    await box.click();
    expect((await saved).ok()).toBe(true);
  }
  await page.reload();
  await expect(weekly).toBeChecked();
  await expect(hidden).not.toBeChecked();
  await expect(scrolling).toBeChecked();

  await page.route('**/api/user/settings', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The event store is down.' } })
      : route.continue(),
  );
  await weekly.click();
  await expect(toast(page, 'The setting could not be saved')).toContainText('The event store is down.');
  await expect(weekly).toBeChecked();
});

test('the free plan checks links biweekly, and retries are 0 to 10', async ({ page }) => {
  await open(page, '/settings#checking');
  await expect(page.getByText('Right now every link is checked every 14 days.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Auto-Check Frequency' }).click();
  for (const name of [/^Weekly/, /^Daily/]) {
    const choice = page.getByRole('option', { name });
    await expect(choice).toBeDisabled();
    await expect(choice).toContainText('Requires a paid plan');
  }
  await page.getByRole('option', { name: 'Biweekly (every 14 days)' }).click();
  const retries = page.getByRole('textbox', { name: 'Retry Failed Checks' });
  await retries.fill('11');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Retry failed checks must be a whole number from 0 to 10')).toBeVisible();
  await retries.fill('5');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await page.reload();
  await expect(retries).toHaveValue('5');
});

test('a plan is chosen, takes effect everywhere at once, and is left again', async ({ browser, system }) => {
  const context = await browser.newContext({
    baseURL: system.url,
    storageState: await system.person('planner@journeys.example'),
  });
  const planner = await context.newPage();
  await planner.goto('/');
  await planner.getByRole('link', { name: 'Upgrade to Starter' }).click();
  await expect(planner).toHaveURL(/\/settings#billing$/);
  await planner.getByRole('button', { name: 'Yearly' }).click();
  await expect(planner.getByText('Save 17%')).toBeVisible();
  await expect(planner.getByText('This installation charges nothing. You can choose any plan.')).toBeVisible();
  const starter = planner.getByRole('region', { name: 'Starter' });
  await expect(starter).toContainText('$49.90');
  await starter.getByRole('button', { name: 'Choose Starter' }).click();
  const purchase = planner.getByRole('alertdialog', { name: 'Complete Your Purchase' });
  await expect(purchase).toContainText('This installation charges nothing.');
  await purchase.getByRole('button', { name: 'Activate Starter' }).click();
  await expect(toast(planner, 'Subscription updated successfully')).toContainText('Your Starter plan is now active!');
  await expect(purchase).toBeHidden();
  await expect(planner.getByRole('link', { name: 'Upgrade to Professional' })).toBeVisible();

  await follow(planner, '/settings?dialog=plan-professional-monthly#billing');
  await purchase.getByRole('button', { name: 'Activate Professional' }).click();
  await expect(planner.getByRole('complementary').getByText('Professional', { exact: true })).toBeVisible();
  await expect(planner.getByRole('link', { name: /^Upgrade to/ })).toBeHidden();

  await planner.getByRole('tab', { name: 'Link Checking' }).click();
  await expect(planner.getByText('Right now every link is checked every day.')).toBeVisible();
  await planner.getByRole('tab', { name: 'Account' }).click();
  await planner.getByRole('link', { name: 'Manage' }).click();
  await expect(planner.getByRole('region', { name: 'Current Plan' })).toContainText('Free of charge');
  await planner.getByRole('button', { name: 'Go Back to Free' }).click();
  const free = planner.getByRole('alertdialog', { name: 'Go back to the Free plan?' });
  await expect(free).toContainText('One status check of all links every 14 days.');
  await free.getByRole('button', { name: 'Go Back to Free' }).click();
  await expect(planner.getByRole('link', { name: 'Upgrade to Starter' })).toBeVisible();
  await context.close();
});

test('the email address changes once the mailed link is confirmed', async ({ browser, system }) => {
  const [former, email] = ['mover@journeys.example', 'moved@journeys.example'];
  const context = await browser.newContext({
    baseURL: system.url,
    storageState: await system.person(former),
  });
  const page = await context.newPage();
  await open(page, '/settings#account');
  const section = page.getByRole('region', { name: 'Email address' });
  await expect(section).toContainText(former);
  await section.getByRole('button', { name: 'Change Email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Email' });
  const field = dialog.getByRole('textbox', { name: 'New email address' });
  const send = dialog.getByRole('button', { name: 'Send Link' });
  for (const [typed, message] of [
    [former.toUpperCase(), 'This is your email address already.'],
    ['moved', 'Email must be a valid address'],
    ['', 'Email is required'],
  ] as const) {
    await field.fill(typed);
    await send.click();
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await expectAccessible(page, 'change email');
  await field.fill(email);
  await send.click();
  await expect(toast(page, 'Check your email')).toContainText(email);
  await expect(dialog).toBeHidden();
  await expect(section).toContainText(former);

  const confirming = await context.newPage();
  await confirming.goto(await system.mailedConfirmation(email));
  await confirming.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(confirming.getByRole('heading', { name: 'Address changed' })).toBeVisible();
  // The other tab learns it without a reload, and stays signed in.
  await expect(section).toContainText(email);
  await expect(page.getByRole('list', { name: 'Sign-in methods' })).toContainText(email);
  await confirming.goBack();
  await confirming.reload();
  await expect(confirming.getByRole('heading', { name: 'Link no longer works' })).toBeVisible();
  await context.close();
});

test('the last sign-in method cannot be removed, and other browsers can be signed out', async ({ browser, system }) => {
  const email = 'traveller@journeys.example';
  const [here, there] = [
    await browser.newContext({ storageState: NOBODY }),
    await browser.newContext({ storageState: NOBODY }),
  ];
  const [home, away] = [await here.newPage(), await there.newPage()];
  await system.signIn(home, email);
  await system.signIn(away, email);

  await follow(home, '/settings#account');
  const identity = home.getByRole('list', { name: 'Sign-in methods' }).getByRole('listitem');
  await expect(identity).toContainText(email);
  await expect(identity.getByRole('button', { name: /^Remove/ })).toBeDisabled();

  const sessions = home.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  await sessions.getByRole('button', { name: /^Sign Out/ }).click();
  await expect(sessions).toHaveCount(1);
  await away.reload();
  await expect(away.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();

  // Signing out in this way leaves nothing personal in the browser either, and reaches its other tabs.
  const tab = await here.newPage();
  await tab.goto(`${system.url}/teams`);
  await expect(tab.getByRole('heading', { name: 'No teams yet' })).toBeVisible();
  await home.evaluate(() => {
    for (const key of ['recent', 'readAlerts', 'readNotifications']) localStorage.setItem(key, '{}');
  });
  await home.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await home.getByRole('alertdialog').getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(home.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(tab.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();
  const left = await home.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => ['recent', 'readAlerts', 'readNotifications'].includes(key))).toEqual([]);
  await Promise.all([here.close(), there.close()]);
});

test('deleting an account needs its address, and its team gets a new owner', async ({ browser, system }) => {
  const email = 'leaver@journeys.example';
  const context = await browser.newContext({
    baseURL: system.url,
    storageState: await system.person(email),
  });
  const teamId = await addTeam(context.request, 'Night Shift');
  await addTeam(context.request, 'Only Me');
  const heir = { name: 'Hedda Heir', email: 'heir@journeys.example', permission: 'view' } as const;
  const theirs = await addMember(context.request, browser, system, teamId, heir);

  const page = await context.newPage();
  await open(page, '/settings#account');
  await expect(page.getByText('there is no going back')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog).toContainText('This team has no other members');
  await expect(dialog.getByRole('combobox', { name: /Night Shift/ })).toContainText('Transfer to');
  const confirm = dialog.getByRole('button', { name: 'Delete My Account' });
  await dialog.getByRole('textbox', { name: /^Type/ }).fill('someone@else.example');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: /^Type/ }).fill(email.toUpperCase());
  await confirm.click();
  await expect(page.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page).toHaveURL(`${system.url}/`);

  await expect(async () => {
    const [team] = await (await theirs.request.get('/api/teams/my')).json();
    expect(team?.name).toBe('Night Shift');
  }).toPass();
  await Promise.all([context.close(), theirs.close()]);
});

test('deleting an account after an old sign-in asks for a new one and continues afterwards', async ({ page }) => {
  await page.route('**/api/user', (route) =>
    route.fulfill({ status: 403, json: { code: 'sign-in-again', message: 'Please sign in again first.' } }),
  );
  await open(page, '/settings?dialog=delete-account#account');
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await dialog.getByRole('textbox', { name: /^Type/ }).fill(emailFor(test.info().file));
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Please sign in again first.');
  await expectAccessible(page, 'sign in again');
  await dialog.getByRole('link', { name: 'Sign In Again' }).click();
  // The session is young: the sign-in page sends them back at once.
  await expect(page).toHaveURL(/\/settings\?dialog=delete-account#account$/);
  await expect(dialog).toBeVisible();
});

test('every tab and dialog of the settings is accessible', async ({ page }) => {
  const question = (name: string) => page.getByRole('alertdialog', { name });
  const screens = [
    { at: '/settings', shows: page.getByRole('textbox', { name: 'First Name' }) },
    { at: '/settings#notifications', shows: page.getByRole('switch').first() },
    { at: '/settings#checking', shows: page.getByRole('button', { name: 'Save Settings' }) },
    { at: '/settings#billing', shows: page.getByRole('button', { name: /Starter/ }) },
    { at: '/settings#account', shows: page.getByText('This browser') },
    { at: '/settings?dialog=plan-starter-yearly#billing', shows: question('Complete Your Purchase') },
    { at: '/settings?dialog=plan-free#billing', shows: question('Go back to the Free plan?') },
    { at: '/settings?dialog=change-email#account', shows: page.getByRole('textbox', { name: 'New email address' }) },
    { at: '/settings?dialog=delete-account#account', shows: page.getByRole('textbox', { name: /^Type/ }) },
    { at: '/?dialog=upgrade', shows: page.getByRole('dialog', { name: 'Upgrade to run unlimited checks' }) },
  ];
  await open(page, '/settings');
  for (const { at, shows } of screens) {
    await follow(page, at);
    await expect(shows.first()).toBeVisible();
    await expectAccessible(page, at);
  }
});
