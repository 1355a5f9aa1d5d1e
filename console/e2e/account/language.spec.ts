/** The console in the reader's language, and in a writing direction from right to left. */
import type { Browser, Page, Route } from '@playwright/test';
import { animationsFinished } from '../fixtures/animations.ts';
import { addShare } from '../fixtures/shares.ts';
import { addLink, expect, follow, rowOf, test } from '../fixtures/test.ts';

test.use({ sharesTab: false });

const NOBODY = { cookies: [], origins: [] };

async function shareOf(page: Page): Promise<string> {
  const clients = async () => (await page.request.get('/api/clients')).json();
  await expect.poll(clients).not.toEqual([]);
  const [{ clientDomain }] = await clients();
  return addShare(page.request, clientDomain);
}

async function visitor(browser: Browser, locale: string) {
  return browser.newContext({ locale, storageState: NOBODY });
}

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('the console is German, with its plurals, dates and errors, the reason of a status and the history', async ({
    page,
    browser,
    system,
  }) => {
    const outside = await visitor(browser, 'de-DE');
    const welcome = await outside.newPage();
    await welcome.goto(system.url);
    await expect(welcome.getByRole('link', { name: 'Anmelden / Registrieren' })).toBeVisible();
    await expect(welcome.locator('html')).toHaveAttribute('lang', 'de-DE');
    await welcome.getByRole('link', { name: 'Anmelden / Registrieren' }).click();
    await expect(welcome.getByRole('button', { name: 'Anmeldelink senden' })).toBeVisible();

    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Ersten Link hinzufügen' })).toHaveCount(0);
    await expect(page.getByText('Noch keine Links')).toBeVisible();
    await page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link', { name: 'Teams' }).click();
    await page.getByRole('button', { name: 'Team erstellen' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Team erstellen' });
    await dialog.getByRole('button', { name: 'Team erstellen' }).click();
    await expect(dialog.getByText('Gib dem Team einen Namen')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name des Teams' }).fill('Nordlicht');
    await dialog.getByRole('button', { name: 'Team erstellen' }).click();
    await page.getByRole('button', { name: 'Nicht jetzt' }).click();
    await expect(page.getByText('1 Mitglied · Inhaber').first()).toBeVisible();

    const live = system.articles.one('live');
    await follow(page, '/?dialog=add');
    const add = page.getByRole('dialog', { name: 'Backlink hinzufügen' });
    await add.getByRole('textbox', { name: 'Artikellink' }).fill('kein Link');
    await add.getByRole('textbox', { name: 'Kundenlink' }).fill(live.clientLink);
    await add.getByRole('button', { name: 'Link hinzufügen' }).click();
    await expect(add.getByText('Artikellink: muss eine Webadresse sein')).toBeVisible();
    await add.getByRole('textbox', { name: 'Artikellink' }).fill(live.articleLink);
    await add.getByRole('button', { name: 'Link hinzufügen' }).click();
    await expect(page.getByRole('region', { name: /^Benachrichtigungen/ })).toContainText('Link hinzugefügt');
    await expect(page.getByRole('columnheader', { name: 'Artikellink' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
    const row = rowOf(page, live.slug);
    await expect(row).toContainText('30 Tage');
    await row.getByRole('gridcell', { name: live.slug }).click();
    const details = page.getByLabel('Linkdetails', { exact: true });
    await expect(details.getByText('Der Link ist auf der Seite.').first()).toBeVisible();
    await expect(details.getByText('Du hast diesen Link hinzugefügt')).toBeVisible();
    await details.getByRole('button', { name: 'Nachweis' }).first().click();
    await expect(details.getByRole('list', { name: 'Verlauf' }).getByText('Quelltext der Seite')).toBeVisible();

    await follow(page, '/settings#billing');
    await expect(page.getByText('4,99')).toBeVisible();
    await follow(page, '/settings#account');
    await expect(page.getByText(/Zuletzt benutzt .* · seit /)).toBeVisible();
    await expect(page.getByRole('main').locator('time').first()).toHaveAttribute(
      'title',
      /(tag|woch), \d+\. \S+ \d{4} um /,
    );

    const answer = await welcome.goto(await shareOf(page));
    expect(answer?.ok()).toBe(true);
    await expect(welcome.getByText('Links gesamt')).toBeVisible();
    await expect(welcome.locator('html')).toHaveAttribute('lang', 'de-DE');
    await outside.close();
  });

  test('the choice in the settings switches the console, the sign-in pages and the mails to English and back', async ({
    page,
    browser,
    system,
  }) => {
    const mailLanguage = async () => (await (await page.request.get('/api/user/settings')).json()).language;
    await page.goto('/settings#profile');
    const choice = page.getByRole('combobox', { name: 'Sprache der Konsole' });
    await expect(choice).toHaveText('Wie im Browser');
    await choice.click();
    await page.getByRole('option', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.reload();
    const english = page.getByRole('combobox', { name: 'Language of the console' });
    await expect(english).toHaveText('English');
    await expect.poll(mailLanguage).toBe('en');
    const signedOut = await visitor(browser, 'de-DE');
    const chosen = (await page.context().cookies()).filter(({ name }) => name === 'language');
    await signedOut.addCookies(chosen);
    const signIn = await signedOut.newPage();
    await signIn.goto(`${system.url}/api/login`);
    await expect(signIn.getByRole('button', { name: 'Send sign-in link' })).toBeVisible();
    await signedOut.close();
    await english.click();
    await page.getByRole('option', { name: 'Same as the browser' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
    await expect.poll(mailLanguage).toBe('de');
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('language');
  });
});

/** Runs in the page: boxes that stick out of the screen sideways, and controls that cover each other. */
function layoutProblems(): readonly string[] {
  const name = (element: Element) => `${element.tagName} “${(element.textContent ?? '').trim().slice(0, 30)}”`;
  const problems: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) problems.push('the page scrolls sideways');
  const dialog = document.querySelector('.MuiModal-root:not(.MuiModal-hidden)');
  const controls = [...(dialog ?? document).querySelectorAll('h1, h2, button, a[href], input')]
    .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight);
  for (const { element, box } of controls) {
    // A list that scrolls by itself may be wider than the screen.
    if (element.closest('[role="grid"], [role="tablist"]')) continue;
    if (box.left < -1 || box.right > innerWidth + 1) problems.push(`${name(element)} is off the screen`);
  }
  for (const [at, one] of controls.entries()) {
    for (const other of controls.slice(at + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (one.element.closest('[role="grid"]') || other.element.closest('[role="grid"]')) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 4 && high > 4) problems.push(`${name(one.element)} and ${name(other.element)} overlap`);
    }
  }
  return problems;
}

/** Answers a page as the server would in a language that is written from right to left. */
async function fromRightToLeft(route: Route): Promise<void> {
  const response = await route.fetch();
  const text = await response.text();
  await route.fulfill({ response, body: text.replace('dir="ltr"', 'dir="rtl"') });
}

/** Waits for the numbers and the link of the dashboard, a link over it or a share. */
async function shown(page: Page, slug: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText(slug).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Live( Links)? \d/, includeHidden: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(animationsFinished);
}

const WIDTHS = [1440, 390];

test('a direction from right to left makes nothing scroll sideways or overlap that does not from left to right', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('live');
  const added = await addLink(page.request, promised);
  const share = await shareOf(page);

  /** The problems of each address at each width. */
  async function problems(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    const look = async (address: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await shown(page, promised.slug);
        found.set(`${address} at ${width} pixels`, await page.evaluate(layoutProblems));
      }
    };
    await page.goto('/');
    await look('/');
    await follow(page, `/?link=${added.id}`);
    await expect(page.getByLabel('Link Details', { exact: true })).toBeVisible();
    await look('/?link=');
    await page.goto(share);
    await look('share');
    return found;
  }

  const before = await problems();
  for (const address of ['/', share]) await page.route(address, fromRightToLeft);
  for (const [look, after] of await problems()) {
    expect
      .soft(
        after.filter((problem) => !before.get(look)?.includes(problem)),
        look,
      )
      .toEqual([]);
  }
});

test('in a direction from right to left, styles that name a side are mirrored', async ({ page, system }) => {
  const promised = system.articles.one('live');
  await addLink(page.request, promised);
  await page.route('/', fromRightToLeft);
  await page.goto('/');
  await shown(page, promised.slug);
  const pageSize = page.getByRole('combobox', { name: 'Rows per page' });
  const box = await pageSize.boundingBox();
  const arrow = await pageSize.locator('xpath=..').locator('.MuiSelect-icon').boundingBox();
  if (box === null || arrow === null) throw new Error('The choice of rows per page is not on the screen.');
  expect(arrow.x + arrow.width / 2).toBeLessThan(box.x + box.width / 2);
  const sidebar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  expect(sidebar?.x).toBeGreaterThan(700);
});
