/** The screens and dialogs that `npm run screenshots` takes pictures of, and what has to be done for each. */
import type { Page } from '@playwright/test';
import type { LinkAnswer } from '../../../query-service/contract/queries.ts';

/** Addresses of share pages. */
export interface Shares {
  readonly open: string;
  readonly locked: string;
}

export interface Screen {
  /** The first piece of the file's name. */
  readonly name: string;
  readonly at: string;
  /** Default: the agency's owner. */
  readonly who?: 'nobody' | 'newcomer' | 'viewer';
  /** What has to be done there before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Only at this width. */
  readonly only?: number;
}

/** What the screens are of. */
interface Shown {
  /** Ids of the links that show most: one by its redirects, one by what stands there instead. */
  readonly live: string;
  readonly removed: string;
  /** For a campaign. */
  readonly bought: LinkAnswer | undefined;
  readonly team: string;
  /** The address of an invitation that nobody has accepted. */
  readonly invitation: string;
  readonly shares: Shares;
}

export function screensOf({ live, removed, bought, team, invitation, shares }: Shown): readonly Screen[] {
  const evidence = (page: Page) => page.getByRole('button', { name: 'What the check saw' }).first().click();
  const campaign = `/campaigns/${bought?.campaignId}`;
  const notifications = async (page: Page) => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('menuitem', { name: /^View all alerts/ }).waitFor();
  };
  return [
    { name: 'welcome', at: '/', who: 'nobody' },
    { name: 'sign-in', at: '/api/login', who: 'nobody' },
    { name: 'sign-in-spent', at: '/api/login/email/callback?token=used', who: 'nobody' },
    { name: 'dashboard-empty', at: '/', who: 'newcomer' },
    { name: 'trash-empty', at: '/trash', who: 'newcomer' },
    { name: 'dashboard', at: '/?pageSize=25' },
    { name: 'dashboard-collapsed', at: '/', act: (page) => page.keyboard.press('Control+b'), only: 1440 },
    { name: 'dashboard-sheet', at: '/', act: button('Toggle Sidebar'), only: 360 },
    { name: 'dashboard-filtered', at: '/?status=removed,pending&q=lumen' },
    { name: 'dashboard-nothing-found', at: '/?q=nothing-like-it' },
    { name: 'profile-menu', at: '/', act: button('Profile menu') },
    { name: 'add', at: '/?dialog=add' },
    {
      name: 'add-wrong',
      at: '/?dialog=add',
      act: async (page) => {
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Client Link' }).fill('ftp://client.example');
        await dialog.getByRole('button', { name: 'Add Link' }).click();
      },
    },
    {
      name: 'add-checking',
      at: '/?dialog=add',
      act: async (page) => {
        await page.route('**/api/links', () => {});
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Article Link' }).fill('https://blog.example/an-article');
        await dialog.getByRole('textbox', { name: 'Client Link' }).fill('https://client.example/');
        await dialog.getByRole('button', { name: 'Add Link' }).click();
        await page.getByText('Checking backlink...').waitFor();
      },
    },
    { name: 'filter', at: '/?dialog=filter' },
    { name: 'sort', at: '/?dialog=sort' },
    { name: 'import', at: '/?dialog=import' },
    { name: 'import-columns', at: '/?dialog=import', act: bring },
    { name: 'export', at: '/?dialog=export' },
    { name: 'keys', at: '/?dialog=keys' },
    { name: 'palette', at: '/', act: palette('') },
    { name: 'palette-found', at: '/', act: palette('lumen') },
    { name: 'columns', at: '/', act: opens('Columns'), only: 1440 },
    { name: 'selected', at: '/', act: select },
    { name: 'bulk-edit', at: '/', act: inBulk('Edit') },
    { name: 'bulk-trash', at: '/', act: inBulk('Trash') },
    { name: 'details', at: `/?link=${live}` },
    { name: 'details-evidence', at: `/?link=${live}`, act: evidence },
    { name: 'details-removed', at: `/?link=${removed}`, act: evidence },
    { name: 'edit', at: `/?edit=${live}` },
    { name: 'teams', at: '/teams?tab=my' },
    { name: 'teams-empty', at: '/teams', who: 'newcomer' },
    {
      name: 'teams-menu',
      at: '/teams?tab=my',
      act: (page) =>
        page
          .getByRole('button', { name: /^Team menu/ })
          .first()
          .click(),
    },
    { name: 'create-team', at: '/teams?tab=my&dialog=create-team' },
    { name: 'invite', at: `/teams?tab=my&invite=${team}` },
    { name: 'manage-team', at: `/teams?tab=my&manage=${team}` },
    { name: 'hand-over', at: `/teams?tab=my&manage=${team}`, act: button('Hand over') },
    { name: 'delete-team', at: `/teams?tab=my&leave=${team}` },
    { name: 'team', at: `/teams/${team}` },
    { name: 'team-clients', at: `/teams/${team}?clients=${team}` },
    { name: 'team-missing', at: '/teams/unknown' },
    { name: 'team-viewer', at: `/teams/${team}`, who: 'viewer' },
    { name: 'leave-team', at: `/teams?leave=${team}`, who: 'viewer' },
    { name: 'campaigns-empty', at: '/campaigns', who: 'newcomer' },
    { name: 'campaigns', at: '/campaigns' },
    { name: 'campaigns-nothing-found', at: '/campaigns?q=nothing-like-it' },
    { name: 'create-campaign', at: '/campaigns?dialog=create-campaign' },
    { name: 'create-campaign-without-team', at: '/campaigns?dialog=create-campaign', who: 'newcomer' },
    { name: 'campaign', at: campaign },
    { name: 'edit-campaign', at: `${campaign}?dialog=edit-campaign` },
    { name: 'delete-campaign', at: `${campaign}?dialog=delete-campaign` },
    { name: 'add-campaign-link', at: `${campaign}?dialog=add` },
    {
      name: 'add-campaign-link-wrong',
      at: `${campaign}?dialog=add`,
      act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add Link' }).click(),
    },
    { name: 'edit-campaign-link', at: `${campaign}?edit=${bought?.id}` },
    { name: 'campaign-missing', at: '/campaigns/unknown' },
    { name: 'clients-empty', at: '/clients', who: 'newcomer' },
    { name: 'clients', at: '/clients' },
    { name: 'client', at: `/clients/${bought?.clientDomain}` },
    { name: 'client-share', at: `/clients/${bought?.clientDomain}?dialog=share` },
    { name: 'client-missing', at: '/clients/unknown.example' },
    { name: 'expiring-empty', at: '/expiring-soon', who: 'newcomer' },
    { name: 'expiring', at: '/expiring-soon' },
    { name: 'invitation', at: invitation, who: 'newcomer' },
    { name: 'invitation-signed-out', at: invitation, who: 'nobody' },
    { name: 'invitation-other', at: invitation },
    { name: 'invitation-missing', at: '/invite/unknown', who: 'nobody' },
    { name: 'alerts', at: '/alerts' },
    { name: 'alerts-empty', at: '/alerts?tab=expiring', who: 'newcomer' },
    { name: 'notifications', at: '/', act: notifications },
    { name: 'notifications-empty', at: '/', who: 'newcomer', act: notifications },
    { name: 'trash', at: '/trash' },
    { name: 'purge', at: '/trash', act: button('Delete Forever') },
    { name: 'settings', at: '/settings' },
    { name: 'settings-notifications', at: '/settings#notifications' },
    { name: 'settings-checking', at: '/settings#checking' },
    { name: 'settings-billing', at: '/settings#billing' },
    { name: 'settings-account', at: '/settings#account' },
    { name: 'purchase', at: '/settings?dialog=plan-starter-yearly#billing' },
    { name: 'back-to-free', at: '/settings?dialog=plan-free#billing' },
    {
      name: 'create-token',
      at: '/settings#account',
      act: opens('Create token'),
    },
    { name: 'delete-account', at: '/settings?dialog=delete-account#account' },
    { name: 'upgrade', at: '/?dialog=upgrade' },
    { name: 'share-dialog', at: '/settings?dialog=share#account' },
    { name: 'share', at: shares.open, who: 'nobody' },
    { name: 'share-password', at: shares.locked, who: 'nobody' },
    { name: 'share-gone', at: '/share/unknown', who: 'nobody' },
    { name: 'not-found', at: '/no/such/page' },
    // These choices are remembered, so they come last.
    { name: 'chart-table', at: '/', act: chartAsTable },
    { name: 'dashboard-without-chart', at: '/', act: button('Over time'), only: 1440 },
  ];
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

const opens = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
};

const palette = (typed: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('dialog').getByRole('combobox');
  await input.fill(typed);
  await page.getByRole('option').first().waitFor();
};

/** On phones the chart is folded away at first. */
async function chartAsTable(page: Page): Promise<void> {
  const title = page.getByRole('button', { name: 'Over time', exact: true });
  if ((await title.getAttribute('aria-expanded')) === 'false') await title.click();
  await button('Table')(page);
}

async function select(page: Page): Promise<void> {
  const ticks = page.getByRole('checkbox', { name: 'Select link' });
  for (const place of [0, 1, 2]) await ticks.nth(place).check();
}

const inBulk = (name: string) => async (page: Page) => {
  await select(page);
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('status').waitFor();
};

/** A file with all there can be to say of one. */
async function bring(page: Page): Promise<void> {
  const rows = [
    'Referring page URL,Target URL,Anchor,Domain rating,Nofollow,First seen',
    'https://blog.example/tea,https://client.example/tea,Tea,54,false,2026-02-01',
    'https://blog.example/coffee,https://client.example/coffee,"Coffee, freshly roasted",61,true,2026-03-01',
    'https://blog.example/tea,https://client.example/tea,Tea,54,false,2026-02-01',
    'blog.example/cocoa,https://client.example/cocoa,Cocoa,12,false,2026-04-01',
    'https://blog.example/milk,,Milk,33,false,2026-05-01',
  ];
  const file = { name: 'client-example-backlinks.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('2 rows cannot be imported').waitFor();
}
