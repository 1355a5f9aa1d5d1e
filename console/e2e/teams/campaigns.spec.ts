import type { APIRequestContext, Page } from '@playwright/test';
import type { System } from '../../../infra/testing/apps/system.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, expect, follow, open, rowOf, test, toast } from '../fixtures/test.ts';

/** So many days from today, as the API writes it. */
function inDays(days: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days }).toString();
}

async function addCampaign(request: APIRequestContext, teamId: string, more: object = {}): Promise<string> {
  const answer = await request.post('/api/campaigns', { data: { name: 'Spring launch', teamId, ...more } });
  expect(answer.status()).toBe(201);
  return (await answer.json()).id;
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a campaign needs a team, and is created, found, edited and deleted', async ({ page }) => {
  await open(page, '/campaigns');
  await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Create Campaign' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Campaign' });
  await expect(dialog.getByText('Create a team first.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Campaign Name' }).fill('   ');
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('2026-05-02');
  await dialog.getByRole('textbox', { name: 'End Date' }).fill('2026-05-01');
  await dialog.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(dialog.getByText('Campaign name is required.')).toBeVisible();
  await expect(dialog.getByText('End date must not be before the start date')).toBeVisible();
  await expect(dialog.getByText('Please select a team for this campaign.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Campaign Name' })).toBeFocused();
  await expect(dialog.getByRole('link', { name: 'Create Team' })).toHaveAttribute('href', '/teams?dialog=create-team');

  // The input survives the way to the team and back.
  await dialog.getByRole('textbox', { name: 'Campaign Name' }).fill('  Autumn catalogue ');
  await addTeam(page.request, 'Paper desk');
  await page.reload();
  await expect(dialog.getByText('Your unsaved draft has been restored.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Campaign Name' })).toHaveValue('  Autumn catalogue ');
  await dialog.getByRole('textbox', { name: 'End Date' }).fill('2026-06-30');
  await choose(page, 'Team', 'Paper desk');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(toast(page, 'Campaign Created')).toContainText('Autumn catalogue');
  await expect(page).toHaveURL(/\/campaigns\/[^/?]+$/);
  await expect(page.getByRole('heading', { name: 'Autumn catalogue', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('Planning')).toBeVisible();
  await expect(page.getByText('May 2, 2026 – Jun 30, 2026')).toBeVisible();
  await expect(page).toHaveTitle('Autumn catalogue · Linkledger');

  await page.getByRole('main').getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Campaign' });
  await expect(editing.getByRole('combobox', { name: 'Team' })).toBeHidden();
  await editing.getByRole('textbox', { name: 'Description' }).fill('Paper samples for everybody');
  await choose(page, 'Status', 'Active');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Campaign Updated')).toBeVisible();
  await expect(page.getByText('Paper samples for everybody')).toBeVisible();
  await expect(page.getByRole('main').getByText('Active')).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  const card = page.getByRole('table', { name: 'Campaigns' }).getByRole('row', { name: 'Autumn catalogue' });
  await expect(card).toContainText('Active');
  await expect(card.getByRole('link')).toHaveAttribute('title', 'Autumn catalogue: Click to view links');
  await page.getByRole('textbox', { name: 'Search' }).fill('paper SAMPLES');
  await expect(page).toHaveURL(/q=paper\+SAMPLES/);
  await expect(card).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill('nothing like it');
  await expect(page.getByText('No campaign matches')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).click();
  await card.getByRole('link').click();

  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete this campaign?' });
  await expect(question).toContainText('stay with the team');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Campaign Deleted')).toBeVisible();
  await expect(page).toHaveURL('/campaigns');
  await expect(card).toBeHidden();
});

test('a guest post and a link insertion follow their rules and are checked or expected', async ({ page, system }) => {
  const team = await addTeam(page.request, 'Adding desk');
  const campaign = await addCampaign(page.request, team, { startDate: inDays(-10), endDate: inDays(19) });
  const { articleLink, clientLink, slug } = system.articles.one('live');
  await open(page, `/campaigns/${campaign}`);
  await expect(page.getByText('19 days left')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Add Link' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Backlink' });
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await expect(dialog.getByRole('combobox', { name: 'Promotion Type' })).toHaveText('Guest post');
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveText(/^Pending/);
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(dialog.getByText('Client link and website URL are required for guest posts.')).toHaveCount(2);
  await expect(dialog.getByText('Timeline date is required for pending links.')).toBeVisible();
  await expect(field('Article Link')).toBeHidden();

  // A guest post that is expected is not visited before its day.
  await field('Client Link').fill('client.example/page');
  await field('Website URL').fill('blog.example');
  await field('Timeline Date').fill(inDays(12));
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'Link Added')).toContainText(`It is checked from ${inDays(12)} on`);
  const awaited = rowOf(page, 'blog.example');
  await expect(awaited).toContainText('Guest post');
  await expect(awaited).toContainText('expected');
  await expect(page.getByText('1 link expected, next on')).toBeVisible();

  // A published insertion is checked at once.
  await page.getByRole('main').getByRole('button', { name: 'Add Link' }).first().click();
  await choose(page, 'Promotion Type', 'Link insertion');
  await choose(page, 'Status', /^Live/);
  await expect(field('Timeline Date')).toBeHidden();
  await expect(field('Website URL')).toBeHidden();
  await field('Client Link').fill(clientLink);
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(dialog.getByText('Article link and client link are required for link insertions.')).toBeVisible();
  await field('Article Link').fill(articleLink);
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'Link is live!')).toBeVisible();
  await expect(rowOf(page, slug)).toContainText('Live');
  await expect(rowOf(page, slug)).toContainText('Link insertion');
  await expect(page.getByRole('region', { name: 'Statistics' })).toHaveText(/Total2.*Live1.*Pending1.*Removed0/);

  // The same once more, only if it is meant.
  await follow(page, `/campaigns/${campaign}?dialog=add`);
  await choose(page, 'Promotion Type', 'Link insertion');
  await choose(page, 'Status', /^Live/);
  await field('Client Link').fill(clientLink);
  await field('Article Link').fill(articleLink);
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(dialog.getByRole('button', { name: 'Open existing link' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add anyway' }).click();
  await expect(rowOf(page, slug)).toHaveCount(2);

  // One of any other kind needs no address.
  await page.getByRole('main').getByRole('button', { name: 'Add Link' }).first().click();
  await choose(page, 'Promotion Type', 'Other');
  await field('Timeline Date').fill(inDays(3));
  await choose(page, 'Assign To', 'Unassigned');
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'There is nothing to check until')).toBeVisible();
  await expect(rowOf(page, 'Other')).toContainText('Unassigned');

  await page.getByRole('button', { name: /^Live/ }).click();
  await expect(page).toHaveURL(/status=live/);
  await expect(rowOf(page, 'Guest post')).toBeHidden();
});

test('a campaign’s link is edited by its own rules and survives the campaign', async ({ page }) => {
  const team = await addTeam(page.request, 'Editing desk');
  const campaign = await addCampaign(page.request, team);
  const added = await page.request.post('/api/campaign-links', {
    data: {
      campaignId: campaign,
      promotionType: 'guest_post',
      websiteUrl: 'https://paper.example/',
      clientLink: 'https://client.example/',
      timelineDate: inDays(5),
    },
  });
  const { id } = await added.json();
  await open(page, `/campaigns/${campaign}`);
  await rowOf(page, 'paper.example').getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Backlink' });
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await expect(dialog.getByRole('combobox', { name: 'Promotion Type' })).toBeDisabled();
  await field('Timeline Date').fill('');
  await field('Website URL').fill('');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Timeline date is required for pending links.')).toBeVisible();
  await expect(dialog.getByText('Client link and website URL are required for guest posts.')).toBeVisible();
  await field('Timeline Date').fill(inDays(6));
  await field('Website URL').fill('https://paper.example/');
  await field('Article Link').fill('https://paper.example/published');

  // A concurrent edit is listed, and no input is lost.
  await page.request.patch(`/api/links/${id}`, { data: { remarks: 'Ask for the invoice' } });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Ask for the invoice');
  await expect(field('Article Link')).toHaveValue('https://paper.example/published');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Link Updated')).toBeVisible();
  const row = rowOf(page, 'paper.example');
  await expect(row).toContainText('/published');

  await row.getByRole('gridcell', { name: /published/ }).click();
  const details = page.getByLabel('Link Details', { exact: true });
  await expect(details.getByRole('link', { name: 'Spring launch' })).toHaveAttribute('href', `/campaigns/${campaign}`);
  await expect(details).toContainText('https://paper.example/');
  await page.keyboard.press('Escape');
  await follow(page, `/campaigns/${campaign}?dialog=delete-campaign`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Campaign Deleted')).toBeVisible();
  await follow(page, `/campaigns/${campaign}`);
  await expect(page.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await expect(page).toHaveURL('/campaigns');
  await follow(page, `/teams/${team}`);
  await expect(row).toContainText('/published');
});

test('a link joins a campaign of its team when it is added', async ({ page }) => {
  const team = await addTeam(page.request, 'Choosing desk');
  const campaign = await addCampaign(page.request, team);
  await open(page, `/teams/${team}?dialog=add`);
  const dialog = page.getByRole('dialog', { name: 'Add Backlink' });
  await dialog.getByRole('textbox', { name: 'Article Link' }).fill('blog.invalid/chosen');
  await dialog.getByRole('textbox', { name: 'Client Link' }).fill('client.example');
  await choose(page, 'Campaign', 'Spring launch');
  // The article is known, so it is published: nothing that was typed goes away.
  await expect(dialog.getByRole('combobox', { name: 'Promotion Type' })).toHaveText('Link insertion');
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveText(/^Live/);
  await expect(dialog.getByRole('textbox', { name: 'Duration' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'Link Added')).toBeVisible();
  await follow(page, `/campaigns/${campaign}`);
  await expect(rowOf(page, 'blog.invalid')).toContainText('Link insertion');
});

test('a link joins a campaign of its team, and leaves it, when it is edited', async ({ page, system }) => {
  const team = await addTeam(page.request, 'Joining desk');
  const campaign = await addCampaign(page.request, team);
  const { id } = await addLink(page.request, system.articles.one('live'), { teamId: team });
  const dialog = page.getByRole('dialog', { name: 'Edit Backlink' });
  const choice = dialog.getByRole('combobox', { name: 'Campaign' });
  const saved = () => page.request.get(`/api/links/${id}`).then((answer) => answer.json());
  await open(page, `/teams/${team}?edit=${id}`);
  await expect(choice).toHaveText('None');
  await choice.click();
  await page.getByRole('option', { name: 'Spring launch' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await saved()).campaignId).toBe(campaign);
  await follow(page, `/campaigns/${campaign}?edit=${id}`);
  await expect(choice).toHaveText('Spring launch');
  await choice.click();
  await page.getByRole('option', { name: 'None' }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await saved()).campaignId).toBe(null);
});

test('a viewer sees changes arrive and reads why they cannot make any', async ({ page, browser, system }) => {
  const team = await addTeam(page.request, 'Viewed desk');
  const campaign = await addCampaign(page.request, team, { name: 'Seen by many' });
  const viewer = await addMember(page.request, browser, system, team, {
    name: 'Vera',
    email: 'vera@campaigns.example',
    permission: 'view',
  });
  const theirs = await viewer.newPage();
  await theirs.goto('/campaigns');
  await theirs.getByRole('link', { name: 'Seen by many' }).click();
  await expect(theirs.getByText('No links have been added to this campaign yet.')).toBeVisible();
  for (const name of ['Edit', 'Delete', 'Add Link']) {
    const button = theirs.getByRole('main').getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.focus();
    await expect(button).toHaveAccessibleDescription(/You can only view/);
    // Not `disabled`, so that its tooltip can explain.
    await button.click({ force: true });
    await expect(theirs.getByRole('dialog')).toBeHidden();
  }
  await theirs.getByRole('banner').getByRole('button', { name: 'Create Campaign' }).click();
  await expect(theirs.getByText('You have view access to your teams only.')).toBeVisible();
  await theirs.keyboard.press('Escape');

  await page.request.patch(`/api/campaigns/${campaign}`, { data: { name: 'Renamed meanwhile', status: 'completed' } });
  await expect(theirs.getByRole('heading', { name: 'Renamed meanwhile' })).toBeVisible();
  await page.request.post('/api/campaign-links', {
    data: { campaignId: campaign, promotionType: 'other', timelineDate: inDays(-2) },
  });
  await expect(rowOf(theirs, 'Other')).toContainText('late since');
  await expect(theirs.getByText('1 late')).toBeVisible();
  await page.request.delete(`/api/campaigns/${campaign}`);
  await expect(theirs.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();
  await viewer.close();
});

test('an error of the server keeps the input', async ({ page }) => {
  const team = await addTeam(page.request, 'Faulty desk');
  const campaign = await addCampaign(page.request, team);
  const fail = { status: 500, json: { code: 'internal', message: 'Something broke.' } };
  await page.route('**/api/campaigns', (route) =>
    route.request().method() === 'POST' ? route.fulfill(fail) : route.fallback(),
  );
  await page.route('**/api/campaigns/*', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(fail),
  );
  await page.route('**/api/campaign-links', (route) => route.fulfill(fail));

  await open(page, `/campaigns/${campaign}?dialog=create-campaign`);
  const dialog = page.getByRole('dialog');
  const discard = async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  };
  const name = dialog.getByRole('textbox', { name: 'Campaign Name' });
  await name.fill('Kept');
  await choose(page, 'Team', 'Faulty desk');
  await dialog.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(toast(page, 'Failed to create campaign. Please try again.')).toContainText('Error');
  await expect(name).toHaveValue('Kept');
  await discard();
  await follow(page, `/campaigns/${campaign}?dialog=edit-campaign`);
  await name.fill('Kept as well');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Failed to update campaign. Please try again.')).toBeVisible();
  await expect(name).toHaveValue('Kept as well');
  await discard();
  await follow(page, `/campaigns/${campaign}?dialog=delete-campaign`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Failed to delete campaign. Please try again.')).toBeVisible();
  await follow(page, `/campaigns/${campaign}?dialog=add`);
  await choose(page, 'Promotion Type', 'Other');
  await dialog.getByRole('textbox', { name: 'Timeline Date' }).fill(inDays(1));
  await dialog.getByRole('button', { name: 'Add Link' }).click();
  await expect(toast(page, 'Failed to add link. Please try again.')).toBeVisible();
  await expect(dialog.getByText('Something broke.')).toBeVisible();
});

/** A campaign that is hard to show: long texts, other scripts, a live link and a late one. */
async function hardToShow(page: Page, system: System): Promise<{ campaign: string; link: string }> {
  const team = await addTeam(page.request, 'Axe desk');
  const campaign = await addCampaign(page.request, team, {
    name: 'محطة 🚀 <script>alert(1)</script> '.repeat(5).slice(0, 150).trim(),
    description: 'Averylongwordwithoutanyspaces'.repeat(20),
    startDate: inDays(-3),
    endDate: inDays(9),
  });
  const { articleLink, clientLink } = system.articles.one('live');
  const live = { campaignId: campaign, promotionType: 'link_insertion', articleLink, clientLink, status: 'live' };
  // Other campaigns of this person have the same link.
  const added = await page.request.post('/api/campaign-links', { data: { ...live, allowDuplicate: true } });
  expect(added.status()).toBe(201);
  const { id } = await added.json();
  await page.request.post('/api/campaign-links', {
    data: { campaignId: campaign, promotionType: 'other', timelineDate: inDays(-2) },
  });
  return { campaign, link: id };
}

test('the campaign pages and dialogs are accessible', async ({ page, system }) => {
  const { campaign, link } = await hardToShow(page, system);
  const dialog = (name: string) => page.getByRole('dialog', { name });
  await open(page, '/campaigns');
  for (const [at, shows] of [
    ['/campaigns', page.getByRole('table', { name: 'Campaigns' })],
    ['/campaigns?q=nothing-like-it', page.getByText('No campaign matches')],
    [`/campaigns/${campaign}`, page.getByText('1 late')],
    ['/campaigns/no-such-campaign', page.getByRole('heading', { name: 'Campaign not found' })],
    ['/campaigns?dialog=create-campaign', dialog('Create Campaign').getByRole('textbox', { name: 'Campaign Name' })],
    [
      `/campaigns/${campaign}?dialog=edit-campaign`,
      dialog('Edit Campaign').getByRole('textbox', { name: 'Campaign Name' }),
    ],
    [`/campaigns/${campaign}?dialog=delete-campaign`, page.getByRole('alertdialog')],
    [`/campaigns/${campaign}?dialog=add`, dialog('Add Backlink').getByRole('textbox', { name: 'Website URL' })],
    [`/campaigns/${campaign}?edit=${link}`, dialog('Edit Backlink').getByRole('textbox', { name: 'Article Link' })],
  ] as const) {
    await follow(page, at);
    await expect(shows).toBeVisible();
    await expectAccessible(page, at);
  }
});
