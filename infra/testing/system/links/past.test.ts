/** The past through the API, on the whole system: moments, comparison, ledger, events and shares of one day. */
import test, { type ExecutionContext } from 'ava';
import type { ComparisonAnswer, MomentAnswer } from '../../../../query-service/contract/answers/as-of.ts';
import type { CampaignWithLinksAnswer } from '../../../../query-service/contract/answers/campaigns.ts';
import type { EventAnswer, LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { CreatedShareAnswer, SharedAnswer } from '../../../../query-service/contract/answers/shares.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import type { TeamAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { addMember, makeTeam, signUpActors } from '../../actors/team.ts';
import { Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

const CLIENT = 'https://client.example/tea';
const pages = await startPageServer();
const app = await startServer([pages.host], { CHECKER_RENDER: 'never' });
test.after.always(async () => {
  await app.close();
  await pages.close();
});
const somebody = signUpActors(app);
let served = 0;

/** Sends what must work. */
async function send<T>(t: ExecutionContext, person: Visitor, method: string, path: string, body?: object): Promise<T> {
  const answer = await person.send<T>(method, path, body);
  t.true(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Adds a link that is live, and waits for its evidence: nothing about it is recorded later by itself. */
async function add(t: ExecutionContext, person: Visitor, more: object): Promise<string> {
  served += 1;
  pages.set(`/tea-${served}`, article(`<p>We like <a href="${CLIENT}">good tea</a>.</p>`));
  const body = { articleLink: pages.at(`/tea-${served}`), clientLink: CLIENT, ...more };
  const { id } = await send<{ readonly id: string }>(t, person, 'POST', '/api/links', body);
  await evidenceKept(person, id);
  return id;
}

const eventsOf = async (person: Visitor) => (await person.get<EventAnswer[]>('/api/events?limit=1000')).body;

async function evidenceKept(person: Visitor, link: string): Promise<void> {
  await waitUntil(async () => {
    const { body } = await person.get<HistoryAnswer[]>(`/api/links/${link}/history`);
    return body.some(({ kind }) => kind === 'evidence-kept');
  });
}

/**
 * Three moments of a team, by position. First: it is called Agency and has a live link in a campaign. Second: it is called
 * Studio, a member has joined, and the link has remarks and counts as removed. Third: the link is the owner's own, a second
 * one is in the trash, and a third one is new.
 */
async function threeMoments(t: ExecutionContext) {
  const [ann, bob, eve] = [await somebody(), await somebody(), await somebody()];
  const now = async () => (await eventsOf(ann)).at(-1)?.position ?? 0;
  const teamId = await makeTeam(app, ann);
  const campaign = await send<{ readonly id: string }>(t, ann, 'POST', '/api/campaigns', { name: 'Spring', teamId });
  const link = await add(t, ann, { teamId, duration: 'permanent' });
  await send(t, ann, 'PATCH', `/api/links/${link}`, { campaignId: campaign.id });
  const trashed = await add(t, ann, { teamId });
  const first = await now();
  await send(t, ann, 'PATCH', `/api/teams/${teamId}`, { name: 'Studio' });
  await addMember(app, ann, teamId, bob, 'edit');
  await send(t, ann, 'PATCH', `/api/links/${link}`, { remarks: 'call them' });
  await send(t, bob, 'POST', `/api/links/${link}/corrections`, { claim: 'removed', note: 'It is gone.' });
  const second = await now();
  await send(t, ann, 'PATCH', `/api/links/${link}`, { teamId: null, campaignId: null });
  await send(t, ann, 'DELETE', `/api/links/${trashed}`);
  const added = await add(t, ann, { teamId });
  const third = await now();
  return { ann, bob, eve, teamId, campaignId: campaign.id, link, trashed, added, first, second, third };
}

test('each moment has its own lists, counts, teams, campaigns, link pages and histories', async (t) => {
  const { ann, teamId, campaignId, link, trashed, added, first, second, third } = await threeMoments(t);
  const at = async <T>(path: string, asOf: number | string) => {
    const answer = await ann.get<T>(`${path}${path.includes('?') ? '&' : '?'}asOf=${asOf}`);
    t.is(answer.status, 200, `${path} ${asOf}`);
    return answer;
  };
  const listed = async (asOf: number | string) =>
    (await at<LinkAnswer[]>('/api/links?sort=addedAt&dir=asc', asOf)).body.map(({ id }) => id).toSorted();
  t.deepEqual(await listed(first), [link, trashed].toSorted());
  t.deepEqual(await listed(second), [link, trashed].toSorted());
  t.deepEqual(await listed(third), [link, added].toSorted());
  t.deepEqual(await listed('2020-01-01'), []);

  t.like((await at(`/api/links/${link}`, first)).body, { status: 'live', teamName: 'Agency', remarks: null });
  t.like((await at(`/api/links/${link}`, second)).body, {
    status: 'removed',
    teamName: 'Studio',
    remarks: 'call them',
  });
  t.like((await at(`/api/links/${link}`, third)).body, { teamId: null, remarks: 'call them' });
  const kinds = async (asOf: number) =>
    (await at<HistoryAnswer[]>(`/api/links/${link}/history`, asOf)).body.map(({ kind }) => kind);
  t.false((await kinds(first)).includes('corrected'));
  t.true((await kinds(second)).includes('corrected'));
  t.true((await kinds(third)).includes('moved'));

  const stats = async (asOf: number) => (await at<StatsAnswer>(`/api/stats?teamId=${teamId}`, asOf)).body;
  t.like(await stats(first), { total: 2, live: 2, removed: 0 });
  t.like(await stats(second), { total: 2, live: 1, removed: 1 });
  t.like(await stats(third), { total: 1, live: 1, removed: 0 });
  t.like((await at<TeamAnswer>(`/api/teams/${teamId}`, first)).body, { name: 'Agency', memberCount: 1 });
  t.like((await at<TeamAnswer>(`/api/teams/${teamId}`, second)).body, { name: 'Studio', memberCount: 2 });
  t.like((await at<CampaignWithLinksAnswer>(`/api/campaigns/${campaignId}`, first)).body, { links: [{ id: link }] });
  t.like((await at('/api/links/facets?of=status', second)).body, [{ count: 1 }, { count: 1 }]);

  const answer = await at<LinkAnswer[]>('/api/links', second);
  t.is(answer.headers['x-as-of-position'], String(second));
  const instant = answer.headers['x-as-of'] ?? '';
  const moment = (await ann.get<MomentAnswer>(`/api/as-of?asOf=${encodeURIComponent(instant)}`)).body;
  t.true(moment.position >= second, 'an event within the second of an instant belongs to the instant');
});

test('the newest moment shows what the live lists show', async (t) => {
  const { ann, bob, teamId, campaignId, link, third } = await threeMoments(t);
  const paths = [
    ...['/api/links', '/api/links?sort=anchor&dir=asc&pageSize=1', '/api/links?status=live', '/api/stats'],
    ...['/api/clients', '/api/clients/client.example', '/api/campaigns', `/api/campaigns/${campaignId}`, '/api/tags'],
    ...['/api/trash', '/api/teams/my', '/api/teams/joined', `/api/teams/${teamId}`, `/api/teams/${teamId}/links`],
    ...['/api/links/facets?of=teamId', `/api/links/${link}/history`],
  ];
  for (const path of paths) {
    for (const person of [ann, bob]) {
      const live = await person.get(path);
      const past = await person.get(`${path}${path.includes('?') ? '&' : '?'}asOf=${third}`);
      t.is(past.status, live.status, path);
      if (live.status !== 200) continue;
      t.deepEqual(past.body, live.body, path);
      t.is(past.headers['x-total-count'], live.headers['x-total-count'], path);
    }
  }
});

test('the past is seen by those who see the team now, and by nobody else', async (t) => {
  const { ann, bob, eve, teamId, link, first } = await threeMoments(t);
  const seen = async (person: Visitor) => (await person.get<LinkAnswer[]>(`/api/links?asOf=${first}`)).body.length;
  t.is(await seen(bob), 2, 'bob joined later');
  t.is(await seen(eve), 0);
  t.is((await eve.get(`/api/links/${link}?asOf=${first}`)).status, 404);
  t.is((await eve.get(`/api/teams/${teamId}?asOf=${first}`)).status, 404);
  await send(t, ann, 'DELETE', `/api/teams/${teamId}/members/${bob.id}`);
  t.is(await seen(bob), 0);
});

test('two moments are compared, as an answer and as a file', async (t) => {
  const { ann, link, trashed, added, first, second, third } = await threeMoments(t);
  const compare = async (from: number, to: number) =>
    (await ann.get<ComparisonAnswer>(`/api/compare?from=${from}&to=${to}`)).body;
  const lost = await compare(first, second);
  t.like(lost, { total: 1, counts: { lost: 1, added: 0, deleted: 0 } });
  t.like(lost.rows[0], { link: { id: link }, changes: ['lost'], before: { status: 'live' } });
  const { rows, counts } = await compare(first, third);
  t.deepEqual(rows.map((row) => row.link.id).toSorted(), [link, trashed, added].toSorted());
  t.like(counts, { added: 1, deleted: 1, lost: 1 });
  t.is((await ann.get(`/api/compare?from=${third}&to=${first}`)).status, 400);
});

test('the ledger and the events have everything in the order of the log, and go on at a cursor', async (t) => {
  const { ann, eve, teamId, link } = await threeMoments(t);
  const events = await eventsOf(ann);
  t.deepEqual(
    events.map(({ position }) => position),
    events.map(({ position }) => position).toSorted((one, other) => one - other),
  );
  const paged: EventAnswer[] = [];
  for (let after = ''; ; after = `&after=${paged.at(-1)?.cursor}`) {
    const { body } = await ann.get<EventAnswer[]>(`/api/events?limit=3${after}`);
    paged.push(...body);
    if (body.length < 3) break;
  }
  t.deepEqual(paged, events);
  const lines = await ann.get<string>('/api/events', { Accept: 'application/x-ndjson' });
  t.deepEqual(
    lines.body.trimEnd().split('\n'),
    events.map((event) => JSON.stringify(event)),
  );

  const ledger: LedgerAnswer[] = [];
  for (let before = ''; ; before = `&before=${ledger.at(-1)?.event.cursor}`) {
    const { body } = await ann.get<LedgerAnswer[]>(`/api/ledger?limit=4${before}`);
    ledger.push(...body);
    if (body.length < 4) break;
  }
  t.deepEqual(
    ledger.map(({ event }) => event.cursor).toReversed(),
    events.map(({ cursor }) => cursor),
  );
  const ofLink = (await ann.get<LedgerAnswer[]>(`/api/ledger?linkId=${link}&kind=links`)).body;
  t.deepEqual(new Set(ofLink.map(({ event }) => event.type)), new Set(['LinkMoved', 'LinkEdited', 'LinkAdded']));
  t.false((await eventsOf(eve)).some(({ scope }) => scope === `team:${teamId}`));
});

test('the stream of events sends what happens, from now on and after a cursor', async (t) => {
  const { ann, teamId } = await threeMoments(t);
  const [start] = await eventsOf(ann);
  const stream = await ann.stream('/api/events/stream');
  const resumed = await ann.stream(`/api/events/stream?after=${start?.cursor}`);
  const added = await add(t, ann, { teamId });
  t.true(await stream.has(added));
  t.true(await resumed.has('"name":"Spring"'));
  t.true(await resumed.has(added));
  stream.leave();
  resumed.leave();
});

test('a share of one moment shows that moment for good', async (t) => {
  const { ann, teamId, link, trashed, first, third } = await threeMoments(t);
  const share = (asOf?: number) =>
    send<CreatedShareAnswer>(t, ann, 'POST', '/api/shared-links', {
      ...{ clientDomain: 'client.example', teamId },
      ...(asOf !== undefined && { asOf: String(asOf) }),
    });
  const [pinned, last, open] = [await share(first), await share(third), await share()];
  const visitor = new Visitor(app.url);
  const shown = async ({ shareId }: CreatedShareAnswer) =>
    (await visitor.get<SharedAnswer>(`/api/shared/${shareId}`)).body;
  const page = await shown(pinned);
  t.like(page, { total: 2, live: 2, lost: 0 });
  t.deepEqual(page.links.map(({ id }) => id).toSorted(), [link, trashed].toSorted());
  t.like(await shown(last), { total: 1, live: 1 });
  await add(t, ann, { teamId });
  t.like(await shown(open), { asOf: null, total: 2 });
  t.like(await shown(pinned), { total: 2, live: 2, lost: 0 });
  t.like(await shown(last), { total: 1, live: 1 });
});

test('an invalid moment and a future moment are refused', async (t) => {
  const ann = await somebody();
  await add(t, ann, {});
  for (const asOf of ['tomorrow', '2999-01-01', '2026-02-31', '999999999999999']) {
    const { status, body } = await ann.get<{ readonly fields: object }>(`/api/links?asOf=${asOf}`);
    t.is(status, 400, asOf);
    t.deepEqual(Object.keys(body.fields), ['asOf'], asOf);
  }
});
