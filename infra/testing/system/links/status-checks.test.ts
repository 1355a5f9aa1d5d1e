/** Plans and status checks through the API, on the whole system. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import type { SubscriptionAnswer, UserAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { LedgerAnswer, StoriesAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type { CheckResultAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type {
  CheckableListAnswer,
  StartedStatusCheckAnswer,
  StatusCheckAnswer,
} from '../../../../query-service/contract/answers/status-checks.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { makeTeam } from '../../actors/team.ts';
import { signIn, type Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { startProcess } from '../../apps/server-process.ts';
import { article, type Page, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const LINKED = article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`);
const GONE: Page = (_, response) => response.writeHead(410).end();
const DAY = 24 * 60 * 60 * 1000;

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly nextCheckDate?: string;
}

const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_TIMEOUT_MS: '15000', CHECKER_RENDER: 'never' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});

let people = 0;
const anAddress = () => `planner${++people}@example.com`;
const somebody = () => app.signIn(anAddress());
let served = 0;

interface Added {
  readonly id: string;
  readonly path: string;
}

/** Adds links, each to a page of its own. */
async function addLinks(person: Visitor, count: number, page: Page = LINKED, more: object = {}): Promise<Added[]> {
  const links: Added[] = [];
  for (let index = 0; index < count; index += 1) {
    const path = `/page-${++served}`;
    pages.set(path, page);
    const body = { articleLink: pages.at(path), clientLink: CLIENT, ...more };
    const added = await person.send<{ id: string }>('POST', '/api/links', body);
    if (added.status !== 201) throw new Error(`adding a link answered ${added.status}`);
    links.push({ id: added.body.id, path });
  }
  return links;
}

/** Lets the pages answer only when the functions in the list are called; it grows with each visit. */
function hold(links: readonly Added[]): (() => void)[] {
  const held: (() => void)[] = [];
  for (const { path } of links) {
    pages.set(path, (_, response) => {
      held.push(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(LINKED));
    });
  }
  return held;
}

const begin = (person: Visitor, body: object = {}) =>
  person.send<StartedStatusCheckAnswer & Failure>('POST', '/api/status-checks', body);
const ended = (person: Visitor, runId: string, held: (() => void)[] = []) =>
  waitUntil(async () => {
    for (const release of held.splice(0)) release();
    const { body } = await person.get<StatusCheckAnswer>(`/api/status-checks/${runId}`);
    return body.state !== 'running' && body;
  });
const plan = async (person: Visitor) => (await person.get<SubscriptionAnswer>('/api/subscription')).body;
/** Another view than that of the runs has it: it may come a moment later. */
const nextCheckOf = (person: Visitor) => waitUntil(async () => (await plan(person)).nextCheckDate);
const change = (person: Visitor, body: object) =>
  person.send<SubscriptionAnswer & Failure>('PATCH', '/api/subscription', body);
const recheck = (person: Visitor, { id }: Added) =>
  person.send<{ readonly checkResult: CheckResultAnswer } & Failure>('POST', `/api/links/${id}/recheck`);

test('the default plan is free, monthly', async (t) => {
  const free = {
    plan: 'free',
    billingCycle: 'monthly',
    status: 'active',
    nextCheckDate: null,
    paidUntil: null,
  } as const;
  t.deepEqual(await plan(await somebody()), free);
});

test('a plan is chosen by name and cycle, and reads return it', async (t) => {
  const person = await somebody();
  const chosen = await change(person, { plan: 'starter', billingCycle: 'yearly', status: 'active' });
  t.is(chosen.status, 200);
  t.like(chosen.body, { plan: 'starter', billingCycle: 'yearly', nextCheckDate: null });
  t.deepEqual(await plan(person), chosen.body);
  t.like((await change(person, { plan: 'professional' })).body, { plan: 'professional', billingCycle: 'yearly' });
  t.like((await change(person, { billingCycle: 'monthly' })).body, { plan: 'professional', billingCycle: 'monthly' });
  t.like((await change(person, { plan: 'free' })).body, { plan: 'free', billingCycle: 'monthly' });
});

test('an invalid plan, cycle or date is refused by field, and so is another person’s subscription', async (t) => {
  const person = await somebody();
  const refused = async (body: object) => {
    const answer = await change(person, body);
    return [answer.status, ...Object.keys(answer.body.fields ?? {})];
  };
  t.deepEqual(await refused({ plan: 'gold' }), [400, 'plan']);
  t.deepEqual(await refused({ plan: null, billingCycle: 7 }), [400, 'plan', 'billingCycle']);
  t.deepEqual(await refused({ status: 'cancelled' }), [400, 'status']);
  t.deepEqual(await refused({ nextCheckDate: 'soon' }), [400, 'nextCheckDate']);
  t.deepEqual(await refused({ nextCheckDate: '2027-02-31T00:00:00Z' }), [400, 'nextCheckDate']);
  t.deepEqual(await refused({ plan: 'starter', nextCheckDate: '2027-01-01' }), [400, 'nextCheckDate']);
  t.deepEqual(await refused({ nextCheckDate: new Date(Date.now() + 15 * DAY).toISOString() }), [400, 'nextCheckDate']);
  t.deepEqual(await refused({ userId: 'somebody-else', plan: 'starter' }), [404]);
  t.like(await plan(person), { plan: 'free', nextCheckDate: null });
});

test('a request names the list by team or by scope; another person’s list does not exist', async (t) => {
  const [person, other] = [await somebody(), await somebody()];
  const own = `user:${(await person.get<UserAnswer>('/api/auth/user')).body.id}`;
  const ask = async (body: object) => {
    const answer = await person.send<Failure>('POST', '/api/status-checks', body);
    return [answer.status, answer.body.code, ...Object.keys(answer.body.fields ?? {})];
  };
  t.deepEqual(await ask({ scope: own }), [409, 'no-links']);
  const theirs = `user:${(await other.get<UserAnswer>('/api/auth/user')).body.id}`;
  for (const scope of [theirs, 'team:unknown']) t.deepEqual(await ask({ scope }), [404, 'not-found'], scope);
  for (const scope of ['all', 'user:', 'team:a b', `${own} `.repeat(9)]) {
    t.deepEqual(await ask({ scope }), [400, 'invalid', 'scope'], scope);
  }
  t.deepEqual(await ask({ scope: own, teamId: 't1' }), [400, 'invalid', 'scope']);
});

test('a person can postpone their next status check but not bring it forward', async (t) => {
  const person = await somebody();
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const [added] = await addLinks(person, 1);
  const later = inDays(7);
  t.is((await change(person, { nextCheckDate: later })).body.nextCheckDate, later);
  const refused = await change(person, { nextCheckDate: inDays(3) });
  t.is(refused.status, 403);
  t.like(refused.body, { code: 'cooldown', nextCheckDate: later });
  t.is((await recheck(person, added!)).status, 403);
  const latest = inDays(13);
  t.is((await change(person, { nextCheckDate: latest })).body.nextCheckDate, latest);
  t.is((await plan(person)).nextCheckDate, latest);
  // A browser's clock may be a little ahead.
  const ahead = new Date(Date.now() + 14 * DAY + 5_000).toISOString();
  t.is((await change(person, { nextCheckDate: ahead })).body.nextCheckDate, ahead);
});

test('a status check visits all links and reports its progress, and the free plan makes the next one wait', async (t) => {
  const email = anAddress();
  const person = await app.signIn(email);
  const live = await addLinks(person, 12);
  const gone = await addLinks(person, 3, GONE);
  const visited = pages.visits(live[0]!.path);
  const begun = await begin(person);
  t.is(begun.status, 201);
  t.is(begun.body.total, 15);
  const run = await ended(person, begun.body.runId);
  t.like(run, { state: 'whole', teamId: null, total: 15, done: 15, live: 12, removed: 3, pending: 0 });
  t.truthy(run.finishedAt);
  t.is(run.startedByName, email);
  t.is(pages.visits(live[0]!.path), visited + 1);
  const [newest] = (await person.get<StatusCheckAnswer[]>('/api/status-checks')).body;
  t.deepEqual(newest, run);

  const nextCheckDate = await nextCheckOf(person);
  const days = (Date.parse(nextCheckDate) - Date.now()) / DAY;
  t.true(days > 13.9 && days <= 14, `${days} days`);
  for (const refused of [await begin(person), await recheck(person, live[0]!)]) {
    t.is(refused.status, 403);
    t.like(refused.body, { code: 'cooldown', nextCheckDate });
    t.regex(refused.body.message, /You can start the next one after \w+ \d+, \d{4}/);
  }
  // New and edited links are checked at once all the same.
  const [added] = await addLinks(person, 1);
  const { body: known } = await person.get<LinkAnswer>(`/api/links/${added!.id}`);
  t.is(known.status, 'live');
  pages.set('/edited', GONE);
  await person.send('PATCH', `/api/links/${added!.id}`, { articleLink: pages.at('/edited') });
  await waitUntil(async () => (await person.get<LinkAnswer>(`/api/links/${added!.id}`)).body.status === 'removed');

  await change(person, { plan: 'starter' });
  t.is((await plan(person)).nextCheckDate, null);
  t.is((await recheck(person, gone[0]!)).body.checkResult.status, 'removed');
  const again = await begin(person);
  t.is(again.status, 201);
  t.like(await ended(person, again.body.runId), { state: 'whole', total: 16, done: 16 });
  const third = await begin(person);
  t.is(third.status, 201);
  // One that ends on the free plan would begin another cooldown.
  await ended(person, third.body.runId);
  await change(person, { plan: 'free' });
  t.is((await plan(person)).nextCheckDate, nextCheckDate, 'the cooldown holds again');
});

test('concurrent starts of a status check share one run', async (t) => {
  const person = await somebody();
  const held = hold(await addLinks(person, 5));
  const begun = await Promise.all(Array.from({ length: 8 }, () => begin(person)));
  t.is(new Set(begun.map(({ body }) => body.runId)).size, 1);
  t.deepEqual(begun.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 200, 200, 201]);
  await ended(person, begun[0]!.body.runId, held);
});

test('a status check of an empty list is refused', async (t) => {
  const person = await somebody();
  const refused = await begin(person);
  t.is(refused.status, 409);
  t.like(refused.body, { code: 'no-links', message: 'No Links to Check' });
  t.deepEqual((await person.get<StatusCheckAnswer[]>('/api/status-checks')).body, []);
});

test('another person’s status check does not exist', async (t) => {
  const person = await somebody();
  await addLinks(person, 1);
  const { runId } = (await begin(person)).body;
  await ended(person, runId);
  const stranger = await somebody();
  t.is((await stranger.get(`/api/status-checks/${runId}`)).status, 404);
  t.is((await stranger.get('/api/status-checks/no-such-run')).status, 404);
  t.is((await stranger.get('/api/status-checks?teamId=no-such-team')).status, 404);
  t.is((await begin(stranger, { teamId: 'no-such-team' })).status, 404);
});

test('links trashed or edited during a run do not keep it from ending', async (t) => {
  const person = await somebody();
  const links = await addLinks(person, 6);
  const held = hold(links);
  const { runId } = (await begin(person)).body;
  await waitUntil(() => held.length > 0);
  await person.send('DELETE', `/api/links/${links[5]!.id}`);
  pages.set('/elsewhere', LINKED);
  await person.send('PATCH', `/api/links/${links[0]!.id}`, { articleLink: pages.at('/elsewhere') });
  t.like(await ended(person, runId, held), { state: 'whole', total: 6, done: 6 });
});

test('a team’s status checks follow its owner’s plan, whichever member requests them', async (t) => {
  const owner = await somebody();
  const email = anAddress();
  const editor = Object.assign(await app.signIn(email), { email });
  const teamId = await makeTeam(app, owner, [[editor, 'edit']]);
  const [link] = await addLinks(editor, 2, LINKED, { teamId });
  await change(editor, { plan: 'professional' });

  const begun = await begin(editor, { teamId });
  t.is(begun.status, 201);
  t.like(await ended(owner, begun.body.runId), { state: 'whole', teamId, done: 2, live: 2 });
  t.is((await owner.get<StatusCheckAnswer[]>(`/api/status-checks?teamId=${teamId}`)).body.length, 1);
  t.is((await begin(editor, { teamId })).body.code, 'cooldown');
  t.is((await recheck(editor, link!)).body.code, 'cooldown');
  t.is((await plan(editor)).nextCheckDate, null);
  t.truthy(await nextCheckOf(owner));

  await change(owner, { plan: 'starter' });
  t.is((await recheck(editor, link!)).status, 200);
});

test('a status check of everything covers own links and teams, and its cooldown only what it checked', async (t) => {
  const owner = await somebody();
  const team = async (name: string) => (await owner.send<TeamAnswer>('POST', '/api/teams', { name })).body.id;
  const [first, second] = [await team('First'), await team('Second')];
  await addLinks(owner, 3, LINKED, { teamId: first });
  const lists = async () => (await owner.get<CheckableListAnswer[]>('/api/checkable-lists')).body;

  const alone = await begin(owner, { teamId: first });
  await ended(owner, alone.body.runId);
  const [own] = await addLinks(owner, 2);
  t.is((await recheck(owner, own!)).status, 200, 'own links are not in the cooldown of the team');
  const waiting = await lists();
  t.deepEqual(
    waiting.map(({ teamId, total, nextCheckDate }) => [teamId, total, nextCheckDate === null]),
    [
      [null, 2, true],
      [first, 3, false],
      [second, 0, true],
    ],
  );

  const begun = await begin(owner, { all: true });
  t.is(begun.status, 201);
  t.like(begun.body, { total: 2, runs: [{ teamId: null, total: 2 }] });
  await ended(owner, begun.body.runId);
  t.is((await begin(owner, { all: true })).body.code, 'cooldown');

  await change(owner, { plan: 'starter' });
  const whole = await begin(owner, { all: true });
  t.is(whole.body.total, 5);
  for (const { runId } of whole.body.runs) t.like(await ended(owner, runId), { state: 'whole' });
  t.deepEqual(
    (await lists()).map(({ run }) => run?.state),
    ['whole', 'whole', undefined],
  );
});

test('a status check of one client visits only its links, in every list, with the cooldown of each list', async (t) => {
  const owner = await somebody();
  const teamId = (await owner.send<TeamAnswer>('POST', '/api/teams', { name: 'Agency' })).body.id;
  const clientDomain = 'other-client.example';
  const of = { clientLink: `https://${clientDomain}/`, teamId };
  const [other] = await addLinks(owner, 1);
  const held = hold(await addLinks(owner, 2, LINKED, of));
  const visited = pages.visits(other!.path);

  const run = await begin(owner, { all: true, clientDomain });
  t.like(run.body, { total: 2, runs: [{ teamId, total: 2 }] });
  t.is((await begin(owner, { teamId, clientDomain })).body.runId, run.body.runId, 'joined');
  const refused = await begin(owner, { teamId });
  t.like(refused.body, {
    code: 'other-run',
    message: `Links of ${clientDomain} are being checked. Start again when this check has ended.`,
  });
  t.like(await ended(owner, run.body.runId, held), { state: 'whole', total: 2, done: 2 });
  t.is(pages.visits(other!.path), visited);
  t.is((await begin(owner, { all: true, clientDomain })).body.code, 'cooldown');
  t.is((await begin(owner, { clientDomain })).body.code, 'no-links', 'own links have no links of it');
  t.is((await begin(owner, { clientDomain: 'publisher:client.example' })).body.code, 'no-links');
  const stranger = await somebody();
  t.is((await begin(stranger, { teamId, clientDomain })).status, 404);
  t.is((await begin(stranger, { all: true, clientDomain })).body.code, 'no-links');
});

test('a status check of everything without links is refused', async (t) => {
  const viewer = await somebody();
  t.is((await begin(viewer, { all: true })).body.code, 'no-links');
  t.deepEqual((await viewer.get<CheckableListAnswer[]>('/api/checkable-lists')).body.length, 1);
  t.is((await begin(viewer, { all: 'yes' })).status, 400);
});

test('a run counts links without addresses, and links expected later, without a visit', async (t) => {
  const person = await somebody();
  const { id: teamId } = (await person.send<TeamAnswer>('POST', '/api/teams', { name: 'Agency' })).body;
  const campaign = await person.send<{ id: string }>('POST', '/api/campaigns', { name: 'Spring', teamId });
  const of = { campaignId: campaign.body.id, teamId, status: 'pending', timelineDate: '2199-01-01' };
  const wanted = { ...of, promotionType: 'other' };
  const nowhere = await person.send<{ id: string }>('POST', '/api/campaign-links', wanted);
  pages.set('/expected', LINKED);
  const addresses = { articleLink: pages.at('/expected'), clientLink: CLIENT };
  const expected = await person.send('POST', '/api/campaign-links', {
    ...{ ...of, ...addresses, promotionType: 'link_insertion' },
  });
  t.deepEqual([nowhere.status, expected.status], [201, 201]);
  await addLinks(person, 1, LINKED, { teamId });

  const looked = await recheck(person, { ...nowhere.body, path: '' });
  t.is(looked.status, 200);
  t.regex(looked.body.checkResult.reason, /both of its addresses/);
  const begun = await begin(person, { teamId });
  t.like(await ended(person, begun.body.runId), { state: 'whole', total: 3, done: 3, live: 1, pending: 2 });
  t.is(pages.visits('/expected'), 0);
});

test('a new plan moves the next check of existing links', async (t) => {
  const person = await somebody();
  const [link] = await addLinks(person, 1);
  await change(person, { plan: 'professional' });
  const log = new DatabaseSync(path.join(app.dataDir, 'events.db'), { readOnly: true });
  t.teardown(() => log.close());
  const set = log.prepare("SELECT data FROM events WHERE stream = ? AND type = 'CheckTimetableSet'");
  const row = await waitUntil(() => set.get(`check-${link!.id}`));
  t.deepEqual(JSON.parse(String(row.data)), { linkId: link!.id, everyDays: 1, retries: 3 });
});

test('a run continues after the process is killed and restarted, and counts each link once', async (t) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-run-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { DATA_DIR: dataDir, CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' };
  const first = await startProcess(settings);
  const person = await signIn(first.url, 'ann@example.com', first.said);
  const links = await addLinks(person, 20);
  const visitedBefore = links.map((link) => pages.visits(link.path));
  // The last pages do not answer as long as the first process lives.
  for (const link of links.slice(12)) pages.set(link.path, () => {});
  const { runId } = (await begin(person)).body;
  const progress = async (who: Visitor) => (await who.get<StatusCheckAnswer>(`/api/status-checks/${runId}`)).body;
  await waitUntil(async () => (await progress(person)).done >= 12);
  await first.end('SIGKILL');

  for (const link of links.slice(12)) pages.set(link.path, LINKED);
  const second = await startProcess(settings);
  const again = await signIn(second.url, 'ann@example.com', second.said);
  const run = await waitUntil(async () => {
    const now = await progress(again);
    t.true(now.done >= 12, 'the shown progress never goes back');
    return now.state !== 'running' && now;
  });
  t.like(run, { state: 'whole', total: 20, done: 20, live: 20, removed: 0, pending: 0 });
  for (const [index, link] of links.slice(0, 12).entries()) {
    t.is(pages.visits(link.path), visitedBefore[index]! + 1, 'a visited page is not visited again');
  }
  t.truthy(await nextCheckOf(again));
  t.is(await second.end('SIGTERM'), 0);
});

test('an import and a status check of its links are one story each, with their links and results', async (t) => {
  const person = await somebody();
  const paths = Array.from({ length: 30 }, () => `/page-${++served}`);
  for (const [index, path] of paths.entries()) pages.set(path, index % 3 === 0 ? GONE : LINKED);
  const rows = paths.map((path) => `${pages.at(path)},${CLIENT}`);
  const file = ['articleLink,clientLink', ...rows].join('\n');
  t.is((await person.send('POST', '/api/links/import', file, { 'Content-Type': 'text/csv' })).status, 200);
  const checked = async () => (await person.get<LinkAnswer[]>('/api/links')).body;
  await waitUntil(async () => (await checked()).every(({ lastChecked }) => lastChecked !== null));
  const { body: started } = await begin(person);
  await ended(person, started.runId);
  const read = async (query: string) =>
    (await person.get<StoriesAnswer>(`/api/ledger/stories?${query}`)).body.stories.map(
      ({ head: { event }, links, run }) => ({ type: event.type, links, run }),
    );
  const run = { isRunning: false, done: 30, live: 20, removed: 10, pending: 0 };
  const jobs = [
    { type: 'StatusCheckStarted', links: 30, run },
    { type: 'ImportStarted', links: 30, run: null },
  ];
  t.deepEqual((await read('')).slice(0, 2), jobs);
  t.true((await read('')).length <= 3, 'the third is the setting of the language at the sign-in');
  t.deepEqual(await read('clientDomain=client.example'), [
    { type: 'CheckRequested', links: 30, run: null },
    { type: 'LinkAdded', links: 30, run: null },
  ]);
  const [story] = (await person.get<StoriesAnswer>('/api/ledger/stories?limit=1')).body.stories;
  const { body: events } = await person.get<LedgerAnswer[]>(`/api/ledger?story=${story?.id}&limit=1000`);
  t.is(events.length, story?.events ?? 0);
  t.true(events.length >= 62, String(events.length));
});
