import { addMember, addTeam } from '../fixtures/teams.ts';
import { addLink, expect, keepToast, open, rowOf, test, toast } from '../fixtures/test.ts';

test('a link moved to the trash is brought back by Undo', async ({ page, system }) => {
  const promised = system.articles.one('live');
  await addLink(page.request, promised);
  await open(page, '/');
  const row = rowOf(page, promised.slug);
  await row.getByRole('button', { name: 'Delete' }).click();
  const deleted = await keepToast(page, 'Link Deleted');
  await expect(row).toBeHidden();
  await expect(deleted).toContainText('Link has been moved to trash');
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Link Restored')).toBeVisible();
  await expect(row).toBeVisible();
});

test('a link is restored from the trash with its history', async ({ page, system }) => {
  const promised = system.articles.one('nofollow-meta');
  const { id } = await addLink(page.request, promised);
  await page.request.delete(`/api/links/${id}`);
  await open(page, '/trash');
  await expect(page.getByText('Items are permanently deleted after 30 days.')).toBeVisible();
  const item = page.getByRole('list', { name: 'Trash' }).getByRole('listitem').filter({ hasText: promised.slug });
  await expect(item).toContainText('deleted forever in 30 days');
  await item.getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'Link Restored')).toContainText('Link has been restored from trash');
  await expect(item).toBeHidden();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await rowOf(page, promised.slug).getByRole('gridcell', { name: promised.slug }).click();
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByText('You moved this link to trash')).toBeVisible();
  await expect(history.getByText('You restored this link from the trash')).toBeVisible();
});

test('selected links are restored, or deleted forever after one question, and a row says who deleted it', async ({
  page,
  system,
}) => {
  const paths = ['one', 'two', 'three'].map((name) => `ticked-${name}`);
  for (const path of paths) {
    const added = await addLink(page.request, {
      ...system.articles.one('live'),
      articleLink: `http://127.0.0.1:9/${path}`,
    });
    await page.request.delete(`/api/links/${added.id}`);
  }
  await page.goto('/trash?q=ticked');
  const items = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText(/Deleted just now by \S/);
  await items.filter({ hasText: 'ticked-one' }).getByRole('checkbox').check();
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'Link Restored')).toBeVisible();
  await expect(items).toHaveCount(2);
  await bar.getByRole('checkbox', { name: 'Select all' }).check();
  await bar.getByRole('button', { name: 'Delete Forever' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 links forever?' });
  await question.getByRole('button', { name: 'Delete Forever' }).click();
  await expect(toast(page, 'Links Deleted')).toContainText('2 links have been permanently deleted');
  await expect(items).toHaveCount(0);
});

test('Delete Forever asks first, shows why it failed, and then removes all of the link', async ({ page, system }) => {
  const promised = system.articles.one('nofollow-header');
  const { id } = await addLink(page.request, promised);
  await page.request.delete(`/api/links/${id}`);
  await open(page, '/trash');
  const item = page.getByRole('list', { name: 'Trash' }).getByRole('listitem').filter({ hasText: promised.slug });
  const question = page.getByRole('alertdialog', { name: 'Delete this link forever?' });
  await item.getByRole('button', { name: 'Delete Forever' }).click();
  await expect(question).toContainText(promised.articleLink);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(item).toBeVisible();

  await page.route('**/permanent', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', message: 'The server is busy.' } }),
  );
  await item.getByRole('button', { name: 'Delete Forever' }).click();
  await question.getByRole('button', { name: 'Delete Forever' }).click();
  await expect(question.getByRole('alert')).toHaveText('The server is busy.');
  await page.unroute('**/permanent');
  await question.getByRole('button', { name: 'Delete Forever' }).click();
  await expect(toast(page, 'Link Deleted')).toContainText('Link has been permanently deleted');
  await expect(item).toBeHidden();
  expect((await page.request.post(`/api/trash/${id}/restore`)).status()).toBe(404);
});

test('links of a team that a person only views can be neither restored nor deleted forever, and say why', async ({
  page,
  browser,
  system,
}) => {
  const team = await addTeam(page.request, 'Archive');
  const viewer = await addMember(page.request, browser, system, team, {
    name: 'Vera',
    email: 'vera@trash.example',
    permission: 'view',
  });
  const [theirs, own] = [system.articles.one('ugc'), system.articles.one('live')];
  for (const [request, promised, teamId] of [
    [page.request, theirs, team],
    [viewer.request, own, null],
  ] as const) {
    const { id } = await addLink(request, promised, { teamId });
    await request.delete(`/api/links/${id}`);
  }
  const screen = await viewer.newPage();
  await screen.goto('/trash');
  const items = screen.getByRole('list', { name: 'Trash' }).getByRole('listitem');
  for (const name of ['Restore', 'Delete Forever']) {
    const refused = items.filter({ hasText: theirs.slug }).getByRole('button', { name });
    await expect(refused).toHaveAttribute('aria-disabled', 'true');
    await refused.focus();
    await expect(refused).toHaveAccessibleDescription(/You can only view/);
    await expect(items.filter({ hasText: own.slug }).getByRole('button', { name })).not.toHaveAttribute(
      'aria-disabled',
    );
  }
  await viewer.close();
});
