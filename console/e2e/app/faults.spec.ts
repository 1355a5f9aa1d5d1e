import type { Page, Route } from '@playwright/test';
import { addTeam } from '../fixtures/teams.ts';
import { addLink, test as base, expect, follow, rowOf, toast } from '../fixtures/test.ts';

/** Fails a journey when a page throws, violates its security policy or opens a browser dialog. */
const test = base.extend<{ listening: undefined }>({
  listening: [
    async ({ context }, use) => {
      const heard: string[] = [];
      context.on('weberror', (error) => heard.push(`thrown: ${error.error().stack ?? error.error().message}`));
      context.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) heard.push(message.text());
      });
      context.on('dialog', async (dialog) => {
        heard.push(`executed: ${dialog.message()}`);
        await dialog.dismiss();
      });
      await use(undefined);
      expect(heard).toEqual([]);
    },
    { auto: true },
  ],
});

test.use({ sharesTab: false });

const SCREENS = [
  ['/', 'Dashboard'],
  ['/expiring-soon', 'Expiring Soon'],
  ['/clients', 'Clients'],
  ['/campaigns', 'Campaigns'],
  ['/teams', 'Teams'],
  ['/alerts', 'Alerts'],
  ['/ledger', 'Ledger'],
  ['/trash', 'Trash'],
  ['/settings', 'Settings'],
] as const;

/** The requests of a page's data, without the session and the event stream. */
const READS = /\/api\/(?!auth\/user|stream|login|logout)/;

/** Failed answers and the messages they cause. */
const FAULTS: readonly (readonly [what: string, fault: (route: Route) => Promise<void>, says: RegExp])[] = [
  ['a fault of the server', (route) => route.fulfill({ status: 500, body: 'no disk' }), /500: no disk/],
  [
    'the page of a proxy',
    (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '20' }, contentType: 'text/html', body: '<h1>!</h1>' }),
    /503: Service Unavailable\. Try again in 20 seconds\./,
  ],
  [
    'too many requests',
    (route) => route.fulfill({ status: 429, json: { code: 'too-many-requests', message: 'Try again in a minute.' } }),
    /Try again in a minute\./,
  ],
  ['no answer', (route) => route.abort(), /The server did not answer\. Check your connection and try again\./],
  [
    'somebody else’s answer',
    (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }),
    /Something between you and the server answered instead of it\./,
  ],
];

test('every page explains a failed request and can repeat it', async ({ page }) => {
  for (const [place, [at, name]] of SCREENS.entries()) {
    const [what, fault, says] = FAULTS[place % FAULTS.length] as (typeof FAULTS)[number];
    await page.route(READS, (route) => (route.request().method() === 'GET' ? fault(route) : route.continue()));
    await page.goto(at);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name }), at).toBeVisible();
    await expect(main.getByText(says).first(), `${at}: ${what}`).toBeVisible();
    await page.unroute(READS);
    const again = main.getByRole('button', { name: 'Try again' });
    await expect(async () => {
      if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 });
      expect(await main.getByText(says).count(), `${at} again`).toBe(0);
    }).toPass();
  }
});

test('a dialog or menu whose code cannot be loaded leaves the page intact, and a reload repairs it', async ({
  page,
}) => {
  // The chunks of the Export dialog and the notifications menu.
  const code = /\/assets\/(links|records)-/;
  await page.route(code, (route) => route.abort());
  await page.goto('/');
  for (const name of ['Export', /^Notifications/]) {
    await page.getByRole('button', { name }).click();
    await expect(toast(page, 'Something went wrong')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await toast(page, 'Something went wrong').getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page, 'Something went wrong')).toBeHidden();
  }
  await page.getByRole('button', { name: 'Export' }).click();
  await page.unroute(code);
  await toast(page, 'Something went wrong').getByRole('button', { name: 'Reload' }).click();
  await expect(toast(page, 'Something went wrong')).toBeHidden();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog', { name: 'Export Links' })).toBeVisible();
});

test('a dialog explains a failed request and can repeat it', async ({ page, system }) => {
  const { id } = await addLink(page.request, system.articles.one('server-error'));
  await addTeam(page.request, 'Still There');
  const dialogs = [
    ['/?dialog=create-campaign', 'Create Campaign', 'Name'],
    [`/?edit=${id}`, 'Edit Backlink', 'Article Link'],
    [`/?link=${id}`, 'Link Details', null],
  ] as const;
  for (const [at, name, field] of dialogs) {
    await page.route(READS, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
    await page.goto(at);
    const dialog = page.getByLabel(name, { exact: true }).or(page.getByRole('dialog', { name }));
    await expect(dialog.getByText('The server did not answer.').first(), at).toBeVisible();
    await page.unroute(READS);
    await dialog.getByRole('button', { name: 'Try again' }).first().click();
    const shown = field === null ? dialog.getByRole('button', { name: 'Recheck' }) : dialog.getByLabel(field).first();
    await expect(shown, at).toBeVisible();
  }
});

test('a link is added once when the answer is lost, and the input stays', async ({ page, system }) => {
  const promised = system.articles.one('live');
  await page.goto('/?dialog=add');
  const dialog = page.getByRole('dialog', { name: 'Add Backlink' });
  await dialog.getByRole('textbox', { name: 'Article Link' }).fill(promised.articleLink);
  await dialog.getByRole('textbox', { name: 'Client Link' }).fill(promised.clientLink);
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('Agreed on the phone.');
  // The server adds the link, but its answer is lost.
  await page.route(
    '**/api/links',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Add Link' }).dblclick();
  await expect(dialog.getByRole('alert')).toContainText('The server did not answer.');
  await expect(dialog.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Agreed on the phone.');
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'Link Added')).toBeVisible();
  await expect(dialog).toBeHidden();
  const added = async () => (await page.request.get(`/api/links?q=${promised.slug}`)).json();
  await expect.poll(added).toHaveLength(1);
});

test('input survives the end of a session and is there after the next sign-in', async ({ browser, system }) => {
  const email = 'faults-session@journeys.example';
  const own = await browser.newContext({ baseURL: system.url, storageState: await system.person(email) });
  const page = await own.newPage();
  await page.goto('/?dialog=add');
  const dialog = page.getByRole('dialog', { name: 'Add Backlink' });
  await dialog.getByRole('textbox', { name: 'Article Link' }).fill('https://blog.example/post');
  await dialog.getByRole('textbox', { name: 'Client Link' }).fill('https://client.example/');
  await page.request.post('/api/logout', { headers: { Origin: system.url } });
  const submit = dialog.getByRole('button', { name: 'Add Link' });
  // The event stream may have ended the session before the form is sent.
  await submit.click({ timeout: 3_000 }).catch(() => undefined);
  await expect(page.getByText('Your session expired.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In / Sign Up' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  const before = await system.mailedLink(email);
  await page.getByRole('button', { name: 'Send sign-in link' }).click();
  await expect(async () => expect(await system.mailedLink(email)).not.toBe(before)).toPass();
  await page.goto(await system.mailedLink(email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/?dialog=add');
  await expect(dialog.getByText('Your unsaved draft has been restored.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Article Link' })).toHaveValue('https://blog.example/post');
  await own.close();
});

test('a slow server shows skeletons first, and the search accepts input', async ({ page, system }) => {
  const promised = system.articles.one('nofollow');
  await addLink(page.request, promised);
  let answers = Promise.withResolvers<void>();
  await page.route(READS, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.locator('.MuiSkeleton-root').first()).toBeVisible();
  await expect(page.getByText('No links yet')).toBeHidden();
  answers.resolve();
  await expect(rowOf(page, promised.slug)).toBeVisible();
  answers = Promise.withResolvers();
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.pressSequentially('nothing-like-it');
  await expect(search).toHaveValue('nothing-like-it');
  // The old rows stay until the answer arrives.
  await expect(rowOf(page, promised.slug)).toBeVisible();
  answers.resolve();
  await expect(page.getByText('No links found')).toBeVisible();
  await expect(search).toHaveValue('nothing-like-it');
});

test('a dropped event stream is shown, and missed changes appear after it reconnects', async ({ page, system }) => {
  const promised = system.articles.one('ugc');
  await page.route('**/api/stream*', (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/');
  await expect(page.getByRole('status').filter({ hasText: 'Reconnecting' })).toBeVisible();
  await addLink(page.request, promised);
  await expect(rowOf(page, promised.slug)).toBeHidden();
  await page.unroute('**/api/stream*');
  // Attempts to reconnect become rarer; a browser that is online again tries at once.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(rowOf(page, promised.slug)).toBeVisible();
  await expect(page.getByText('Reconnecting')).toBeHidden();
});

test('dialogs show at once that their link was deleted elsewhere, and the input stays', async ({
  page,
  context,
  system,
}) => {
  const promised = system.articles.one('sponsored');
  const { id } = await addLink(page.request, promised);
  const editing = await context.newPage();
  await Promise.all([page.goto(`/?link=${id}`), editing.goto(`/?edit=${id}`)]);
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details.getByRole('list', { name: 'History' })).toBeVisible();
  const form = editing.getByRole('dialog', { name: 'Edit Backlink' });
  await form.getByRole('textbox', { name: 'Remarks' }).fill('Not saved yet.');
  await page.request.delete(`/api/links/${id}`);
  await expect(details.getByRole('heading', { name: 'This link is in the trash' })).toBeVisible();
  await expect(details.getByText(/^You moved it there/)).toBeVisible();
  await expect(details.getByRole('alert')).toHaveCount(0);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByRole('alert')).toContainText('Someone deleted this link while you were editing.');
  await expect(form.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Not saved yet.');
  await details.getByRole('button', { name: 'Restore' }).click();
  await expect(details.getByRole('button', { name: 'Recheck' })).toBeVisible();
  // The pressed button is gone: the panel itself receives the keys now.
  await expect(details).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await editing.close();
});

test('changes, the theme and signing out reach the other tabs', async ({ browser, system }) => {
  const storageState = await system.person('faults-tabs@journeys.example');
  const own = await browser.newContext({ baseURL: system.url, storageState });
  const one = await own.newPage();
  await one.goto('/');
  const other = await own.newPage();
  await other.goto('/teams');
  await expect(other.getByText('No teams yet').or(other.getByRole('list')).first()).toBeVisible();
  await addTeam(one.request, 'Two Tabs');
  await expect(other.getByRole('link', { name: /Two Tabs/ })).toBeVisible();
  await one.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await one.getByRole('button', { name: 'Profile menu' }).click();
  await one.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(one.getByRole('link', { name: 'Sign In / Sign Up' })).toBeVisible();
  await expect(other.getByText('Your session expired.')).toBeVisible();
  await own.close();
});

const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)>';
const EVERYTHING = `${MARKUP} שלום עולם مرحبا بالعالم 👩🏽‍🚀🏳️‍🌈`;
const LONG = `${EVERYTHING} ${'ÅÄÖ'.repeat(700)}`.slice(0, 2_000);

/** The page is never wider than the screen, also on a phone. */
async function expectToFit(page: Page, at: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // A narrower screen shows cards instead of a table first.
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(over, `${at} at ${width} pixels`).toBeLessThanOrEqual(0);
  }
}

test('markup, right-to-left text, emoji and 2,000 characters are shown as text', async ({ page, system }) => {
  const name = `${MARKUP} שלום 👩🏽‍🚀 ${'w'.repeat(100)}`.slice(0, 200);
  const promised = system.articles.one('image');
  const teamId = await addTeam(page.request, name);
  const campaign = await page.request.post('/api/campaigns', { data: { name, description: LONG, teamId } });
  expect(campaign.status()).toBe(201);
  const { id: campaignId } = await campaign.json();
  const { id } = await addLink(page.request, promised, { remarks: LONG, teamId });
  const long = {
    ...promised,
    articleLink: `https://blog.example/${'long-'.repeat(380)}?q=${encodeURIComponent(MARKUP)}`,
  };
  await addLink(page.request, long, { remarks: EVERYTHING, teamId });
  const profile = await page.request.patch('/api/user/profile', {
    data: { firstName: EVERYTHING, lastName: 'שלום', company: name },
  });
  expect(profile.ok()).toBe(true);

  const dialog = (title: string) => page.getByRole('dialog', { name: title });
  const screen = (title: string) =>
    page.getByRole('main').filter({ has: page.getByRole('heading', { level: 1, name: title }) });
  await page.goto(`/${encodeURIComponent(MARKUP)}`);
  for (const [at, shows] of [
    [`/${encodeURIComponent(MARKUP)}`, screen('Page Not Found')],
    [`/?link=${id}`, page.getByLabel('Link Details', { exact: true }).getByText(LONG.slice(0, 60))],
    ['/', screen('Dashboard').getByText('blog.example')],
    ['/clients', screen('Clients')],
    ['/campaigns', screen('Campaigns').getByText(MARKUP)],
    [`/campaigns/${campaignId}`, screen(MARKUP)],
    ['/teams', screen('Teams').getByText(MARKUP)],
    [`/teams/${teamId}`, screen(MARKUP)],
    [`/teams?manage=${teamId}`, dialog('Manage Team').getByText(MARKUP)],
    ['/alerts', screen('Alerts')],
    ['/settings', screen('Settings')],
    // The search finds the links of an assignee by their name.
    [`/?q=${encodeURIComponent(EVERYTHING)}`, screen('Dashboard').getByText('blog.example')],
    [`/?q=${encodeURIComponent(`${EVERYTHING} nobody`)}`, page.getByText('No links found')],
  ] as const) {
    await follow(page, at);
    await expect(shows.first(), at).toBeVisible();
    await expectToFit(page, at);
  }
  await follow(page, '/?palette=1');
  const palette = dialog('Command palette');
  await palette.getByRole('combobox').fill(MARKUP);
  await expect(palette.getByRole('group', { name: 'Teams' }).getByRole('option').first()).toContainText(MARKUP);
  await expectToFit(page, 'palette');
});

test('every form shows input that is too long or no address beside its field, and keeps it', async ({ page }) => {
  const tooLong = 'ÅÄÖ<b>שלום👩🏽‍🚀'.repeat(200);
  await addTeam(page.request, 'Long Forms');
  const forms: readonly (readonly [at: string, fields: Readonly<Record<string, string>>, submit: string])[] = [
    [
      '/?dialog=add',
      {
        'Article Link': `https://blog.example/${'a'.repeat(2_100)}`,
        'Client Link': `javascript:alert(3)`,
        Remarks: tooLong,
      },
      'Add Link',
    ],
    ['/?dialog=create-campaign', { Name: tooLong, Description: tooLong }, 'Create Campaign'],
    ['/teams?dialog=create-team', { 'Team Name': tooLong }, 'Create Team'],
    ['/settings#profile', { 'First Name': tooLong, 'Last Name': tooLong, Company: tooLong }, 'Save Changes'],
  ];
  for (const [at, fields, submit] of forms) {
    await page.goto(at);
    const form = page.locator('form').last();
    for (const [name, text] of Object.entries(fields)) await form.getByRole('textbox', { name }).fill(text);
    await form.getByRole('button', { name: submit }).click();
    for (const [name, text] of Object.entries(fields)) {
      const field = form.getByRole('textbox', { name });
      await expect.soft(field, `${at} ${name}`).toHaveAttribute('aria-invalid', 'true');
      await expect.soft(field, `${at} ${name}`).toHaveValue(text);
      await expect.soft(field, `${at} ${name}`).toHaveAccessibleDescription(/must be/);
    }
    await expectToFit(page, at);
    await page.evaluate(() => sessionStorage.clear());
  }
});
