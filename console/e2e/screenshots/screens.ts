/** The screens and dialogs that `npm run screenshots` takes pictures of, and what has to be done for each. */
import type { Page } from '@playwright/test';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';

/** Addresses of share pages. */
export interface Shares {
  readonly open: string;
  readonly locked: string;
}

export interface Screen {
  /** The first piece of the file's name. */
  readonly name: string;
  readonly path: string;
  /** Default: the agency's owner. */
  readonly who?: 'nobody' | 'newcomer' | 'viewer';
  /** What has to be done there before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Only at this width. */
  readonly only?: number;
}

/** The things that the screens show. */
interface Shown {
  /** Ids of the links with the richest details: one with redirects, one replaced by another link. */
  readonly live: string;
  readonly removed: string;
  /** For a campaign. */
  readonly bought: LinkAnswer | undefined;
  readonly team: string;
  /** The address of an open invitation. */
  readonly invitation: string;
  readonly shares: Shares;
}

export function screensOf({ live, removed, bought, team, invitation, shares }: Shown): readonly Screen[] {
  const evidence = (page: Page) => page.getByRole('button', { name: 'Evidence' }).first().click();
  const campaign = `/campaigns/${bought?.campaignId}`;
  const notifications = async (page: Page) => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('menuitem', { name: /^View all alerts/ }).waitFor();
  };
  return [
    { name: 'welcome', path: '/', who: 'nobody' },
    { name: 'sign-in', path: '/api/login', who: 'nobody' },
    { name: 'sign-in-spent', path: '/api/login/email/callback?token=used', who: 'nobody' },
    { name: 'dashboard-empty', path: '/', who: 'newcomer' },
    { name: 'trash-empty', path: '/trash', who: 'newcomer' },
    { name: 'dashboard', path: '/?pageSize=25' },
    { name: 'dashboard-collapsed', path: '/', prepare: (page) => page.keyboard.press('Control+b'), only: 1440 },
    { name: 'dashboard-sheet', path: '/', prepare: button('Toggle Sidebar'), only: 360 },
    { name: 'dashboard-filtered', path: '/?status=removed,pending&q=lumen' },
    { name: 'dashboard-nothing-found', path: '/?q=nothing-like-it' },
    { name: 'profile-menu', path: '/', prepare: button('Profile menu') },
    { name: 'add', path: '/?dialog=add' },
    {
      name: 'add-wrong',
      path: '/?dialog=add',
      prepare: async (page) => {
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Client Link' }).fill('ftp://client.example');
        await dialog.getByRole('button', { name: 'Add Link' }).click();
      },
    },
    {
      name: 'add-checking',
      path: '/?dialog=add',
      prepare: async (page) => {
        await page.route('**/api/links', () => {});
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Article Link' }).fill('https://blog.example/an-article');
        await dialog.getByRole('textbox', { name: 'Client Link' }).fill('https://client.example/');
        await dialog.getByRole('button', { name: 'Add Link' }).click();
        await page.getByText('Checking backlink...').waitFor();
      },
    },
    { name: 'filter', path: '/?dialog=filter' },
    { name: 'sort', path: '/?dialog=sort' },
    { name: 'import', path: '/?dialog=import' },
    { name: 'import-columns', path: '/?dialog=import', prepare: bring },
    { name: 'export', path: '/?dialog=export' },
    { name: 'keys', path: '/?dialog=keys' },
    { name: 'palette', path: '/', prepare: palette('') },
    { name: 'palette-found', path: '/', prepare: palette('lumen') },
    { name: 'columns', path: '/', prepare: opens('Columns'), only: 1440 },
    { name: 'selected', path: '/', prepare: select },
    { name: 'bulk-edit', path: '/', prepare: inBulk('Edit') },
    { name: 'bulk-trash', path: '/', prepare: inBulk('Trash') },
    { name: 'details', path: `/?link=${live}` },
    { name: 'details-evidence', path: `/?link=${live}`, prepare: evidence },
    { name: 'details-removed', path: `/?link=${removed}`, prepare: evidence },
    { name: 'edit', path: `/?edit=${live}` },
    { name: 'teams', path: '/teams?tab=my' },
    { name: 'teams-empty', path: '/teams', who: 'newcomer' },
    {
      name: 'teams-menu',
      path: '/teams?tab=my',
      prepare: (page) =>
        page
          .getByRole('button', { name: /^Team menu/ })
          .first()
          .click(),
    },
    { name: 'create-team', path: '/teams?tab=my&dialog=create-team' },
    { name: 'invite', path: `/teams?tab=my&invite=${team}` },
    { name: 'manage-team', path: `/teams?tab=my&manage=${team}` },
    { name: 'hand-over', path: `/teams?tab=my&manage=${team}`, prepare: button('Transfer Ownership') },
    { name: 'delete-team', path: `/teams?tab=my&leave=${team}` },
    { name: 'team', path: `/teams/${team}` },
    { name: 'team-clients', path: `/teams/${team}?clients=${team}` },
    { name: 'team-missing', path: '/teams/unknown' },
    { name: 'team-viewer', path: `/teams/${team}`, who: 'viewer' },
    { name: 'leave-team', path: `/teams?leave=${team}`, who: 'viewer' },
    { name: 'campaigns-empty', path: '/campaigns', who: 'newcomer' },
    { name: 'campaigns', path: '/campaigns' },
    { name: 'campaigns-nothing-found', path: '/campaigns?q=nothing-like-it' },
    { name: 'create-campaign', path: '/campaigns?dialog=create-campaign' },
    { name: 'create-campaign-without-team', path: '/campaigns?dialog=create-campaign', who: 'newcomer' },
    { name: 'campaign', path: campaign },
    { name: 'edit-campaign', path: `${campaign}?dialog=edit-campaign` },
    { name: 'delete-campaign', path: `${campaign}?dialog=delete-campaign` },
    { name: 'add-campaign-link', path: `${campaign}?dialog=add` },
    {
      name: 'add-campaign-link-wrong',
      path: `${campaign}?dialog=add`,
      prepare: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add Link' }).click(),
    },
    { name: 'edit-campaign-link', path: `${campaign}?edit=${bought?.id}` },
    { name: 'campaign-missing', path: '/campaigns/unknown' },
    { name: 'clients-empty', path: '/clients', who: 'newcomer' },
    { name: 'clients', path: '/clients' },
    { name: 'client', path: `/clients/${bought?.clientDomain}` },
    { name: 'client-share', path: `/clients/${bought?.clientDomain}?dialog=share` },
    { name: 'client-missing', path: '/clients/unknown.example' },
    { name: 'expiring-empty', path: '/expiring-soon', who: 'newcomer' },
    { name: 'expiring', path: '/expiring-soon' },
    { name: 'invitation', path: invitation, who: 'newcomer' },
    { name: 'invitation-signed-out', path: invitation, who: 'nobody' },
    { name: 'invitation-other', path: invitation },
    { name: 'invitation-missing', path: '/invite/unknown', who: 'nobody' },
    { name: 'alerts', path: '/alerts' },
    { name: 'alerts-empty', path: '/alerts?tab=expiring', who: 'newcomer' },
    { name: 'alert-rules', path: '/alerts/rules' },
    { name: 'alert-rule', path: '/alerts/rules?dialog=edit-rule-default' },
    { name: 'notifications', path: '/', prepare: notifications },
    { name: 'notifications-empty', path: '/', who: 'newcomer', prepare: notifications },
    { name: 'trash', path: '/trash' },
    { name: 'purge', path: '/trash', prepare: button('Delete Forever') },
    { name: 'settings', path: '/settings' },
    { name: 'settings-notifications', path: '/settings#notifications' },
    { name: 'settings-checking', path: '/settings#checking' },
    { name: 'settings-billing', path: '/settings#billing' },
    { name: 'settings-account', path: '/settings#account' },
    { name: 'purchase', path: '/settings?dialog=plan-starter-yearly#billing' },
    { name: 'back-to-free', path: '/settings?dialog=plan-free#billing' },
    {
      name: 'create-token',
      path: '/settings#account',
      prepare: opens('Create Token'),
    },
    { name: 'delete-account', path: '/settings?dialog=delete-account#account' },
    { name: 'upgrade', path: '/?dialog=upgrade' },
    { name: 'share-dialog', path: '/clients?dialog=share' },
    { name: 'share', path: shares.open, who: 'nobody' },
    { name: 'share-password', path: shares.locked, who: 'nobody' },
    { name: 'share-gone', path: '/share/unknown', who: 'nobody' },
    { name: 'not-found', path: '/no/such/page' },
    // These choices are remembered, so they come last.
    { name: 'chart-table', path: '/', prepare: chartAsTable },
    { name: 'dashboard-without-chart', path: '/', prepare: button('Over time'), only: 1440 },
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

/** A file with every kind of message. */
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
  await page.getByText(/^\d+ rows? ha(?:s|ve) errors/).waitFor();
}
