import type { Page } from '@playwright/test';
import type { Promised } from '../../../infra/main/sample/article.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam } from '../fixtures/teams.ts';
import { expect, open, rowOf, test, toast } from '../fixtures/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add Backlink' });

/** Opens the dialog over the dashboard, fills in the form and submits it. */
async function add(page: Page, { articleLink, clientLink }: Promised): Promise<void> {
  await page.getByRole('button', { name: 'Add Link' }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: 'Article Link' }).fill(articleLink);
  await dialog.getByRole('textbox', { name: 'Client Link' }).fill(clientLink);
  await dialog.getByRole('button', { name: 'Add Link' }).click();
}

/** Holds the request that adds a link. Returns a function that releases it. */
async function holdBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/links', async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  return resolve;
}

test('a link is added as live with its anchor and type, as not found yet, or as pending, each after a check', async ({
  page,
  system,
}) => {
  const [live, missing, unread] = [
    system.articles.one('sponsored'),
    system.articles.one('near-miss'),
    system.articles.one('server-error'),
  ];
  await open(page, '/');
  await add(page, live);
  await expect(toast(page, 'Link is live!')).toContainText('Link Added');
  await expect(toast(page, 'Link is live!')).toContainText('Anchor: slatted screens');
  await expect(toast(page, 'Link is live!')).toContainText('Type: sponsored');
  await expect(dialogOf(page)).toBeHidden();
  const row = rowOf(page, live.slug);
  await expect(row.getByRole('gridcell', { name: /^Live\b/ })).toBeVisible();
  await expect(row.getByRole('gridcell', { name: 'Sponsored' })).toBeVisible();
  await expect(row.getByRole('gridcell', { name: '30 days' })).toBeVisible();
  await expect(row.getByRole('gridcell', { name: 'Me', exact: true })).toBeVisible();

  // The dialog shows the progress of the check.
  const letGo = await holdBack(page);
  await add(page, missing);
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toContainText('Checking backlink...');
  await expect(dialog.getByRole('status')).toContainText('Fetching article page and verifying link');
  await expect(dialog.getByRole('button', { name: 'Checking...' })).toBeDisabled();
  letGo();
  await expect(toast(page, 'Link not found on the page')).toContainText('Link Added');
  await expect(toast(page, 'Link not found on the page')).toContainText('The page links to another URL of this client');
  await expect(rowOf(page, missing.slug).getByRole('gridcell', { name: 'Not found yet' })).toBeVisible();

  await add(page, unread);
  await expect(toast(page, 'Unable to verify link status')).toContainText('Link Added');
  await expect(toast(page, 'Unable to verify link status')).toContainText('The page answered 500');
  await expect(rowOf(page, unread.slug).getByRole('gridcell', { name: 'Pending' })).toBeVisible();
});

test('a link that only JavaScript puts on the page is found, even if the dialog is closed during the check', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('script');
  const letGo = await holdBack(page);
  await page.goto('/');
  await add(page, promised);
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialogOf(page)).toBeHidden();
  letGo();
  await expect(toast(page, 'Link Added')).toContainText('Link is live!');
  await expect(rowOf(page, promised.slug).getByRole('gridcell', { name: /^Live\b/ })).toBeVisible();
});

test('errors appear beside their fields, and no input is lost', async ({ page, system }) => {
  await open(page, '/?dialog=add');
  const dialog = dialogOf(page);
  const article = dialog.getByRole('textbox', { name: 'Article Link' });
  const client = dialog.getByRole('textbox', { name: 'Client Link' });
  const contact = dialog.getByRole('textbox', { name: 'Contact Email' });
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('Ask for Ruth.');
  await dialog.getByRole('textbox', { name: 'Duration' }).fill('0');
  await client.fill('ftp://client.example/file');
  await contact.fill('ruth at example');
  await dialog.getByRole('button', { name: 'Add Link' }).click();

  await expect(article).toHaveAccessibleDescription('Article link is required');
  await expect(article).toBeFocused();
  await expect(client).toHaveAccessibleDescription(/must be a web address that starts with http/);
  await expect(contact).toHaveAccessibleDescription('Contact email must be a valid address');
  await expect(dialog.getByRole('textbox', { name: 'Duration' })).toHaveAccessibleDescription(/number/);
  await expect(dialog.getByRole('textbox', { name: 'Remarks' })).toHaveValue('Ask for Ruth.');

  const promised = system.articles.one('ugc');
  await article.fill(promised.articleLink);
  await client.fill(promised.clientLink);
  await contact.fill('ruth@letters.example');
  await dialog.getByRole('textbox', { name: 'Duration' }).fill('2');
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'Link Added')).toContainText('Type: nofollow');
});

test('an unsaved form asks before it closes, and a reload restores it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Add Link' }).click();
  const dialog = dialogOf(page);
  const article = dialog.getByRole('textbox', { name: 'Article Link' });
  await article.fill('https://somewhere.example/half');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(article).toHaveValue('https://somewhere.example/half');

  await page.reload();
  await expect(dialog.getByText('Your unsaved draft has been restored.')).toBeVisible();
  await expect(article).toHaveValue('https://somewhere.example/half');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Add Link' }).click();
  await expect(article).toHaveValue('');
});

test('links of one client are added in a row: each result stays in the dialog, and a toast of a bad one on the page', async ({
  page,
  system,
}) => {
  const [live, gone, blocked] = [
    system.articles.one('live'),
    system.articles.one('not-found'),
    system.articles.one('forbidden'),
  ];
  const teamId = await addTeam(page.request, 'Row desk');
  const terms = { linkTypes: ['sponsored'] };
  const templates = [{ name: 'Paid', terms }];
  const made = await page.request.put('/api/terms-templates', { data: { teamId, templates } });
  expect(made.ok()).toBe(true);
  await page.clock.install();
  await open(page, '/?dialog=add');
  const dialog = dialogOf(page);
  const article = dialog.getByRole('textbox', { name: 'Article Link' });
  const client = dialog.getByRole('textbox', { name: 'Client Link' });
  // Only the list of the team has a template.
  const template = dialog.getByRole('combobox', { name: 'Terms Template' });
  await expect(template).toBeHidden();
  // Nobody has sent anything yet, so nothing is missing.
  await dialog.getByRole('combobox', { name: 'Team' }).click();
  await page.getByRole('option', { name: 'Row desk' }).click();
  await template.click();
  await page.getByRole('option', { name: 'Paid' }).click();
  await expect(article).toHaveAccessibleDescription('The page that should have the link.');
  await dialog.getByRole('textbox', { name: 'Duration' }).fill('9');
  await dialog.getByLabel('Live Date').fill('2026-01-02');
  await dialog.getByRole('switch', { name: 'Add another' }).check();
  await article.fill(live.articleLink);
  await client.fill(live.clientLink);
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  const results = dialog.getByRole('status', { name: 'Link Added' });
  await expect(results).toContainText('Link is live!');

  // The next one takes a field and a key.
  await expect(article).toBeFocused();
  await expect(article).toHaveValue('');
  await expect(dialog.getByLabel('Live Date')).toHaveValue('');
  await expect(client).toHaveValue(live.clientLink);
  await expect(dialog.getByRole('combobox', { name: 'Team' })).toHaveText('Row desk');
  await expect(dialog.getByRole('textbox', { name: 'Duration' })).toHaveValue('9');
  await expect(template).toHaveText('Paid');
  await expectAccessible(page, 'a result in the dialog');
  await page.keyboard.type(gone.articleLink);
  await page.keyboard.press('Enter');
  const bad = results.getByRole('listitem').first();
  await expect(bad).toContainText('Link not found on the page');
  await expect(bad).toContainText('The page answered 404');
  await expect(results.getByRole('listitem')).toHaveCount(2);
  await bad.getByRole('button', { name: 'Open' }).click();
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details).toContainText(gone.slug);
  await expect(details).toContainText('TemplatePaid');
  await page.keyboard.press('Escape');
  await dialog.getByRole('switch', { name: 'Add another' }).uncheck();
  await article.fill(blocked.articleLink);
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(dialog).toBeHidden();
  const said = toast(page, 'Unable to verify link status');
  await expect(said).toBeVisible();
  await page.clock.fastForward(60_000);
  await said.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByLabel('Link Details', { exact: true })).toContainText(blocked.slug);
});

test('an article that was typed without a scheme is checked by http where the site has no https', async ({
  page,
  system,
}) => {
  const { slug, ...promised } = system.articles.one('image');
  await open(page, '/');
  await add(page, { ...promised, slug, articleLink: promised.articleLink.replace('http://', '') });
  await expect(toast(page, 'The site does not answer over https.')).toContainText('Link Added');
  await expect(rowOf(page, slug).getByRole('gridcell', { name: /^Live\b/ })).toBeVisible();
});
