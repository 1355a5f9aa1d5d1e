/** The records of clients through the API, on the whole system. */
import test from 'ava';
import type { BulkCountAnswer } from '../../../../query-service/contract/answers/bulk-operations.ts';
import type { CampaignAnswer } from '../../../../query-service/contract/answers/campaigns.ts';
import type { ClientAnswer, ClientDetailsAnswer } from '../../../../query-service/contract/answers/clients.ts';
import type { EventAnswer, LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import type { LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type {
  CreatedShareAnswer,
  EditedShareAnswer,
  ShareAnswer,
  SharedAnswer,
} from '../../../../query-service/contract/answers/shares.ts';
import type { StatsAnswer } from '../../../../query-service/contract/answers/stats.ts';
import { sharePasswordHeader } from '../../../../query-service/contract/share-password.ts';
import { type Actor, makeTeam, signUpActors } from '../../actors/team.ts';
import { Visitor } from '../../actors/visitor.ts';
import { recipientsIn } from '../../apps/outbox.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

// Nothing here needs a visit: checks refuse loopback addresses at once.
const app = await startServer([]);
test.after.always(() => app.close());
const somebody = signUpActors(app);

interface Changed {
  readonly id: string;
  readonly revision: number;
  readonly code: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

let pages = 0;
const addLink = async (person: Actor, client: string, more: object = {}) => {
  const articleLink = `http://127.0.0.1:1/${++pages}`;
  const made = await person.send<{ id: string }>('POST', '/api/links', {
    ...{ articleLink, clientLink: `https://${client}/`, ...more },
  });
  return made.body.id;
};
const record = (person: Actor, body: object) => person.send<Changed>('POST', '/api/clients', body);
const edit = (person: Actor, domain: string, body: object, headers: Record<string, string> = {}) =>
  person.send<Changed>('PATCH', `/api/clients/${domain}`, body, headers);
const clients = async (person: Actor, query = '') => (await person.get<ClientAnswer[]>(`/api/clients${query}`)).body;
const client = (person: Actor, domain: string) => person.get<ClientDetailsAnswer>(`/api/clients/${domain}`);

test('the links of all domains of a record are its client’s: in lists, counts, filters, shares and packs', async (t) => {
  const ann = await somebody();
  for (const domain of ['www.harbour.example', 'shop.harbour.de', 'pine.example']) await addLink(ann, domain);
  const domains = ['WWW.Harbour.example', 'harbour.de', 'shop.harbour.de'];
  const { status, body } = await record(ann, { name: ' Harbour & Pine ', domains, notes: 'Pays late' });
  t.is(status, 201);
  const kept = ['harbour.example', 'harbour.de'];
  t.like(await clients(ann), [
    { name: 'Harbour & Pine', clientDomain: 'harbour.example', domains: kept, total: 2 },
    { name: 'pine.example', clientDomain: 'pine.example', domains: ['pine.example'], total: 1 },
  ]);
  t.deepEqual(
    (await clients(ann, '?q=HARBOUR.DE')).map(({ name }) => name),
    ['Harbour & Pine'],
  );
  t.like((await client(ann, 'harbour.de')).body, {
    ...{ name: 'Harbour & Pine', notes: 'Pays late', revision: body.revision, total: 2 },
    scopes: [{ teamId: null, mayEdit: true, total: 2 }],
  });
  t.is((await ann.get<LinkAnswer[]>('/api/links?clientDomain=harbour.de')).body.length, 2);
  t.like((await ann.get<StatsAnswer>('/api/stats')).body, { total: 3, uniqueClients: 2 });
  t.is((await ann.get<StatsAnswer>('/api/stats?clientDomain=harbour.de')).body.total, 2);
  const facet = await ann.get<{ value: string; label: string; count: number }[]>('/api/links/facets?of=clientDomain');
  t.like(facet.body[0], { value: 'harbour.example', label: 'Harbour & Pine', count: 2 });
  const share = await ann.send<CreatedShareAnswer>('POST', '/api/shared-links', { clientDomain: 'harbour.de' });
  t.like((await ann.get<SharedAnswer>(`/api/shared/${share.body.shareId}`)).body, {
    ...{ clientName: 'Harbour & Pine', clientDomain: 'harbour.example', total: 2 },
  });
  const everyLink = { filter: { clientDomain: ['harbour.de'] }, action: 'recheck', dryRun: true };
  t.is((await ann.send<BulkCountAnswer>('POST', '/api/links/bulk', everyLink)).body.total, 2);
  const today = new Date().toISOString().slice(0, 10);
  const pack = await ann.send<Buffer>('POST', '/api/evidence-packs', {
    ...{ client: 'harbour.de', from: '2026-01-01', to: today },
  });
  t.is(pack.status, 200);
  t.true(Number(pack.headers['x-total-count']) >= 4);
});

test('clients are in the order of their names, as people count: client2 before client10', async (t) => {
  const ann = await somebody();
  for (const domain of ['client10.example', 'client2.example', 'zebra.example']) await addLink(ann, domain);
  await record(ann, { name: 'aardvark', domains: ['zebra.example'] });
  t.deepEqual(
    (await clients(ann)).map(({ name }) => name),
    ['aardvark', 'client2.example', 'client10.example'],
  );
});

test('a record without a name, with 51 domains, a path, a port or a contact without @ is refused by its field', async (t) => {
  const ann = await somebody();
  const good = { name: 'A', domains: ['a.example'] };
  for (const [body, field, said] of [
    [{ ...good, name: ' ' }, 'name', /required/],
    [{ ...good, name: 'x'.repeat(201) }, 'name', /at most 200/],
    [{ ...good, name: 'a\nb' }, 'name', /one line/],
    [{ ...good, domains: [] }, 'domains', /at least one/],
    [{ ...good, domains: Array.from({ length: 51 }, (_, n) => `a${n}.example`) }, 'domains', /at most 50/],
    [{ ...good, domains: ['a.example', 'https://b.example'] }, 'domains', /“https:\/\/b.example” is not a domain/],
    [{ ...good, domains: ['b.example/path'] }, 'domains', /without https:\/\/, port or path/],
    [{ ...good, domains: ['b.example:8080'] }, 'domains', /is not a domain/],
    [{ ...good, domains: ['<b>x</b>'] }, 'domains', /is not a domain/],
    [{ ...good, domains: [''] }, 'domains', /is not a domain/],
    [{ ...good, domains: [7] }, 'domains', /text/],
    [{ ...good, contacts: [{ name: 'Zoe', email: 'zoe' }] }, 'contacts[0].email', /valid address/],
    [{ ...good, contacts: [{ name: 'Zoe' }] }, 'contacts[0].email', /required/],
    [{ ...good, contacts: 'zoe@a.example' }, 'contacts', /list/],
    [{ ...good, notes: 'x'.repeat(2_001) }, 'notes', /at most 2,000/],
  ] as const) {
    const { status, body: problem } = await record(ann, body);
    t.is(status, 400, JSON.stringify(body).slice(0, 80));
    t.regex(problem.fields?.[field] ?? '', said);
  }
  t.is(
    (await record(ann, { name: '<b>מלון</b>', domains: ['Bücher.example', '127.0.0.1', 'xn--bcher-kva.example'] }))
      .status,
    201,
  );
  t.like(await clients(ann), [{ name: '<b>מלון</b>', domains: ['xn--bcher-kva.example', '127.0.0.1'], total: 0 }]);
});

test('a domain of another client of the list is refused with that client’s name; another list may have it', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  t.is((await record(ann, { name: 'Harbour', domains: ['harbour.example'] })).status, 201);
  t.like(await record(ann, { name: 'Pine', domains: ['pine.example', 'harbour.example'] }), {
    ...{ status: 409 },
    body: { code: 'domain-taken', message: 'harbour.example belongs to the client “Harbour”. Remove it there first.' },
  });
  t.is((await record(ann, { name: 'Harbour Ltd', domains: ['harbour.example'], teamId })).status, 201);
  const both = await Promise.all(['A', 'B'].map((name) => record(ann, { name, domains: ['new.example'] })));
  t.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
});

test('a change by a second person at the same time is refused; a viewer may not edit, and a stranger sees nothing', async (t) => {
  const [ann, eve, bob, zoe] = [await somebody(), await somebody(), await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [
    [eve, 'edit'],
    [bob, 'view'],
  ]);
  const seen = (await record(ann, { name: 'Harbour', domains: ['harbour.example'], teamId })).body.revision;
  // Another client's change is no conflict.
  await record(eve, { name: 'Pine', domains: ['pine.example'], teamId });
  const at = { 'If-Match': `"${seen}"` };
  t.is((await edit(eve, 'harbour.example', { name: 'Harbour Ltd', teamId }, at)).status, 200);
  const late = await edit(ann, 'harbour.example', { notes: 'Hello', teamId }, at);
  t.is(late.status, 412);
  t.regex(late.body.message, /changed this since you opened it/);
  t.is((await edit(bob, 'harbour.example', { name: 'Bob’s', teamId })).status, 403);
  t.is((await edit(zoe, 'harbour.example', { name: 'Zoe’s', teamId })).status, 404);
  t.is((await edit(ann, 'nobody.example', { name: 'X', teamId })).status, 404);
  t.like((await client(bob, 'harbour.example')).body, { name: 'Harbour Ltd', scopes: [{ teamId, mayEdit: false }] });
});

test('a client whose links are all in the trash keeps its page and its record', async (t) => {
  const ann = await somebody();
  const id = await addLink(ann, 'gone.example');
  await record(ann, { name: 'Gone', domains: ['gone.example'] });
  await ann.send('DELETE', `/api/links/${id}`);
  t.like(await clients(ann), [{ name: 'Gone', total: 0, livePercent: 0 }]);
  t.like((await client(ann, 'gone.example')).body, { name: 'Gone', total: 0, scopes: [{ teamId: null }] });
});

test('contacts are in the record only: not in events, shares, exports or logs, and a removed one is gone', async (t) => {
  const ann = await somebody();
  await addLink(ann, 'quiet.example');
  const contacts = [
    { name: 'Quentin Quiet', email: 'quentin@secret.example' },
    { name: '', email: 'rita@secret.example' },
  ];
  await record(ann, { name: 'Quiet', domains: ['quiet.example'], contacts });
  t.deepEqual((await client(ann, 'quiet.example')).body.contacts, contacts);
  const { body: share } = await ann.send<CreatedShareAnswer>('POST', '/api/shared-links', {
    clientDomain: 'quiet.example',
  });
  const { body: entries } = await ann.get<LedgerAnswer[]>('/api/ledger?kind=clients');
  t.deepEqual(
    entries.map(({ event, names }) => [event.type, names[String(event.data.clientId)]]),
    [
      ['ClientContactAdded', 'Quiet'],
      ['ClientContactAdded', 'Quiet'],
      ['ClientAdded', 'Quiet'],
    ],
  );
  const { body: events } = await ann.get<EventAnswer[]>('/api/events?limit=500');
  t.true(events.some(({ type, data }) => type === 'ClientContactAdded' && data.email === null && data.name === null));
  const shown = [
    ...[entries, events, (await ann.get(`/api/shared/${share.shareId}`)).body, app.said],
    ...[(await ann.get('/api/export?format=csv')).body, (await ann.get(`/api/shared/${share.shareId}/export`)).body],
  ];
  for (const each of shown) t.notRegex(JSON.stringify(each), /secret\.example|Quentin/);

  t.is((await edit(ann, 'quiet.example', { contacts: contacts.slice(1) })).status, 200);
  t.deepEqual((await client(ann, 'quiet.example')).body.contacts, contacts.slice(1));
});

test('a deleted record erases its contacts; its links stay, and a past day has the record of that day', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  for (const domain of ['then.example', 'then.net']) await addLink(ann, domain, { teamId });
  const contacts = [{ name: 'Zoe', email: 'zoe@then.example' }];
  const named = await record(ann, { name: 'Then & Co', domains: ['then.example', 'then.net'], contacts, teamId });
  const { body: renamed } = await edit(ann, 'then.net', { name: 'Now & Co', teamId });
  const before = `?asOf=${named.headers['x-position']}`;
  t.like((await client(ann, `then.net${before}`)).body, { name: 'Then & Co', total: 2, contacts: [] });
  t.like((await clients(ann, before))[0], { name: 'Then & Co', domains: ['then.example', 'then.net'] });

  const remove = (person: Actor, seen: Record<string, string> = {}) =>
    person.send('DELETE', '/api/clients/then.net', { teamId }, seen);
  t.is((await remove(bob)).status, 403);
  t.is((await remove(ann, { 'If-Match': '"0"' })).status, 412);
  t.is((await remove(ann, { 'If-Match': `"${renamed.revision}"` })).status, 204);
  t.is((await remove(ann)).status, 404);
  t.deepEqual(
    (await clients(ann)).map(({ name, total }) => [name, total]),
    [
      ['then.example', 1],
      ['then.net', 1],
    ],
  );
  t.like((await client(ann, `then.net${before}`)).body, { name: 'Then & Co', total: 2 });
  const { body: log } = await ann.get<LedgerAnswer[]>(`/api/ledger?kind=clients`);
  t.like(log[0]?.event, { type: 'ClientDeleted', data: { name: 'Now & Co' } });
  await waitUntil(async () => {
    const { body: events } = await ann.get<EventAnswer[]>('/api/events?limit=500');
    const added = events.filter(({ type }) => type === 'ClientContactAdded');
    return added.length > 0 && added.every(({ data }) => data.email === null);
  });
});

test('the records of a deleted team go to its owner with their contacts', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const contacts = [{ name: 'Zoe', email: 'zoe@harbour.example' }];
  await record(ann, { name: 'My pine', domains: ['pine.example'] });
  await record(ann, { name: 'Harbour', domains: ['harbour.example', 'pine.example'], contacts, teamId });
  t.is((await ann.send('DELETE', `/api/teams/${teamId}`)).status, 204);
  const moved = await waitUntil(async () => {
    const { body } = await client(ann, 'harbour.example');
    return body.scopes?.[0]?.teamId === null && body;
  });
  t.like(moved, { name: 'Harbour', domains: ['harbour.example'], contacts });
  t.like((await client(ann, 'pine.example')).body, { name: 'My pine' });
});

test('a campaign has a client, and shows its name', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  await record(ann, { name: 'Harbour', domains: ['harbour.example'], teamId });
  const spring = { name: 'Spring', teamId, clientDomain: 'Harbour.example' };
  const { id } = (await ann.send<Changed>('POST', '/api/campaigns', spring)).body;
  const campaign = async () => (await ann.get<CampaignAnswer>(`/api/campaigns/${id}`)).body;
  t.like(await campaign(), { clientDomain: 'harbour.example', clientName: 'Harbour' });
  t.is((await ann.send('PATCH', `/api/campaigns/${id}`, { clientDomain: null })).status, 200);
  t.like(await campaign(), { clientDomain: null, clientName: null });
});

test('a share has a name for its authors, and its name and end can be changed by those who may share', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const teamId = await makeTeam(app, ann, [[bob, 'view']]);
  await addLink(ann, 'named.example', { teamId });
  const { body } = await ann.send<CreatedShareAnswer>('POST', '/api/shared-links', {
    ...{ clientDomain: 'named.example', teamId, name: 'For the board' },
  });
  const at = `/api/shared-links/${body.shareId}`;
  const shares = async () => (await ann.get<ShareAnswer[]>('/api/shared-links?clientDomain=named.example')).body;
  const [first] = await shares();
  t.like(first, { name: 'For the board', clientName: 'named.example', expiresAt: null });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const seen = { 'If-Match': `"${first?.revision}"` };
  t.is((await ann.send('PATCH', at, { name: 'For Zoe', expiresAt }, seen)).status, 200);
  t.like(await shares(), [{ name: 'For Zoe', expiresAt }]);
  t.is((await ann.send('PATCH', at, { name: 'Late' }, seen)).status, 412);
  t.is((await bob.send('PATCH', at, { name: 'Mine' })).status, 403);
  t.is((await ann.send('PATCH', at, { expiresAt: '2020-01-01T00:00:00Z' })).status, 400);
  t.notRegex(JSON.stringify((await ann.get(`/api/shared/${body.shareId}`)).body), /For Zoe/);
});

test('the recipients, the password and the lists of a share change; only its author chooses lists', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const [one, two] = [await makeTeam(app, ann, [[bob, 'edit']]), await makeTeam(app, ann)];
  for (const teamId of [one, two]) await addLink(ann, 'edited.example', { teamId });
  const { body } = await ann.send<CreatedShareAnswer>('POST', '/api/shared-links', {
    ...{ clientDomain: 'edited.example', teamId: one, emails: ['zoe@edited.example'] },
  });
  const at = `/api/shared-links/${body.shareId}`;
  const shareOf = async (person: Actor) =>
    (await person.get<ShareAnswer[]>('/api/shared-links?clientDomain=edited.example')).body[0];
  const visitor = new Visitor(app.url);
  const visit = (headers = {}) => visitor.get<SharedAnswer>(`/api/shared/${body.shareId}`, headers);
  const unlock = (password: string) => visit({ 'X-Share-Password': sharePasswordHeader(password) });
  t.like((await visit()).body, { total: 1 });

  const emails = ['ZOE@edited.example', 'kim@edited.example'];
  const edited = await bob.send<EditedShareAnswer>('PATCH', at, { emails, password: ' first ' });
  t.like(edited, { status: 200, body: { id: body.shareId, notMailed: [], mailDelayed: [] } });
  t.like(await shareOf(bob), { emails, hasPassword: true, isAuthor: false });
  const mailed = recipientsIn(app.dataDir).filter((to) => to.endsWith('@edited.example'));
  t.deepEqual(mailed, ['zoe@edited.example', 'kim@edited.example']);
  t.is((await visit()).status, 401);
  const unlocked = await unlock(' first ');
  t.is(unlocked.status, 200);
  const pass = { Cookie: unlocked.headers['set-cookie']?.split(';')[0] ?? '' };
  t.is((await visit(pass)).status, 200);
  // A pass ends with its password.
  t.is((await ann.send('PATCH', at, { password: 'second', name: 'Board' })).status, 200);
  t.is((await visit(pass)).status, 401);
  t.is((await ann.send('PATCH', at, { password: null })).status, 200);
  t.is((await visit()).status, 200);

  t.is((await bob.send('PATCH', at, { teamId: 'all' })).status, 403);
  t.is((await ann.send('PATCH', at, { teamId: 'all' })).status, 200);
  t.like((await visit()).body, { total: 2 });
  t.deepEqual((await shareOf(ann))?.lists.toSorted(), [one, two].toSorted());
  t.is((await ann.send('PATCH', at, { teamId: two })).status, 200);
  t.is(await shareOf(bob), undefined);
  t.like((await visit()).body, { total: 1 });
  const { body: log } = await ann.get<LedgerAnswer[]>('/api/ledger?kind=shares');
  t.deepEqual(
    log.find(({ event }) => event.data.changes && 'emails' in Object(event.data.changes))?.event.data.changes,
    {
      emails: { from: ['zoe@edited.example'], to: emails },
      hasPassword: { from: false, to: true },
      passwordHash: { from: null, to: null },
    },
  );
});

test('a share of a day names only lists that had links of the client', async (t) => {
  const ann = await somebody();
  const [one, two] = [await makeTeam(app, ann), await makeTeam(app, ann)];
  for (const teamId of [one, two]) await addLink(ann, 'pinned.example', { teamId });
  const asOf = new Date().toISOString();
  await app.settled();
  const made = await ann.send('POST', '/api/shared-links', { clientDomain: 'pinned.example', asOf });
  t.is(made.status, 201);
  const [share] = (await ann.get<ShareAnswer[]>('/api/shared-links')).body;
  t.deepEqual(share?.lists.toSorted(), [one, two].toSorted());
});
