import { addLink, bodyRows, expect, open, rowOf, test } from '../fixtures/test.ts';

/** Fourteen links: eleven live, one of them nofollow and one sponsored; two gone; one that answers 500. */
test.beforeEach(async ({ page, system }) => {
  const { articles } = system;
  const there = await page.request.get('/api/links');
  if ((await there.json()).length > 0) return;
  const live = articles.promised.filter(({ kind }) => kind === 'live').slice(0, 9);
  const others = (['nofollow', 'sponsored', 'not-found', 'gone', 'server-error'] as const).map((kind) =>
    articles.one(kind),
  );
  const today = Temporal.Now.plainDateISO('UTC');
  for (const [index, promised] of [...live, ...others].entries()) {
    const liveDate = today.subtract({ days: index === 0 ? 20 : 100 }).toString();
    await addLink(page.request, promised, { liveDate, duration: index === 0 ? '30 days' : '1 year' });
  }
});

test('the search filters the list while typing, the address keeps it over a reload, and one without results is cleared', async ({
  page,
}) => {
  await open(page, '/');
  await expect(bodyRows(page)).toHaveCount(10);
  await page.getByRole('textbox', { name: 'Search' }).fill('hallway');
  await expect(bodyRows(page)).toHaveCount(1);
  await expect(page).toHaveURL('/?q=hallway');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('hallway');
  await expect(bodyRows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(bodyRows(page)).toHaveCount(10);
  await expect(page).toHaveURL('/');
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody-wrote-this');
  await expect(page.getByText('No links found')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter “nobody-wrote-this”' }).click();
  await expect(bodyRows(page)).toHaveCount(10);
});

test('filters combine, appear as chips, and are removed one by one', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter Links' });
  await dialog.getByRole('checkbox', { name: 'Live' }).check();
  await dialog.getByRole('tab', { name: 'Link Type' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Nofollow 1' })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Nofollow' }).check();
  await dialog.getByRole('checkbox', { name: 'Sponsored' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(bodyRows(page)).toHaveCount(2);
  await page.reload();
  await expect(bodyRows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove filter Sponsored' }).click();
  await expect(bodyRows(page)).toHaveCount(1);
  await expect(rowOf(page, 'standing-enough')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(bodyRows(page)).toHaveCount(10);
});

test('a list is filtered by publisher, reason and day, and the address keeps all of it', async ({ page, system }) => {
  await open(page, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter Links' });
  await dialog.getByRole('tab', { name: 'Reason' }).click();
  await dialog.getByRole('checkbox', { name: /^The page no longer exists 2/ }).check();
  await dialog.getByRole('tab', { name: 'Publisher' }).click();
  const site = new URL(system.articles.one('gone').articleLink).hostname;
  await dialog.getByRole('textbox', { name: 'Search Publisher' }).fill(site.slice(0, 5));
  await dialog.getByRole('checkbox', { name: site }).check();
  await dialog.getByRole('tab', { name: 'Dates' }).click();
  await dialog.getByLabel('Added, from').fill(Temporal.Now.plainDateISO('UTC').subtract({ days: 1 }).toString());
  await expect(page).toHaveURL(/reason=page-gone&publisher=.+&addedFrom=/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(bodyRows(page)).toHaveCount(1);
  await page.reload();
  await expect(bodyRows(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Remove filter Publisher: ${site}` }).click();
  await expect(bodyRows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(bodyRows(page)).toHaveCount(10);
});

test('a row says since when and why its link is not live, and opens its article by its icon and by a key', async ({
  page,
  system,
}) => {
  const { articleLink, slug } = system.articles.one('gone');
  await open(page, `/?q=${slug}`);
  const row = rowOf(page, slug);
  await expect(row).toContainText('410, page gone');
  await expect(row.getByText('The page answered 410: the page no longer exists.')).toBeAttached();
  await row.hover();
  await expect(row.getByRole('link', { name: /^Open the article on / })).toHaveAttribute('href', articleLink);
  await row.getByRole('gridcell').nth(3).focus();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('o');
  const article = await opened;
  await expect(article).toHaveURL(articleLink);
  await article.close();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a statistic filters the list, and a second press removes the filter', async ({ page }) => {
  await open(page, '/');
  const removed = page.getByRole('region', { name: 'Statistics' }).getByRole('button', { name: /Removed\s*2/ });
  await removed.click();
  await expect(removed).toHaveAttribute('aria-pressed', 'true');
  await expect(bodyRows(page)).toHaveCount(2);
  await removed.click();
  await expect(bodyRows(page)).toHaveCount(10);
  await page.getByRole('button', { name: /Expiring Soon\s*1/ }).click();
  await expect(bodyRows(page)).toHaveCount(1);
  await expect(bodyRows(page)).toContainText('10 days left');
});

test('the address keeps page, page size and order over reload and back', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('columnheader', { name: 'Client Link' }).click();
  await expect(page).toHaveURL('/?sort=clientLink&dir=asc');
  await expect(bodyRows(page).first()).toContainText('harbourandpine.example');
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: '5', exact: true }).click();
  await expect(bodyRows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(page.getByText('11–14 of 14')).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(4);
  await expect(bodyRows(page).last()).toContainText('lumencycles.example');
  const address = page.url();
  await page.reload();
  await expect(page.getByText('11–14 of 14')).toBeVisible();
  expect(page.url()).toBe(address);
  await page.goBack();
  await expect(page.getByText('6–10 of 14')).toBeVisible();
});

test('columns that do not fit leave, and with chosen ones the table scrolls to its end and stays there', async ({
  page,
}) => {
  await open(page, '/');
  await expect(bodyRows(page)).toHaveCount(10);
  const title = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(title('Live Date')).toBeHidden();
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns of this table' });
  await expect(columns.getByRole('checkbox', { name: 'Live Date' })).not.toBeChecked();
  for (const name of ['Live Date', 'Contact', 'Remarks', 'Campaign', 'Added'])
    await columns.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
  await expect(columns).toBeHidden();
  await expect(title('Live Date')).toBeVisible();
  const far = await page.getByRole('grid').evaluate((table) => {
    const scroller = [table, ...table.querySelectorAll('*')].find((each) => each.scrollWidth > each.clientWidth + 20);
    if (scroller === undefined) throw new Error('nothing scrolls');
    scroller.scrollLeft = scroller.scrollWidth;
    const { scrollLeft } = scroller;
    // Two frames: the table moves its scrollbar in the first, and itself after it.
    return new Promise<readonly number[]>((resolve) => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => setTimeout(() => resolve([scrollLeft, scroller.scrollLeft]))),
      );
    });
  });
  expect(far[0]).toBeGreaterThan(20);
  expect(far[1]).toBe(far[0]);
});

test('the Sort menu offers the orders of the list', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('banner').getByRole('button', { name: 'Sort' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sort' });
  // The menu hangs on its button in the header, which is 56 pixels high.
  expect((await dialog.boundingBox())?.y).toBeLessThan(64);
  await expect(dialog.getByRole('radio', { name: 'Last checked (newest)' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Status (A-Z)' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/?sort=status&dir=asc');
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'ascending');
});

test('on paper a list has the links of all pages, with whole addresses', async ({ page }) => {
  await open(page, '/?pageSize=5');
  await expect(bodyRows(page)).toHaveCount(5);
  const printed = page.getByRole('table', { name: 'Links' });
  // A headless browser has no print dialog.
  await page.evaluate(() => {
    window.print = () => void window.dispatchEvent(new Event('beforeprint'));
  });
  await page.keyboard.press('Control+p');
  await expect(printed.getByRole('row')).toHaveCount(15);
  await expect(printed.getByText(/^https?:/).first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(printed).toBeHidden();
});
