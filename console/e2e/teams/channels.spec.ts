import { startSystem } from '../../../infra/testing/apps/system.ts';
import { type Pages, startPageServer } from '../../../infra/testing/fakes/page-server.ts';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam } from '../fixtures/teams.ts';
import { test as base, expect, open, toast } from '../fixtures/test.ts';

/** The only address on loopback to which the system of this file may send is that of the receiver. */
const test = base.extend<object, { receiver: Pages }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names the fixtures it needs, and needs none
    async ({}, use) => {
      const receiver = await startPageServer();
      await use(receiver);
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  system: [
    async ({ receiver }, use) => {
      const system = await startSystem({ settings: { EVIDENCE_QUOTA_MB: '0', CHECKER_ALLOW_HOSTS: receiver.host } });
      await use(system);
      await system.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a webhook is added, tested, seen in the log, given another secret, paused, resumed and removed', async ({
  page,
  receiver,
}) => {
  const signatures: string[] = [];
  receiver.set('/hook', (request, response) => {
    signatures.push(String(request.headers['webhook-signature']));
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Thank you <b>very much</b>');
  });
  const teamId = await addTeam(page.request, 'Northbank Outreach');
  const asked = page.waitForRequest('**/api/channels?*');
  await open(page, '/channels');
  expect((await asked).url()).toContain(`teamId=${teamId}`);
  await open(page, '/teams');
  await page.getByRole('button', { name: 'Team menu: Northbank Outreach' }).click();
  await page.getByRole('menuitem', { name: 'Channels' }).click();
  await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Add Channel' }).click();
  const add = page.getByRole('dialog', { name: 'Add Channel' });
  await expect(add.getByRole('combobox', { name: 'Kind' })).toHaveText('Webhook: a program of yours');
  await add.getByRole('textbox', { name: 'Name' }).fill('Ops bridge');
  await add.getByRole('textbox', { name: 'Address' }).fill('http://169.254.169.254/latest/meta-data');
  await add.getByRole('button', { name: 'Add Channel' }).click();
  await expect(add.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(/^Address cannot be used/);
  await expectAccessible(page, 'add channel');
  await add.getByRole('textbox', { name: 'Address' }).fill(receiver.at('/hook'));
  await add.getByRole('button', { name: 'Add Channel' }).click();
  const shown = page.getByRole('dialog', { name: 'Secret of the Webhook' });
  await expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  const first = await shown.getByRole('textbox', { name: 'Secret' }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();

  const channel = page.getByRole('region', { name: 'Ops bridge' });
  const log = page.getByRole('region', { name: 'Deliveries' });
  await expect(channel.getByText('Active')).toBeVisible();
  await expect(log.getByText('Nothing was sent yet.')).toBeVisible();
  await channel.getByRole('button', { name: 'Send Test' }).click();
  await expect(toast(page, 'Test delivered')).toContainText('Answer 200');
  await expect(log.getByText('Delivered · Test · Answer 200')).toBeVisible();
  await expect(log.getByText('Thank you <b>very much</b>')).toBeVisible();
  const request = log.getByRole('region', { name: `Request to ${receiver.host}` });
  await expect(request).toContainText('webhook-id');
  await expect(request).not.toContainText(String(signatures[0]));
  await expectAccessible(page, 'channel');

  await channel.getByRole('button', { name: 'New Secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'New Secret' }).click();
  await expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
  await expect(shown.getByRole('textbox', { name: 'Secret' })).not.toHaveValue(first);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  await expect(channel.getByText('The former secret signs, too, until')).toBeVisible();
  await log.getByRole('button', { name: 'Send Again' }).click();
  await expect.poll(() => signatures.map((signature) => signature.split(' ').length)).toEqual([1, 2]);

  await channel.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Channel' });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Ops bridge, night');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toBeHidden();
  const renamed = page.getByRole('region', { name: 'Ops bridge, night' });
  await renamed.getByRole('button', { name: 'Pause' }).click();
  await expect(renamed.getByText('Paused by a person')).toBeVisible();
  await renamed.getByRole('button', { name: 'Resume' }).click();
  await expect(renamed.getByText('Active')).toBeVisible();

  await page.getByRole('link', { name: 'All Channels' }).click();
  const row = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
  await expect(row).toContainText(`Webhook · ${receiver.host}`);
  await expect(row).toContainText('Last delivered just now');
  await expectAccessible(page, 'channels');
  await row.getByRole('link', { name: 'Ops bridge, night' }).click();
  await renamed.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
});
