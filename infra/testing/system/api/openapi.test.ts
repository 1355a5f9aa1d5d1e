/**
 * GET /api/openapi.json against the running system: the document is OpenAPI 3.1, it names every route, and what it says of
 * questions and answers is what the system asks and answers.
 */

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test, { type ExecutionContext } from 'ava';
import { ObjectSchema } from 'yup';
import type { BrandAnswer } from '../../../../query-service/contract/answers/brands.ts';
import type { BulkAnswer } from '../../../../query-service/contract/answers/bulk-operations.ts';
import type { HistoryAnswer, LinkAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { MembersAnswer } from '../../../../query-service/contract/answers/teams.ts';
import { savedViewQuerySchema } from '../../../../query-service/contract/queries.ts';
import { allRoutes } from '../../../main/parts/all-routes.ts';
import { generate, readGenerated } from '../../../scripts/generate-answer-schemas.ts';
import { addMember, signUpActors } from '../../actors/team.ts';
import { type Answer, Visitor } from '../../actors/visitor.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { startServer, type TestServer } from '../../apps/server.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { type Document, findViolations, OPENAPI_SCHEMA, type Operation } from '../../openapi-rules.ts';
import { png } from '../../sample-images.ts';
import { waitUntil } from '../../wait-until.ts';

const routes = new Map(allRoutes.map((route) => [`${route.method} ${route.path}`, route]));

const pages = await startPageServer();
const app: TestServer = await startServer([pages.host], { CHECKER_RENDER: 'never', ADMINS: 'person1@example.com' });
const document = (await new Visitor(app.url).get<Document>('/api/openapi.json')).body;

test.after.always(async () => {
  await app.close();
  await pages.close();
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

test('the document is OpenAPI 3.1, shape and rules', (t) => {
  const isValid = ajv.compile(OPENAPI_SCHEMA);
  t.true(isValid(document), JSON.stringify(isValid.errors?.slice(0, 5), null, 1));
  t.deepEqual(findViolations(document), []);
});

test('the rules detect errors', (t) => {
  const isValid = ajv.compile(OPENAPI_SCHEMA);
  const spoiled = (change: (copy: Document) => unknown) => {
    const copy = structuredClone(document);
    change(copy);
    return copy;
  };
  const links = (copy: Document) => copy.paths['/api/links/{id}']?.get as Operation;
  for (const change of [
    (copy: Document) => Object.assign(copy, { openapi: '3.0.3' }),
    (copy: Document) => Object.assign(copy, { info: undefined }),
    (copy: Document) => Object.assign(copy, { sevrers: [] }),
    (copy: Document) => Object.assign(links(copy), { responses: {} }),
    (copy: Document) => Object.assign(links(copy).parameters[0] ?? {}, { required: false }),
    (copy: Document) => Object.assign(copy.components.schemas, { Odd: { type: 'text' } }),
  ])
    t.false(isValid(spoiled(change)), String(change));
  t.deepEqual(findViolations(spoiled((copy) => Object.assign(links(copy), { operationId: 'getLinks' }))), [
    'two operations are called getLinks',
  ]);
  t.is(findViolations(spoiled((copy) => Object.assign(links(copy), { parameters: [] }))).length, 1);
  t.is(findViolations(spoiled((copy) => Object.assign(copy.components, { schemas: {} }))).length > 50, true);
});

test('the document describes every route once', (t) => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  t.deepEqual(described.toSorted(), [...routes.keys()].toSorted());
  t.is(routes.size, allRoutes.length);
});

test('the generated files match the types of the answers: if not, run `node infra/scripts/generate-answer-schemas.ts`', (t) => {
  for (const [file, text] of Object.entries(generate())) t.is(readGenerated(file), text, file);
});

/** Answers have no field that the document does not name. */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const each = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  return 'properties' in each && !('additionalProperties' in each) ? { ...each, additionalProperties: false } : each;
}

const { ProblemAnswer, ...others } = document.components.schemas;
const strict = {
  $id: 'https://linkledger.example/strict',
  components: { schemas: { ...(closed(others) as object), ProblemAnswer } },
};
ajv.addSchema(strict);
const within = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components', `${strict.$id}#/components`)) as object;

/** The yup schemas that read something since they were asked for last. */
const read = new Set<unknown>();
const validateSync = ObjectSchema.prototype.validateSync;
ObjectSchema.prototype.validateSync = function (...given: Parameters<typeof validateSync>) {
  read.add(this);
  return validateSync.apply(this, given);
};
const schemasRead = () => {
  const seen = [...read];
  read.clear();
  return seen;
};

/** Asks and holds the answer against the document. */
class Witness {
  readonly #t: ExecutionContext;
  /** The routes that answered successfully. */
  readonly done = new Set<string>();

  constructor(t: ExecutionContext) {
    this.#t = t;
  }

  /** `name` is method and path of the declaration; its parameters are filled in from `ids`, in order. */
  async ask<T>(
    who: Visitor,
    name: string,
    { ids = [], query = '', body, headers = {} }: Asked = {},
  ): Promise<Answer<T>> {
    const [method = '', route = ''] = name.split(' ');
    const left = [...ids];
    const at = `${route.replaceAll(/:\w+/g, () => encodeURIComponent(left.shift() ?? 'unknown'))}${query}`;
    schemasRead();
    const answer = method === 'GET' ? await who.get<T>(at, headers) : await who.send<T>(method, at, body, headers);
    this.#holds(name, method, route, answer, body, headers);
    if (answer.status < 400) this.done.add(name);
    return answer;
  }

  #holds(name: string, method: string, route: string, answer: Answer<unknown>, body: unknown, headers: object): void {
    const t = this.#t;
    const said = `${name}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`;
    const operation = document.paths[route.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const response = operation?.responses[answer.status];
    if (operation === undefined || response === undefined) {
      t.fail(`${said} is not described`);
      return;
    }
    // An answer without asOf shows no moment.
    const promised = Object.keys(response.headers ?? {}).filter((name) => !name.startsWith('X-As-Of'));
    for (const header of promised) t.truthy(answer.headers[header.toLowerCase()], `${said}: ${header}`);
    const type = answer.headers['content-type']?.split(';')[0] ?? '';
    const media = response.content?.[type];
    if (response.content === undefined) t.is(answer.body, '', said);
    else if (media === undefined) t.fail(`${said}: ${type} is not described`);
    else if (media.schema !== undefined) this.#fits(media.schema, answer.body, said);
    const { query, body: schema, rawBody } = routes.get(name) ?? {};
    const extra = [...Object.values(rawBody?.extraFields ?? {}), ...Object.values(rawBody?.variants?.schemas ?? {})];
    // The query of a saved view is a text in the body, and read as the query of a list.
    const within = name.includes('/saved-views') && schema !== undefined ? [savedViewQuerySchema] : [];
    const expected: readonly unknown[] = [query ?? [], schema ?? [], rawBody?.schemas ?? [], ...extra, within].flat();
    const used = schemasRead();
    if (answer.status < 300) {
      // A file's rows are read by a schema of their own.
      const isFile = rawBody?.isStream === true;
      const strangers = isFile ? [] : used.filter((each) => !expected.includes(each));
      t.is(strangers.length, 0, `${name} reads by a schema that is not described`);
      if (expected.length > 0)
        t.true(
          used.some((schema) => expected.includes(schema)),
          `${name}: its schemas`,
        );
      const sent = operation.requestBody?.content['application/json']?.schema;
      const isJson = !('Content-Type' in headers);
      if (sent !== undefined && body !== undefined && isJson) this.#fits(sent, body, `the body of ${name}`);
    }
  }

  #fits(schema: object, value: unknown, said: string): void {
    const fits = ajv.compile(within(schema));
    this.#t.true(fits(value), `${said}\n${JSON.stringify(fits.errors?.slice(0, 3), null, 1)}`);
  }
}

interface Asked {
  readonly ids?: readonly string[];
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Asked for only where something is set up that is not here: a provider, also of payments, a link in a mail. */
const ELSEWHERE = [
  'DELETE /api/identities/:id',
  'GET /api/connect/:provider',
  'GET /api/connect/:provider/callback',
  'GET /api/connect/:provider/confirm',
  'GET /api/events/stream',
  'GET /api/login/email/callback',
  'GET /api/payments/:id/receipt',
  'GET /api/stream',
  'GET /api/user/email/confirm',
  'GET /setup',
  'POST /api/connect/:provider/confirm',
  'POST /api/incidents/:id/acknowledge',
  'POST /api/paypal/webhook',
  'POST /api/razorpay/create-order',
  'POST /api/razorpay/verify-payment',
  'POST /api/razorpay/webhook',
  'POST /api/user/email/confirm',
  'POST /order',
  'POST /order/:id/capture',
];

test('every route answers and refuses as the document describes', async (t) => {
  const witness = new Witness(t);
  const ask = witness.ask.bind(witness);
  const newcomer = signUpActors(app);
  const owner = await newcomer();
  const member = await newcomer();
  const nobody = new Visitor(app.url);
  const idOf = async (answer: Promise<Answer<{ readonly id: string }>>) => (await answer).body.id;

  // The edge.
  for (const [name, { action }] of routes) if (action === null) await ask(nobody, name);

  // Who one is.
  for (const name of [
    'auth/user',
    'user/profile',
    'user/settings',
    'subscription',
    'sessions',
    'identities',
    'providers',
    'sign-up',
    'billing',
    'payments',
  ])
    await ask(owner, `GET /api/${name}`);
  await ask(owner, 'PATCH /api/user/profile', { body: { firstName: 'Ann', lastName: 'Lee', company: null } });
  await ask(owner, 'PATCH /api/user/settings', { body: { retryCount: 2, checkFrequency: null } });
  await ask(owner, 'PATCH /api/subscription', { body: { plan: 'professional', billingCycle: 'yearly' } });
  const profilePhoto = `data:image/png;base64,${png().toString('base64')}`;
  await ask(owner, 'POST /api/user/photo', { body: { profilePhoto } });
  await ask(owner, 'GET /api/user/photo', { query: `?userId=${owner.id}` });

  // Teams.
  const teamId = await idOf(ask(owner, 'POST /api/teams', { body: { name: 'Agency' } }));
  await ask(owner, 'PATCH /api/teams/:id', { ids: [teamId], body: { name: 'The Agency' } });
  await addMember(app, owner, teamId, member, 'full');
  await ask(owner, 'GET /api/teams/my');
  await ask(member, 'GET /api/teams/joined');
  await ask(owner, 'GET /api/teams/:id', { ids: [teamId] });
  const invitations = [
    { name: 'Bo', email: 'bo@example.com', permission: 'view' },
    { name: 'Cy', email: 'cy@example.com' },
  ];
  await ask(owner, 'POST /api/teams/:id/invite', { ids: [teamId], body: { invitations } });
  const di = { name: 'Di', email: 'di@example.com' };
  await ask(owner, 'POST /api/teams/:id/invite', { ids: [teamId], body: di });
  const members = await ask<MembersAnswer>(owner, 'GET /api/teams/:id/members', { ids: [teamId] });
  const invitationId = members.body.invitations.find(({ email }) => email === 'bo@example.com')?.id ?? '';
  await ask(owner, 'DELETE /api/teams/:id/invitations/:invitationId', { ids: [teamId, invitationId] });
  const guest = await app.signIn('di@example.com');
  const token =
    app.said
      .findLast((line) => line.startsWith('Invitation for di@example.com:'))
      ?.split('/')
      .at(-1) ?? '';
  await ask(nobody, 'GET /api/invitations/:token', { ids: [token] });
  await ask(guest, 'POST /api/invitations/:token/accept', { ids: [token] });
  await ask(owner, 'PATCH /api/teams/:id/members/:userId', { ids: [teamId, member.id], body: { permission: 'edit' } });

  // Links.
  const clientLink = 'https://client.example/';
  pages.set('/live', article(`<a href="${clientLink}">tea</a>`));
  const link = {
    articleLink: pages.at('/live'),
    clientLink,
    teamId,
    pocEmail: 'po@example.com',
    tags: ['guest', 'tea'],
  };
  const linkId = await idOf(ask(owner, 'POST /api/links', { body: link }));
  await ask(owner, 'PATCH /api/links/:id', { ids: [linkId], body: { remarks: 'seen', duration: '1 year' } });
  await ask(owner, 'POST /api/links/:id/recheck', { ids: [linkId] });
  const correction = await idOf(
    ask(owner, 'POST /api/links/:id/corrections', { ids: [linkId], body: { claim: 'removed', note: 'Gone.' } }),
  );
  await ask(owner, 'PUT /api/links/:id/terms', {
    ids: [linkId],
    body: { anchor: { rule: 'contains', texts: ['tea'] }, linkTypes: ['nofollow'], visible: true },
  });
  await ask(owner, 'PUT /api/links/:id/money', {
    ids: [linkId],
    body: { price: { amount: 9_000, currency: 'USD' }, vendor: 'Northside', orderNumber: 'PO-7' },
  });
  await ask(owner, 'GET /api/links/:id', { ids: [linkId] });
  await ask(owner, 'GET /api/links/:id/history', { ids: [linkId] });
  await ask(owner, 'DELETE /api/links/:id/terms', { ids: [linkId] });
  await ask(owner, 'DELETE /api/links/:id/corrections/:correctionId', { ids: [linkId, correction] });
  await ask(owner, 'GET /api/links');
  const everything =
    '?page=1&pageSize=5&sort=anchor&dir=desc&status=live,pending&linkType=none,dofollow&q=live&tag=tea' +
    `&clientDomain=client.example&teamId=${teamId}&assignedTo=${owner.id}&expiringWithin=366`;
  await ask<LinkAnswer[]>(owner, 'GET /api/links', { query: everything });
  await ask(owner, 'GET /api/links/:id', { ids: [linkId] });
  const evidence = await waitUntil(async () => {
    const history = await ask<HistoryAnswer[]>(owner, 'GET /api/links/:id/history', { ids: [linkId] });
    const kept = history.body.find((line) => line.kind === 'evidence-kept');
    return kept?.kind === 'evidence-kept' && kept.evidence.url;
  });
  await ask(owner, 'GET /api/links/:id/evidence/:hash', { ids: [linkId, evidence.split('/').at(-1) ?? ''] });
  await ask(owner, 'GET /api/links/facets', { query: '?of=publisher&q=one' });
  await ask(owner, 'GET /api/links/export', { query: '?columns=id,status' });
  await ask(owner, 'GET /api/links/export', { query: '?format=ndjson' });
  const csv = `articleLink,clientLink\n${pages.at('/one')},${clientLink}\nnowhere,x\n`;
  const asFile = { 'Content-Type': 'text/csv' };
  const query = `?teamId=${teamId}`;
  await ask(owner, 'POST /api/links/import', { query: `${query}&dryRun=true`, body: csv, headers: asFile });
  const imported = await ask<{ importId: string }>(owner, 'POST /api/links/import', {
    query,
    body: csv,
    headers: asFile,
  });
  await ask(owner, 'POST /api/imports/:id/undo', { ids: [imported.body.importId] });
  const [happened] = (await ask<{ cursor: string }[]>(owner, 'GET /api/events', { query: '?limit=1' })).body;
  await ask(owner, 'GET /api/events', { query: `?after=${happened?.cursor}&types=LinkAdded&scope=personal` });
  await ask(owner, 'GET /api/events', { query: '?after=nonsense' });
  await ask(owner, 'GET /api/events', { query: '?scope=team:unknown' });
  await ask(owner, 'GET /api/events/schema');
  await ask(owner, 'GET /api/ledger', { query: '?kind=links&limit=2' });
  await ask(owner, 'GET /api/ledger/stories', { query: '?people=true&limit=2' });
  await ask(owner, 'GET /api/as-of');
  await ask(owner, 'GET /api/as-of', { query: '?asOf=tomorrow' });
  await ask(owner, 'GET /api/compare', { query: '?from=2020-01-01' });
  await ask(owner, 'GET /api/compare/export', { query: '?from=2020-01-01&change=added' });
  await ask(owner, 'GET /api/activity', { query: '?from=2020-01-01' });
  await ask(owner, 'GET /api/activity/export', { query: '?from=2020-01-01&kind=added' });
  const [thrown] = (await ask<{ id: string }[]>(owner, 'GET /api/trash', { query: '?page=1' })).body;
  await ask(owner, 'POST /api/trash/:id/restore', { ids: [thrown?.id ?? ''] });
  await ask(owner, 'DELETE /api/links/:id', { ids: [thrown?.id ?? ''] });
  await ask(owner, 'DELETE /api/trash/:id/permanent', { ids: [thrown?.id ?? ''] });
  await ask(owner, 'GET /api/links/:id/history', { ids: [thrown?.id ?? ''], query: '?pageSize=100' });
  for (const name of ['tags', 'stats', 'stats/history', 'clients']) await ask(owner, `GET /api/${name}`, { query });
  await ask(owner, 'GET /api/clients/:domain', { ids: ['client.example'] });
  const contacts = [{ name: 'Zo', email: 'zo@client.example' }];
  const record = { name: 'Client', domains: ['client.example'], teamId, contacts, notes: 'Teas' };
  await ask(owner, 'POST /api/clients', { body: record });
  await ask(owner, 'POST /api/clients', { body: record });
  await ask(owner, 'PATCH /api/clients/:domain', {
    ids: ['client.example'],
    body: { teamId, domains: ['client.example', 'b.example'] },
  });
  await ask(owner, 'DELETE /api/clients/:domain', { ids: [record.domains[0] ?? ''], body: { teamId: record.teamId } });
  for (const name of ['links', 'clients']) await ask(owner, `GET /api/teams/:id/${name}`, { ids: [teamId] });
  const run = await ask<{ runId: string }>(owner, 'POST /api/status-checks', { body: { teamId } });
  await ask(owner, 'GET /api/status-checks', { query });
  await ask(owner, 'GET /api/status-checks/:runId', { ids: [run.body.runId] });
  await ask(owner, 'GET /api/checkable-lists');
  await ask(owner, 'PATCH /api/teams/:id/matching', { ids: [teamId], body: { matching: 'ignore-query' } });
  await ask(owner, 'PATCH /api/teams/:id/matching', { ids: [teamId], body: { matching: 'any' } });
  for (const timeZone of ['Europe/Berlin', 'Berlin']) {
    await ask(owner, 'PUT /api/teams/:id/calendar', { ids: [teamId], body: { timeZone, monthStart: 15 } });
  }
  await ask(owner, 'POST /api/judgings', { body: { teamId, dryRun: true } });
  await ask(owner, 'POST /api/judgings', { body: { teamId } });
  await ask(owner, 'POST /api/judgings', { body: { teamId, matching: 'exact' } });
  await ask(owner, 'GET /api/judgings', { query });

  // Many links.
  const change = { add: ['spring'] };
  const choice = { action: 'tag', ids: [linkId], change };
  await ask(owner, 'POST /api/links/bulk', { body: { ...choice, dryRun: true } });
  const templates = [{ name: 'Guest post', terms: { linkTypes: ['dofollow'] } }];
  await ask(owner, 'PUT /api/terms-templates', { body: { teamId, templates } });
  await ask(owner, 'GET /api/terms-templates');
  const when = { pace: 'daily', hour: 8, weekday: 1, quiet: { from: 22, to: 7 } };
  const rule = { kinds: ['lost'], where: { kind: 'everything' }, to: { kind: 'me' }, when, group: 'list', on: true };
  await ask(owner, 'PUT /api/alert-rules', { body: { rules: [rule] } });
  await ask(owner, 'GET /api/alert-rules');
  await ask(owner, 'POST /api/alert-rules/rehearsal', { body: { rule } });
  await ask(owner, 'GET /api/incidents');
  const logo = `data:image/png;base64,${png().toString('base64')}`;
  const acme = { name: 'Acme', accent: '#0a7d5a', senderName: 'Acme', footer: 'Acme Ltd.', logo };
  await ask(owner, 'PUT /api/brands/:list', { ids: [teamId], body: acme });
  const made = (await ask<BrandAnswer>(owner, 'GET /api/brands/:list', { ids: [teamId] })).body;
  await ask(owner, 'GET /api/logos/:hash', { ids: [made.logo?.path.split('/').at(-1) ?? ''] });
  await ask(owner, 'DELETE /api/brands/:list', { ids: [teamId] });
  const hook = { teamId, name: 'Ops', kind: 'webhook', url: 'https://hooks.invalid/a' };
  const channelId = await idOf(ask(owner, 'POST /api/channels', { body: hook }));
  await ask(owner, 'POST /api/channels', { body: { ...hook, url: 'http://127.0.0.1/' } });
  await ask(owner, 'GET /api/channels');
  await ask(owner, 'PATCH /api/channels/:id', { ids: [channelId], body: { paused: true } });
  await ask(owner, 'POST /api/channels/:id/secret', { ids: [channelId] });
  const { id: deliveryId } = (await ask<{ id: string }>(owner, 'POST /api/channels/:id/test', { ids: [channelId] }))
    .body;
  await ask(owner, 'POST /api/channels/:id/deliveries/:deliveryId/send', { ids: [channelId, deliveryId] });
  await ask(owner, 'GET /api/channels/:id/deliveries', { ids: [channelId] });
  await ask(owner, 'DELETE /api/channels/:id', { ids: [channelId] });
  const terms = { action: 'terms', ids: [linkId], change: { linkTypes: ['sponsored'] } };
  await ask(owner, 'POST /api/links/bulk', { body: { ...terms, dryRun: true } });
  const filter = { teamId, tag: ['tea'] };
  const body = { action: 'edit', filter, change: { remarks: 'all' }, expected: 1 };
  const batch = (await ask<{ batchId: string }>(owner, 'POST /api/links/bulk', { body })).body.batchId;
  await waitUntil(async () => {
    const { state } = (await ask<BulkAnswer>(owner, 'GET /api/links/bulk/:batchId', { ids: [batch] })).body;
    return state === 'done';
  });
  await ask(owner, 'POST /api/links/bulk/:batchId/undo', { ids: [batch] });

  const pack = { linkId, from: '2020-01-01', to: '2029-12-31' };
  await ask(owner, 'POST /api/evidence-packs', { body: pack });
  await ask(owner, 'POST /api/evidence-packs', { body: { ...pack, to: '2020-01-01' } });
  await ask(owner, 'POST /api/evidence-packs', { body: { ...pack, to: '2019-12-31' } });

  // Campaigns.
  const campaign = { name: 'Spring', teamId, startDate: '2030-03-01', endDate: '2030-05-31', status: 'active' };
  const campaignId = await idOf(ask(owner, 'POST /api/campaigns', { body: campaign }));
  await ask(owner, 'PATCH /api/campaigns/:id', { ids: [campaignId], body: { description: 'Teas' } });
  const post = { campaignId, clientLink, websiteUrl: pages.at('/two'), timelineDate: '2030-04-01' };
  await ask(owner, 'POST /api/campaign-links', { body: post });
  const view = { name: 'Lost', query: 'status=removed', teamId };
  const viewId = await idOf(ask(owner, 'POST /api/saved-views', { body: view }));
  await ask(owner, 'PATCH /api/saved-views/:id', { ids: [viewId], body: { name: 'Lost links' } });
  await ask(owner, 'GET /api/saved-views');
  await ask(owner, 'DELETE /api/saved-views/:id', { ids: [viewId] });
  await ask(owner, 'GET /api/campaigns', { query });
  await ask(owner, 'GET /api/campaigns/:id', { ids: [campaignId] });
  await ask(owner, 'DELETE /api/campaigns/:id', { ids: [campaignId] });

  // Shares.
  const share = { clientDomain: 'client.example', teamId, password: 'open sesame', emails: ['zo@client.example'] };
  const { shareId } = (await ask<{ shareId: string }>(owner, 'POST /api/shared-links', { body: share })).body;
  await ask(owner, 'GET /api/shared-links', { query });
  await ask(nobody, 'GET /api/shared/:id', { ids: [shareId] });
  const password = { 'X-Share-Password': 'open sesame' };
  await ask(nobody, 'GET /api/shared/:id', { ids: [shareId], headers: password });
  await ask(nobody, 'GET /api/shared/:id/export', { ids: [shareId], headers: password, query: '?status=lost' });
  await ask(owner, 'PATCH /api/shared-links/:id', { ids: [shareId], body: { name: 'Board', expiresAt: null } });
  await ask(owner, 'DELETE /api/shared-links/:id', { ids: [shareId] });

  // Reports.
  const subject = { kind: 'client', id: 'client.example' };
  const fields = { name: 'May', period: 'month', subject, teamId, recipients: ['zo@client.example'] };
  const reportId = await idOf(ask(owner, 'POST /api/reports', { body: fields }));
  await ask(owner, 'PATCH /api/reports/:id', { ids: [reportId], body: { schedule: { hour: 8, waits: true } } });
  const draft = () => idOf(ask(owner, 'POST /api/reports/:id/issues', { ids: [reportId], body: {} }));
  const ids = [reportId, await draft()];
  await ask(owner, 'PATCH /api/reports/:id/issues/:issueId', { ids, body: { note: 'A good month' } });
  await ask(owner, 'GET /api/reports/:id/issues/:issueId/:format', { ids: [...ids, 'html'] });
  const released = { ids, body: { mail: true } };
  const issue = await ask<{ shareId: string }>(owner, 'POST /api/reports/:id/issues/:issueId/release', released);
  await ask(owner, 'GET /api/reports/:id/issues/:issueId/mails', { ids });
  const letters = mailsIn(app.dataDir).join('\n');
  const stop = /^List-Unsubscribe: <.*\/([\w-]+)>$/m.exec(letters)?.[1] ?? '';
  await ask(nobody, 'GET /api/unsubscribe/:token', { ids: [stop] });
  await ask(nobody, 'POST /api/unsubscribe/:token', { ids: [stop] });
  await ask(nobody, 'POST /api/unsubscribe/:token/undo', { ids: [stop] });
  await ask(nobody, 'GET /api/shared/:id/report/:format', { ids: [issue.body.shareId, 'html'] });
  await ask(owner, 'GET /api/reports');
  await ask(owner, 'DELETE /api/reports/:id/issues/:issueId', { ids: [reportId, await draft()] });
  await ask(owner, 'DELETE /api/reports/:id', { ids: [reportId] });

  // Alerts.
  await ask(owner, 'GET /api/seals', { query: '?page=1&pageSize=10' });
  await ask(owner, 'GET /api/system');
  await ask(nobody, 'GET /api/system');
  await ask(owner, 'GET /api/alerts', { query: '?page=1&pageSize=10&tab=all' });
  await ask(owner, 'POST /api/alerts/read', { body: { all: true } });

  // Programs.
  const tokenId = await idOf(ask(owner, 'POST /api/tokens', { body: { name: 'Report', access: 'read', teamId } }));
  await ask(owner, 'GET /api/tokens');
  await ask(owner, 'DELETE /api/tokens/:id', { ids: [tokenId] });

  // What is refused.
  await ask(nobody, 'GET /api/links');
  await ask(owner, 'GET /api/links', { query: '?colour=red' });
  await ask(nobody, 'GET /api/links', { headers: { Authorization: 'Bearer ll_x' } });
  await ask(owner, 'GET /api/links/:id');
  await ask(owner, 'POST /api/links', { body: { articleLink: 7, colour: 'red' } });
  await ask(owner, 'POST /api/links', { body: link });
  await ask(owner, 'POST /api/links', { body: link, headers: { 'Sec-Fetch-Site': 'cross-site' } });
  await ask(owner, 'POST /api/links', { body: '<x/>', headers: { 'Content-Type': 'text/xml' } });
  await ask(owner, 'POST /api/links', { body: { ...link, remarks: 'x'.repeat(300_000) } });
  await ask(owner, 'PATCH /api/links/:id', { ids: [linkId], body: {}, headers: { 'If-Match': '"0"' } });
  const keyed = { 'Idempotency-Key': 'once' };
  await ask(owner, 'POST /api/teams', { body: { name: 'One' }, headers: keyed });
  await ask(owner, 'POST /api/teams', { body: { name: 'Two' }, headers: keyed });
  await ask(guest, 'DELETE /api/links/:id', { ids: [linkId] });
  await ask(owner, 'DELETE /api/identities/:id');
  await ask(nobody, 'GET /api/connect/:provider');
  for (const name of ['GET /api/payments/:id/receipt', 'GET /setup', 'POST /order/:id/capture']) await ask(owner, name);
  const purchase = { plan: 'starter', billingCycle: 'monthly' };
  for (const name of ['POST /order', 'POST /api/razorpay/create-order']) await ask(owner, name, { body: purchase });
  const signed = { razorpay_order_id: 'order_x', razorpay_payment_id: 'pay_x', razorpay_signature: 'x' };
  await ask(owner, 'POST /api/razorpay/verify-payment', { body: signed });

  // Signing in and out.
  const traveller = new Visitor(app.url);
  const email = 'traveller@example.com';
  await ask(traveller, 'GET /api/login', { query: '?returnTo=/' });
  await ask(traveller, 'POST /api/login/email', { body: { email } });
  await ask(traveller, 'GET /api/login/email/callback', { query: '?token=spent' });
  const mailed = new URL(
    app.said
      .findLast((line) => line.includes(`for ${email}:`))
      ?.split(' ')
      .at(-1) ?? '',
  );
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answered = `token=${mailed.searchParams.get('token')}`;
  await ask(traveller, 'POST /api/login/email/callback', { body: answered, headers: form });
  await ask(traveller, 'POST /api/logout');
  const away = await app.signIn(owner.email);
  const sessions = await ask<{ id: string; current: boolean }[]>(owner, 'GET /api/sessions');
  const other = sessions.body.find(({ current }) => !current)?.id ?? '';
  await ask(owner, 'DELETE /api/sessions/:id', { ids: [other] });
  await ask(away, 'GET /api/auth/user');
  t.is((await owner.send('HEAD', '/api/stream')).headers['content-type']?.split(';')[0], 'text/event-stream');

  // The end.
  await ask(owner, 'DELETE /api/teams/:id/members/:userId', { ids: [teamId, member.id] });
  await ask(guest, 'POST /api/teams/:id/leave', { ids: [teamId], body: {} });
  const handed = await idOf(ask(owner, 'POST /api/teams', { body: { name: 'To hand over' } }));
  await addMember(app, owner, handed, member, 'edit');
  await ask(owner, 'POST /api/teams/:id/hand-over', { ids: [handed], body: { userId: member.id } });
  await ask(owner, 'DELETE /api/teams/:id', { ids: [teamId] });
  await ask(member, 'DELETE /api/sessions');
  await ask(owner, 'DELETE /api/user', { body: { confirmation: owner.email, heirs: [] } });

  const silent = [...routes.keys()].filter((name) => !witness.done.has(name));
  t.deepEqual(silent.toSorted(), ELSEWHERE);
});
