/** Warnings through the API, on the whole system: filter, counts, file, settings and alerts. */
import test from 'ava';
import type { SettingsAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { AlertAnswer } from '../../../../query-service/contract/answers/alerts.ts';
import type { FacetValueAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const NOINDEX = '<meta name="robots" content="noindex">';
const CANONICAL = '<link rel="canonical" href="https://original.example/tea">';

const pages = await startPageServer();
const CLIENT = pages.at('/tea');
pages.set('/tea', article('<p>Tea.</p>'));
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);
let served = 0;

/** A live link on a page with this head; `head` can be replaced later. */
async function aLink(person: Actor, head: string, more: object = {}) {
  const path = `/page-${++served}`;
  const serve = (markup: string) =>
    pages.set(path, article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`).replace('<title>', `${markup}<title>`));
  serve(head);
  const body = { articleLink: pages.at(path), clientLink: CLIENT, ...more };
  const { id } = (await person.send<{ id: string }>('POST', '/api/links', body)).body;
  return { id, path, serve, recheck: () => person.send('POST', `/api/links/${id}/recheck`) };
}

async function listed(person: Actor, query: string) {
  const { body, headers } = await person.get<LinkAnswer[]>(`/api/links?${query}`);
  return { ids: body.map(({ id }) => id).toSorted(), total: Number(headers['x-total-count']) };
}

test('links are filtered, counted and exported by their warnings', async (t) => {
  const person = await somebody();
  const [plain, noindex, both] = [
    await aLink(person, ''),
    await aLink(person, NOINDEX),
    await aLink(person, NOINDEX + CANONICAL),
  ];
  t.deepEqual(await listed(person, 'warning=noindex'), { ids: [noindex.id, both.id].toSorted(), total: 2 });
  t.deepEqual(await listed(person, 'warning=canonical-elsewhere'), { ids: [both.id], total: 1 });
  t.deepEqual(await listed(person, 'warning=noindex,canonical-elsewhere'), {
    ids: [noindex.id, both.id].toSorted(),
    total: 2,
  });
  t.deepEqual(await listed(person, 'warning=hidden'), { ids: [], total: 0 });
  t.is((await listed(person, '')).total, 3);
  t.is((await person.get('/api/links?warning=unknown')).status, 400);

  const { body: facets } = await person.get<FacetValueAnswer[]>('/api/links/facets?of=warning');
  t.deepEqual(
    facets.map(({ value, count }) => [value, count]),
    [
      ['noindex', 2],
      ['canonical-elsewhere', 1],
    ],
  );

  const { body: file } = await person.get<string>('/api/links/export?warning=noindex&columns=articleLink,warnings');
  const rows = file.trim().split('\n');
  t.is(rows.length, 3);
  t.false(file.includes(pages.at(plain.path)));
  const row = rows.find((each) => each.startsWith(pages.at(both.path))) ?? '';
  t.regex(row, /not to index it/);
  t.regex(row, /https:\/\/original\.example\/tea/);

  noindex.serve('');
  await noindex.recheck();
  t.deepEqual(await listed(person, 'warning=noindex'), { ids: [both.id], total: 1 });
});

test('the chosen warnings raise alerts, for each person by their own choice', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const alertsOf = async (person: Actor) =>
    (await person.get<AlertAnswer[]>('/api/alerts?tab=status')).body.filter(({ type }) => type === 'warning');
  const chosen = await bob.send<SettingsAnswer>('PATCH', '/api/user/settings', {
    warningAlerts: ['canonical-elsewhere'],
  });
  t.deepEqual(chosen.body.warningAlerts, ['canonical-elsewhere']);
  const link = await aLink(ann, '', { teamId });
  link.serve(NOINDEX);
  await link.recheck();
  await waitUntil(async () => (await alertsOf(ann)).length === 1);
  const [alert] = await alertsOf(ann);
  t.is(alert?.linkId, link.id);
  t.deepEqual(
    alert?.news?.warnings.map(({ code }) => code),
    ['noindex'],
  );
  t.deepEqual(await alertsOf(bob), []);

  link.serve(NOINDEX + CANONICAL);
  await link.recheck();
  await waitUntil(async () => (await alertsOf(bob)).length === 1);
  t.deepEqual(
    (await alertsOf(bob))[0]?.news?.warnings.map(({ code }) => code),
    ['canonical-elsewhere'],
  );
  const none = await ann.send<SettingsAnswer>('PATCH', '/api/user/settings', { warningAlerts: [] });
  t.deepEqual(none.body.warningAlerts, []);
  t.deepEqual(await alertsOf(ann), []);
});
