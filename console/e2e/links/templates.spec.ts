import { expectAccessible } from '../fixtures/accessibility.ts';
import { addTeam } from '../fixtures/teams.ts';
import { addLink, expect, keepToast, open, test, toast } from '../fixtures/test.ts';

test('a template of a team is changed beside somebody else, given to its links after a preview, undone and deleted', async ({
  page,
  system,
}) => {
  const teamId = await addTeam(page.request, 'Templates');
  const put = async (templates: readonly object[]) => {
    const saved = await page.request.put('/api/terms-templates', { data: { teamId, templates } });
    expect(saved.ok()).toBe(true);
  };
  const termsOf = async (id: string) => (await (await page.request.get(`/api/links/${id}`)).json()).terms;
  await open(page, `/teams/${teamId}`);
  await page.getByRole('button', { name: 'Team menu: Templates' }).click();
  await page.getByRole('menuitem', { name: 'Terms Templates' }).click();
  const list = page.getByRole('dialog', { name: 'Terms Templates' });
  await expect(list.getByText('No templates yet.')).toBeVisible();

  await list.getByRole('button', { name: 'Create Template' }).click();
  const creating = page.getByRole('dialog', { name: 'Create Template' });
  await creating.getByRole('button', { name: 'Save Template' }).click();
  await expect(creating.getByRole('textbox', { name: 'Template Name' })).toHaveAccessibleDescription(
    'Name is required.',
  );
  await creating.getByRole('textbox', { name: 'Template Name' }).fill('Guest post');
  await creating.getByRole('checkbox', { name: 'Nofollow' }).uncheck();
  await creating.getByRole('button', { name: 'Save Template' }).click();
  await expect(list.getByRole('listitem').first()).toContainText(
    'Guest postLink type: Dofollow or SponsoredNo links yet',
  );
  const [{ id: templateId }] = await (await page.request.get('/api/terms-templates')).json();
  const more = { teamId, templateId };
  const kept = await addLink(page.request, system.articles.one('live'), more);
  const deviating = await addLink(page.request, system.articles.one('nofollow'), more);
  const own = await addLink(page.request, system.articles.one('sponsored'), more);
  await page.request.put(`/api/links/${own.id}/terms`, { data: { visible: true } });

  await open(page, `/teams/${teamId}?templates=${teamId}`);
  await expect(list.getByRole('listitem').first()).toContainText('3 links, 1 changed since');
  await expectAccessible(page, 'templates');
  await list.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Template' });
  await put([
    { id: templateId, name: 'Guest posts', terms: { indexable: true } },
    { name: 'Forum', terms: {} },
  ]);
  await editing.getByRole('checkbox', { name: 'Sponsored' }).uncheck();
  await expectAccessible(page, 'template');
  await editing.getByRole('button', { name: 'Save Template' }).click();
  await expect(editing.getByRole('alert')).toContainText(
    /Someone changed this template.*Template Name: Guest postsLink type: anyIndexable: required/,
  );
  await editing.getByRole('button', { name: 'Save Template' }).click();

  const applying = page.getByRole('dialog', { name: 'Apply “Guest post” to Its Links?' });
  await expect(applying.getByText(/^1 of 2 deviates, the oldest since /)).toBeVisible();
  await expectAccessible(page, 'apply');
  expect(await termsOf(kept.id)).toMatchObject({ linkTypes: ['dofollow', 'sponsored'] });
  await applying.getByRole('button', { name: 'Set terms for 2 links' }).click();
  const set = await keepToast(page, 'Terms set for 2 links');
  for (const { id } of [kept, deviating]) expect(await termsOf(id)).toMatchObject({ linkTypes: ['dofollow'] });
  expect(await termsOf(own.id)).toMatchObject({ linkTypes: null, visible: true });
  await set.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  expect(await termsOf(deviating.id)).toMatchObject({ linkTypes: ['dofollow', 'sponsored'] });

  // The template that somebody else made is still there.
  await expect(list.getByRole('listitem')).toContainText(['Forum', 'Guest post', 'Create Template']);
  await list.getByRole('group', { name: 'Guest post' }).getByRole('button', { name: 'Delete' }).click();
  const deleting = page.getByRole('alertdialog', { name: 'Delete “Guest post”?' });
  await expect(deleting).toContainText('3 links keep the terms that they got from this template.');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByRole('listitem')).toContainText(['Forum', 'Create Template']);
});

test('a campaign gives its template to a link that is added to it', async ({ page, system }) => {
  const teamId = await addTeam(page.request, 'Spring team');
  const templates = [{ name: 'Guest post', terms: { linkTypes: ['dofollow'] } }];
  const saved = await page.request.put('/api/terms-templates', { data: { teamId, templates } });
  expect(saved.ok()).toBe(true);
  await open(page, `/teams/${teamId}?dialog=create-campaign`);
  const creating = page.getByRole('dialog', { name: 'Create Campaign' });
  await creating.getByRole('textbox', { name: 'Campaign Name' }).fill('Spring');
  await expect(creating.getByRole('combobox', { name: 'Team' })).toHaveText('Spring team');
  await creating.getByRole('combobox', { name: 'Terms of New Links' }).click();
  await page.getByRole('option', { name: 'Guest post' }).click();
  await expectAccessible(page, 'campaign');
  await creating.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(page.getByRole('heading', { name: 'Spring' })).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Add Link' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add Backlink' });
  const choose = async (name: string, option: string | RegExp) => {
    await adding.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const template = adding.getByRole('combobox', { name: 'Terms Template' });
  await expect(template).toHaveText('Guest post');
  await choose('Campaign', 'None');
  await expect(template).toHaveText('No template');
  await choose('Campaign', 'Spring');
  await expect(template).toHaveText('Guest post');
  await choose('Promotion Type', 'Link insertion');
  await choose('Status', /^Live/);
  const { articleLink, clientLink } = system.articles.one('image');
  await adding.getByRole('textbox', { name: 'Article Link' }).fill(articleLink);
  await adding.getByRole('textbox', { name: 'Client Link' }).fill(clientLink);
  await adding.getByRole('button', { name: 'Add Link' }).click();
  const terms = async () => (await (await page.request.get(`/api/links?teamId=${teamId}`)).json())[0]?.terms ?? {};
  await expect.poll(terms).toMatchObject({ linkTypes: ['dofollow'] });
});
