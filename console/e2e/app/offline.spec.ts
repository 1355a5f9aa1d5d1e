import { addLink, expect, rowOf, test, toast } from '../fixtures/test.ts';

test.use({ sharesTab: false });

test('a spinner with “Loading...” shows until the session has been read', async ({ page }) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route('**/api/auth/user', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const loading = page.getByRole('status');
  await expect(loading).toHaveText('Loading...');
  expect(await loading.evaluate((shown) => getComputedStyle(shown, '::before').animationName)).toBe('frame-spin');
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
});

test('a page whose code cannot be loaded leaves the frame, and comes when the connection is back', async ({ page }) => {
  const code = /\/assets\/records-/;
  await page.route(code, (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page couldn’t be opened' })).toBeVisible();
  await page.getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'This page couldn’t be opened' })).toBeVisible();
  await page.unroute(code);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { level: 1, name: 'Trash', exact: true })).toBeVisible();
});

test('a page whose code fails just after the connection came back is opened again', async ({ page }) => {
  let fail: () => void = () => undefined;
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(
    /\/assets\/records-/,
    async (route) => {
      await failing;
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto('/');
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  fail();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash', exact: true })).toBeVisible();
});

test('a link that could not be deleted is back in its place, and nothing says that the list has changed', async ({
  page,
  system,
}) => {
  for (const kind of ['live', 'sponsored', 'nofollow'] as const) await addLink(page.request, system.articles.one(kind));
  await page.route(/\/api\/links\/[^/?]+$/, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await page.goto('/');
  const row = rowOf(page, system.articles.one('sponsored').slug);
  await expect(row).toBeVisible();
  const rows = page.getByRole('grid', { name: 'Links' }).getByRole('row');
  const before = await rows.allInnerTexts();
  await page.mouse.move(700, 500);
  await row.hover();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(toast(page, 'Failed to delete link. Please try again.')).toBeVisible();
  await expect(row).toBeVisible();
  expect(await rows.allInnerTexts()).toEqual(before);
  await expect(page.getByText('The list has changed')).toBeHidden();
});

test('what is typed while a dialog opens is in its first field', async ({ page }) => {
  const address = 'https://blog.example/post?q=/n';
  let open: () => void = () => undefined;
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/assets\/(links|records)-/, async (route) => {
    await opening;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.keyboard.type(`n${address}`);
  await expect(page).toHaveURL('/?dialog=add');
  open();
  await expect(page.getByRole('dialog', { name: 'Add Backlink' }).getByLabel(/^Article/)).toHaveValue(address);
});

test.describe('with parts that are loaded ahead', () => {
  test.use({ savesData: false });

  test('what is opened often is loaded ahead, and opens without a connection', async ({ page, context }) => {
    // The last part that the dashboard has not loaded itself.
    const last = page.waitForResponse(/\/assets\/people-/);
    await page.goto('/');
    await last;
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Trash' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Trash', exact: true })).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'Add Backlink' })).toBeVisible();
  });

  test('what could not be read is read when the connection is back', async ({ page, context, system }) => {
    await addLink(page.request, system.articles.one('sponsored'), { allowDuplicate: true });
    const last = page.waitForResponse(/\/assets\/table-/);
    await page.goto('/clients');
    await last;
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('main').getByText('could not be loaded').first()).toBeVisible();
    await context.setOffline(false);
    await expect(rowOf(page, system.articles.one('sponsored').slug).first()).toBeVisible();
    await expect(page.getByRole('main').getByText('could not be loaded')).toHaveCount(0);
  });
});
