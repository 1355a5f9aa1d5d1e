import { emailFor, expect, test } from '../fixtures/test.ts';

test.use({ sharesTab: false });

test.use({ signedIn: false });

const PERSON = emailFor('sign-in.spec.ts');

test('a newcomer signs in from the welcome page by mail, by a link that works once, and out again', async ({
  page,
  system,
}) => {
  await system.signIn(page, PERSON);
  // The link was used.
  await page.goto(await system.mailedLink(PERSON));
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(page.getByText(PERSON)).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test('the welcome page needs no request for the session and notices a sign-in in another tab', async ({
  page,
  context,
  system,
}) => {
  const requests: string[] = [];
  page.on('console', (message) => requests.push(message.text()));
  page.on('request', (request) => requests.push(...(request.url().endsWith('/api/auth/user') ? [request.url()] : [])));
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual([]);

  const other = await context.newPage();
  await system.signIn(other, 'other-tab@journeys.example');
  await page.bringToFront();
  // A headless browser keeps every tab visible: dispatch the event of a person who returns.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('signing in leads back to the requested page', async ({ page, system }) => {
  const email = 'returning@journeys.example';
  await page.goto('/trash');
  await page.getByRole('link', { name: 'Sign In / Sign Up' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send sign-in link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await system.mailedLink(email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Trash', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/trash');
});

test('an invalid address shows an error beside the field and stays in it', async ({ page }) => {
  await page.goto('/api/login');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('ann@example');
  await page.getByRole('button', { name: 'Send sign-in link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Email must be a valid address');
  await expect(email).toHaveValue('ann@example');
});

test('the sign-in page has the typeface and colors of the console, and a way back', async ({ page }) => {
  await page.goto('/');
  const look = () =>
    page.evaluate(async () => {
      const { fontFamily, color } = getComputedStyle(document.body);
      await document.fonts.ready;
      return { fontFamily, color, loaded: document.fonts.check("14px 'Inter Variable'") };
    });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();
    const welcome = await look();
    await page.goto('/api/login?returnTo=/trash');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    expect({ theme, ...(await look()) }).toEqual({ theme, ...welcome });
    expect(welcome.loaded).toBe(true);
  }
  await page.getByRole('link', { name: 'Back to the start page' }).click();
  await expect(page).toHaveURL('/');
});

test('a session that ends elsewhere leads to the welcome page with a message', async ({ page, system, context }) => {
  await context.addCookies((await system.person('ended@journeys.example')).cookies);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const second = await context.newPage();
  await second.goto('/');
  await second.getByRole('button', { name: 'Profile menu' }).click();
  await second.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(second.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(page.getByText('Your session expired.')).toBeVisible();
});
