import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { addMember, addTeam } from '../fixtures/teams.ts';
import { expect, keepToast, open, test, toast } from '../fixtures/test.ts';

const rules = (page: Page) => page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Opens the menu of a part of the sentence, and closes it after `use`. */
async function inMenu(page: Page, part: string | RegExp, title: string, use: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: part }).click();
  await use();
  await page.keyboard.press('Escape');
  await expect(dialog(page, title)).toBeHidden();
}

test('the default rule becomes a rule of one’s own, which is switched off, duplicated, and removed with an undo', async ({
  page,
}) => {
  await open(page, '/alerts');
  await page.getByRole('link', { name: 'Alert Rules' }).click();
  await expect(page).toHaveURL('/alerts/rules');
  await expect(page.getByText('Your switches in Settings decide what is emailed.')).toBeVisible();
  await expect(rules(page)).toContainText('Email me at most once an hour about removed links');
  await expectAccessible(page, 'rules');

  await rules(page).getByRole('button', { name: 'Edit' }).click();
  const editing = dialog(page, 'Edit Rule');
  const rehearsal = editing.getByRole('region', { name: 'What would this rule have sent in the last 30 days?' });
  await expect(rehearsal.getByText('No messages')).toBeVisible();
  const kinds = await editing.getByRole('button', { name: /^removed links/ }).innerText();
  const chosen = dialog(page, 'What about').getByRole('checkbox', { checked: true });
  await inMenu(page, kinds, 'What about', async () => {
    await expectAccessible(page, 'what about');
    while ((await chosen.count()) > 0) await chosen.last().uncheck();
  });
  await editing.getByRole('button', { name: 'Save Rule' }).click();
  await expect(editing.getByRole('alert')).toHaveText('Choose what the rule tells.');
  await expect(rehearsal).toBeHidden();
  await inMenu(page, 'nothing yet', 'What about', async () => {
    await dialog(page, 'What about').getByRole('checkbox', { name: 'deviations from the terms' }).check();
    await dialog(page, 'What about').getByRole('checkbox', { name: 'Late' }).uncheck();
  });
  await inMenu(page, 'in everything I see', 'Which links', () =>
    dialog(page, 'Which links').getByRole('radio', { name: 'in links assigned to me' }).check(),
  );
  await inMenu(page, 'at any hour', 'Quiet hours', () =>
    dialog(page, 'Quiet hours').getByRole('radio', { name: 'never between 22:00 and 7:00' }).check(),
  );
  await expectAccessible(page, 'editor');
  await editing.getByRole('button', { name: 'Save Rule' }).click();
  await expect(toast(page, 'Rule Saved')).toBeVisible();
  await expect(editing).toBeHidden();
  await expect(page).toHaveURL('/alerts/rules');
  const sentence =
    'Email me at most once an hour about deviations from the terms (6 kinds) in links assigned to me, grouped by list, never between 22:00 and 7:00.';
  await expect(rules(page)).toContainText(sentence);
  await expect(page.getByText('Your switches in Settings decide what is emailed.')).toBeHidden();

  const turned = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await rules(page).getByRole('switch', { name: sentence }).click();
  await turned;
  await expect(rules(page)).toContainText('Off');
  await rules(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await inMenu(page, 'at most once an hour', 'When', () =>
    dialog(page, 'When').getByRole('radio', { name: 'every day at 8:00' }).check(),
  );
  await dialog(page, 'Add Rule').getByRole('button', { name: 'Save Rule' }).click();
  await expect(rules(page)).toHaveCount(2);
  await expect(rules(page).last()).toContainText('Email me every day at 8:00 about');

  await rules(page).first().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const removed = await keepToast(page, 'Rule Removed');
  await expect(rules(page)).toHaveCount(1);
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(rules(page)).toHaveCount(2);
  await expect(rules(page).first()).toContainText(sentence);
});

test('a team’s rule that somebody else changed is told before it is replaced, a removed channel is refused, and a person who left is marked', async ({
  page,
  browser,
  system,
}) => {
  const teamId = await addTeam(page.request, 'Rule desk');
  const person = { name: 'Nadia', email: 'nadia@rules.example', permission: 'view' } as const;
  const theirs = await addMember(page.request, browser, system, teamId, person);
  const viewer = await theirs.newPage();
  await viewer.goto(`/alerts/rules?team=${teamId}`);
  await expect(viewer.getByText('Only people with full access to a team see and change its rules.')).toBeVisible();
  await viewer.route('**/api/teams/joined', (route) => route.fulfill({ status: 500, body: 'no' }));
  await viewer.reload();
  await expect(viewer.getByRole('alert')).toContainText('The rules could not be loaded');
  const { id: viewerId } = await (await theirs.request.get('/api/auth/user')).json();

  await open(page, `/teams/${teamId}`);
  await page.getByRole('button', { name: 'Team menu: Rule desk' }).click();
  await page.getByRole('menuitem', { name: 'Alert Rules' }).click();
  await expect(page.getByRole('tab', { name: 'Rule desk' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Rule' }).click();
  await inMenu(page, /^Email /, 'Who is told', () =>
    dialog(page, 'Who is told').getByRole('radio', { name: 'Email nadia@rules.example' }).check(),
  );
  await dialog(page, 'Add Rule').getByRole('button', { name: 'Save Rule' }).click();
  await expect(rules(page)).toContainText('Email nadia@rules.example at once about');

  await rules(page).getByRole('button', { name: 'Edit' }).click();
  const { rules: saved } = await (await page.request.get(`/api/alert-rules?teamId=${teamId}`)).json();
  const { missing: _, ...rule } = saved[0];
  const others = [{ ...rule, group: 'client' }];
  expect((await page.request.put('/api/alert-rules', { data: { teamId, rules: others } })).ok()).toBe(true);
  const editing = dialog(page, 'Edit Rule');
  await inMenu(page, 'at any hour', 'Quiet hours', () =>
    dialog(page, 'Quiet hours')
      .getByRole('radio', { name: /^never/ })
      .check(),
  );
  await editing.getByRole('button', { name: 'Save Rule' }).click();
  await expect(editing.getByRole('alert').first()).toContainText('Someone changed these rules while you were editing.');
  await editing.getByRole('button', { name: 'Save Rule' }).click();
  await expect(editing).toBeHidden();
  await expect(rules(page)).toContainText('grouped by incident, never between');

  const url = 'https://hooks.slack.com/services/T0/B0/x';
  const channel = { teamId, name: '#seo', kind: 'slack', url };
  const { id: channelId } = await (await page.request.post('/api/channels', { data: channel })).json();
  await page.getByRole('button', { name: 'Add Rule' }).click();
  await inMenu(page, /^Email /, 'Who is told', () =>
    dialog(page, 'Who is told').getByRole('radio', { name: 'Send to #seo' }).check(),
  );
  expect((await page.request.delete(`/api/channels/${channelId}`)).ok()).toBe(true);
  const adding = dialog(page, 'Add Rule');
  await adding.getByRole('button', { name: 'Save Rule' }).click();
  await expect(adding.getByRole('alert').first()).toContainText('The team does not have this channel.');
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(adding).toBeHidden();

  expect((await page.request.delete(`/api/teams/${teamId}/members/${viewerId}`)).ok()).toBe(true);
  await expect(rules(page)).toContainText('This person is no longer in the team.');
  await expect(rules(page)).toContainText('Email (gone)');
  await theirs.close();
});

test('what a rule would have sent is listed, asked for again after a change, and tried again after a failure', async ({
  page,
}) => {
  const asked: { readonly rule: object }[] = [];
  const message = (hour: number, groups: readonly object[]) => ({
    ...{ at: `2026-11-20T0${hour}:00:00.000Z`, kind: 'alerts', title: '3 links were removed', count: 3 },
    ...{ groups, groupCount: groups.length === 0 ? 1 : 9 },
  });
  const groups = [{ title: 'a.example', count: 2 }];
  const messages = [message(9, groups), ...Array.from({ length: 8 }, (_, hour) => message(hour, []))];
  const answer = { since: '2026-11-09T00:00:00.000Z', until: '2026-11-28T00:00:00.000Z', messages, total: 9 };
  await page.route('**/api/alert-rules/rehearsal', async (route) => {
    asked.push(route.request().postDataJSON());
    if (asked.length > 1) return route.fulfill({ json: answer });
    return route.fulfill({ status: 503, json: { code: 'busy', message: 'Try again in a minute.' } });
  });
  await open(page, '/alerts/rules?dialog=new-rule');
  const editing = dialog(page, 'Add Rule');
  await expect(editing.getByText('This could not be worked out. Try again in a minute.')).toBeVisible();
  await editing.getByRole('button', { name: 'Try Again' }).click();
  await expect(editing.getByText('9 messages, at most 9 a day')).toBeVisible();
  await expect(editing.getByText('this begins on Nov 9, 2026')).toBeVisible();
  const listed = editing.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(listed).toHaveCount(8);
  await expect(listed.first()).toContainText('Nov 20, 2026, 9:00 AM UTC · a.example (2), 8 more');
  await expectAccessible(page, 'rehearsal');
  await editing.getByRole('button', { name: 'Show More' }).click();
  await expect(listed).toHaveCount(9);
  await inMenu(page, 'grouped by incident', 'How a message is divided', () =>
    dialog(page, 'How a message is divided').getByRole('radio', { name: 'grouped by client' }).check(),
  );
  await expect.poll(() => asked.at(-1)?.rule).toMatchObject({ group: 'client' });
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/alerts/rules');
});
