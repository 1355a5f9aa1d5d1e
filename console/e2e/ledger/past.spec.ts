import type { APIRequestContext } from '@playwright/test';
import type { HistoryAnswer } from '../../../query-service/contract/answers/links.ts';
import { addLink, expect, follow, open, rowOf, test } from '../fixtures/test.ts';

/** The position of the event of this kind in the link's history. */
async function positionOf(request: APIRequestContext, id: string, kind: HistoryAnswer['kind']): Promise<number> {
  const history: HistoryAnswer[] = await (await request.get(`/api/links/${id}/history`)).json();
  return history.find((line) => line.kind === kind)?.position ?? 0;
}

test('a past moment is shown on every page until one returns to today, and nothing can be changed there', async ({
  page,
  system,
}) => {
  const promised = system.articles.one('live');
  const { id } = await addLink(page.request, promised);
  const row = rowOf(page, promised.slug);
  const banner = page.getByText('Read-only.');
  await open(page, `/?asOf=${await positionOf(page.request, id, 'added')}`);
  await expect(banner).toBeVisible();
  await expect(row).toContainText('Pending');
  await expect(page.getByRole('button', { name: 'Add Link' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import' })).toBeHidden();
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await expect(page).toHaveURL(/\/clients\?asOf=\d+$/);
  await expect(banner).toBeVisible();
  await page.reload();
  await expect(banner).toBeVisible();
  await page.goBack();
  await expect(row).toContainText('Pending');

  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/$/);
  await expect(banner).toBeHidden();
  await expect(row).toContainText('Live');
  await page.goBack();
  await expect(row).toContainText('Pending');
});

test('a day is chosen in the frame; before the first event there is nothing, and a moment that is none is refused', async ({
  page,
  system,
}) => {
  const { id } = await addLink(page.request, system.articles.one('nofollow-meta'));
  await open(page, '/');
  await page.getByRole('button', { name: 'As of: Today' }).click();
  await page.getByRole('menuitem', { name: 'Show a past day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show a past day' });
  await dialog.getByRole('button', { name: 'End of last year' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\?asOf=\d{4}-12-31$/);
  await expect(page.getByRole('status').getByText('Nothing was recorded before')).toBeVisible();
  await expect(page.getByText('There were no links then')).toBeVisible();
  await follow(page, `${page.url()}&link=${id}`);
  await expect(page.getByText('This link did not exist then')).toBeVisible();

  await follow(page, '/?asOf=tomorrow');
  await expect(page.getByRole('heading', { name: 'This moment cannot be shown' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
