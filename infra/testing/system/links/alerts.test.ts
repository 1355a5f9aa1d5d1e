/** Alerts through the API, on the whole system. */
import test from 'ava';
import { SHORT_WAIT_MS } from '../../../../command-service/clock/clock-trust.ts';
import type { AlertAnswer, ReadAlertsAnswer } from '../../../../query-service/contract/answers/alerts.ts';
import { type Actor, addMember, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { testClocks } from '../../clock.ts';
import { article, type Page, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const LINKED = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);
const GONE: Page = (_, response) => response.writeHead(410).end();

interface Failure {
  readonly code: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const pages = await startPageServer();
const clocks = testClocks();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' }, clocks);
// Notices wait until the clock has been steady for a while.
clocks.pass(SHORT_WAIT_MS);
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);
let served = 0;

/** A link that was found live, and is gone when it is looked at again. */
async function aLostLink(person: Actor, more: object = {}): Promise<string> {
  const path = `/lost-${++served}`;
  pages.set(path, LINKED);
  const body = { articleLink: pages.at(path), clientLink: CLIENT, ...more };
  const { id } = (await person.send<{ id: string }>('POST', '/api/links', body)).body;
  pages.set(path, GONE);
  const again = await person.send<{ checkResult: { status: string } }>('POST', `/api/links/${id}/recheck`);
  if (again.body.checkResult?.status !== 'removed') throw new Error(`rechecking answered ${again.status}`);
  return id;
}

async function told(person: Actor, query = '') {
  const { body, headers } = await person.get<AlertAnswer[]>(`/api/alerts?${query}`);
  return { alerts: body, total: Number(headers['x-total-count']), unread: Number(headers['x-unread-count']) };
}
const mark = (person: Actor, body: object) => person.send<ReadAlertsAnswer & Failure>('POST', '/api/alerts/read', body);
/** Waits for somebody else's doings to be seen. */
const untilTold = (person: Actor, count: number, query = 'tab=status') =>
  waitUntil(async () => (await told(person, query)).total === count);

test('a lost link alerts the owner and the teammate, and no stranger', async (t) => {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  const linkId = await aLostLink(ann, { teamId });
  await untilTold(ann, 1);
  await untilTold(bob, 1);
  const [alert] = (await told(bob, 'tab=status')).alerts;
  t.like(alert, { type: 'removed', title: 'Link Removed', read: false, linkId, teamId });
  t.true(
    alert?.message.endsWith('has been removed. The page answered 410: the page no longer exists.'),
    alert?.message,
  );
  t.deepEqual(await told(eve), { alerts: [], total: 0, unread: 0 });
  t.is((await mark(eve, { ids: [alert?.id] })).body.unread, 0);
  t.like(
    (await told(ann)).alerts.find(({ type }) => type === 'team'),
    { title: 'New Team Member', teamId },
  );
});

test('read marks belong to each person: one by one, then all at once', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'edit']]);
  await untilTold(ann, 1, 'tab=unread');
  await mark(ann, { all: true });
  await aLostLink(ann, { teamId });
  await aLostLink(ann, { teamId });
  await untilTold(ann, 2, 'tab=unread');
  const [newest, older] = (await told(ann, 'tab=unread')).alerts;
  const marked = await mark(ann, { ids: [newest?.id] });
  t.is(marked.status, 200);
  t.deepEqual(marked.body, { unread: 1 });
  t.deepEqual(
    (await told(ann, 'tab=unread')).alerts.map(({ id }) => id),
    [older?.id],
  );
  t.like(await told(bob, 'tab=unread'), { total: 2, unread: 2 });
  t.deepEqual((await mark(ann, { all: true })).body, { unread: 0 });
  t.like(await told(ann, 'tab=unread'), { total: 0, unread: 0 });
  t.is((await told(ann, 'tab=status')).total, 2);
  t.deepEqual((await mark(bob, { ids: [newest?.id, 'unknown'] })).body, { unread: 1 });
});

test('a link that moves into a newer team keeps its alert unread; a person who joins later finds it read', async (t) => {
  const [ann, bob, cat] = [await somebody(), await somebody(), await somebody()];
  const linkId = await aLostLink(ann);
  await untilTold(ann, 1);
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  t.is((await ann.send('PATCH', `/api/links/${linkId}`, { teamId })).status, 200);
  await untilTold(bob, 1);
  for (const person of [ann, bob]) {
    const [alert] = (await told(person, 'tab=status')).alerts;
    t.like(alert, { linkId, teamId, read: false });
  }
  await addMember(app, ann, teamId, cat, 'view');
  await untilTold(cat, 1);
  t.like((await told(cat, 'tab=status')).alerts[0], { linkId, read: true });
});

test('the summary and the pending-links alert show the present numbers, and stay read for the day', async (t) => {
  const ann = await somebody();
  pages.set('/summed', LINKED);
  await ann.send('POST', '/api/links', { articleLink: pages.at('/summed'), clientLink: CLIENT });
  await ann.send('POST', '/api/links', { articleLink: 'http://127.0.0.1:1/never', clientLink: CLIENT });
  const { alerts } = await waitUntil(async () => {
    const all = await told(ann);
    return all.total === 2 && all;
  });
  t.deepEqual(
    alerts.map(({ title, message }) => [title, message]),
    [
      ['Links Need Attention', '1 link is pending: the status is not known yet.'],
      ['Links Summary', '1 link is live, 0 have been removed.'],
    ],
  );
  t.deepEqual((await mark(ann, { ids: alerts.map(({ id }) => id) })).body, { unread: 0 });
  t.true((await told(ann)).alerts.every(({ read }) => read));
});

test('a person who disabled status changes gets no alerts for them, and nobody gets any for a link in the trash', async (t) => {
  const ann = await somebody();
  const linkId = await aLostLink(ann);
  await untilTold(ann, 1);
  await ann.send('PATCH', '/api/user/settings', { statusChangeAlerts: false });
  t.is((await told(ann, 'tab=status')).total, 0);
  await ann.send('PATCH', '/api/user/settings', { statusChangeAlerts: true });
  t.is((await told(ann, 'tab=status')).total, 1);
  await ann.send('DELETE', `/api/links/${linkId}`);
  t.is((await told(ann, 'tab=status')).total, 0);
  await ann.send('POST', `/api/trash/${linkId}/restore`);
  t.is((await told(ann, 'tab=status')).total, 1);
});

test('a link that expires within days raises an alert automatically', async (t) => {
  const ann = await somebody();
  const today = Temporal.PlainDate.from(clocks.now().toISOString().slice(0, 10));
  pages.set('/ends', LINKED);
  const body = { articleLink: pages.at('/ends'), clientLink: CLIENT, duration: '30 days' };
  const { id } = (await ann.send<{ id: string }>('POST', '/api/links', body)).body;
  const liveDate = today.subtract({ days: 25 }).toString();
  t.is((await ann.send('PATCH', `/api/links/${id}`, { liveDate })).status, 200);
  await untilTold(ann, 1, 'tab=expiring');
  const [alert] = (await told(ann, 'tab=expiring')).alerts;
  t.like(alert, { type: 'expiring', title: 'Link Expiring in 5 Days', linkId: id });
});

test('an empty or ambiguous mark is refused by field, and so is a request without a session', async (t) => {
  const ann = await somebody();
  const refused = async (body: object) => {
    const answer = await mark(ann, body);
    return [answer.status, ...Object.keys(answer.body.fields ?? {})];
  };
  t.deepEqual(await refused({}), [400, 'ids']);
  t.deepEqual(await refused({ ids: ['a'], all: true }), [400, 'ids']);
  t.deepEqual(await refused({ all: false }), [400, 'all']);
  t.deepEqual(await refused({ ids: 'a' }), [400, 'ids']);
  t.deepEqual(await refused({ ids: Array.from({ length: 501 }, () => 'a') }), [400, 'ids']);
  t.is((await refused({ ids: [7] }))[0], 400);
  t.is((await refused({ ids: null }))[0], 400);
});
