/**
 * Nobody learns a price, a vendor or an order number who may not read money: every GET route of the declarations, files,
 * streams, mails and the log, as each role and as API tokens, on a real process with links whose money is marked.
 */
import test, { type ExecutionContext } from 'ava';
import type { BulkAnswer } from '../../../../query-service/contract/answers/bulk-operations.ts';
import type { DeliveryAnswer } from '../../../../query-service/contract/answers/channels.ts';
import type { HistoryAnswer } from '../../../../query-service/contract/answers/links.ts';
import type { CreatedTokenAnswer } from '../../../../query-service/contract/answers/tokens.ts';
import { FACETS, LINK_SORTS } from '../../../../query-service/contract/list-options.ts';
import type { RouteFacts } from '../../../http/request/route-facts.ts';
import { allRoutes } from '../../../main/parts/all-routes.ts';
import { Program } from '../../actors/program.ts';
import { CLIENT_DOMAIN, RoleActors } from '../../actors/role-actors.ts';
import { signIn, type Visitor } from '../../actors/visitor.ts';
import { mailsIn } from '../../apps/outbox.ts';
import { fastClock, startProcess } from '../../apps/server-process.ts';
import { unzip } from '../../evidence-packs/zip-parts.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waitUntil } from '../../wait-until.ts';

/** What only the money of these links contains, in any spelling of the amount. */
const MARKS = /zebuvend|zebuorder|73194655|731[.,'\s]?946/i;
const MARKED = {
  price: { amount: 73_194_655, currency: 'USD' },
  vendor: 'Zebuvend, Inc.',
  orderNumber: 'ZEBUORDER-1',
};
/** How much faster the clock runs: alert mails are gathered for minutes. */
const FASTER = 60;

/** Routes that answer a flow of signing in or paying, of which none is under way here. */
const NO_ANSWER = new Set([
  ...['/setup', '/api/payments/:id/receipt', '/api/login/email/callback', '/api/user/email/confirm'],
  ...['/api/connect/:provider', '/api/connect/:provider/callback', '/api/connect/:provider/confirm', '/metrics'],
  ...['/api/logos/:hash', '/api/unsubscribe/:token'],
]);
const STREAMS = new Set(['/api/stream', '/api/events/stream']);

/** The things of the crew, by the routes that show them. */
interface Things {
  /** By path of a route: its parameters. */
  readonly params: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** The links with money that the team has, and the position at which all had it. */
  readonly links: readonly string[];
  readonly position: string;
}

interface Client {
  readonly name: string;
  readonly visitor: Visitor;
  readonly mayRead: boolean;
}

async function startCrew(t: ExecutionContext) {
  const pages = await startPageServer();
  t.teardown(() => pages.close());
  const dataDir = temporaryFolder(t);
  const settings = { ADMINS: 'owner@crew.example', CHECKER_ALLOW_HOSTS: pages.host, CHECKER_RENDER: 'never' };
  const app = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'debug', ...settings }, undefined, fastClock(FASTER));
  t.teardown(() => app.end('SIGKILL'));
  const { url, said } = app;
  const crew = await RoleActors.create({ url, said, signIn: (email) => signIn(url, email, said) });
  return { app, crew, pages, dataDir };
}

type Crew = Awaited<ReturnType<typeof startCrew>>;

/** Links of every kind with money: live, in a campaign, moved between lists, in the trash. */
async function makeThings({ crew, pages, dataDir }: Crew): Promise<Things> {
  const team = await crew.team();
  const clientLink = `https://${CLIENT_DOMAIN}/`;
  pages.set('/live', article(`<a href="${clientLink}">tea</a>`));
  const { id: live } = await crew.do<{ id: string }>('POST', '/api/links', {
    ...{ articleLink: pages.at('/live'), clientLink, teamId: team },
  });
  const campaign = await crew.campaign(team);
  const { articleLink: websiteUrl, ...fields } = crew.linkFields(team);
  const promised = {
    ...fields,
    campaignId: campaign,
    websiteUrl,
    promotionType: 'guest_post',
    timelineDate: '2030-01-01',
  };
  const inCampaign = (await crew.do<{ id: string }>('POST', '/api/campaign-links', promised)).id;
  const [moved, trashed] = [await crew.link(team), await crew.link(team)];
  const links = [live, inCampaign, moved, trashed];
  for (const id of links) {
    await crew.do('PUT', `/api/links/${id}/money`, { ...MARKED, vendor: 'Zebuvend', price: null });
    if (id !== live) await crew.do('PUT', `/api/links/${id}/money`, MARKED);
    await crew.do('PUT', `/api/links/${id}/terms`, { linkTypes: ['sponsored'] });
  }
  const { price, vendor } = MARKED;
  const change = { action: 'money', change: { price, vendor } };
  await crew.do('POST', '/api/links/bulk', { ids: links, ...change, dryRun: true });
  const { batchId } = await crew.do<{ batchId: string }>('POST', '/api/links/bulk', { ids: links, ...change });
  await waitUntil(async () => {
    const { body } = await crew.owner.visitor.get<BulkAnswer>(`/api/links/bulk/${batchId}`);
    return body.state === 'done';
  });
  const position = (await crew.owner.visitor.get(`/api/links/${live}`)).headers['x-position'] ?? '';
  await crew.do('PATCH', `/api/links/${moved}`, { teamId: await crew.team() });
  await crew.do('PATCH', `/api/links/${moved}`, { teamId: team });
  await crew.do('DELETE', `/api/links/${trashed}`);
  await crew.savedView(team);
  const share = await crew.share(team);
  const evidence = await waitUntil(async () => {
    const { body } = await crew.owner.visitor.get<HistoryAnswer[]>(`/api/links/${live}/history`);
    return body.flatMap((line) =>
      line.kind === 'evidence-kept' ? (line.evidence.url?.split('/').at(-1) ?? []) : [],
    )[0];
  });
  const [, , , report = '', , issue = ''] = (await crew.draft(team)).split('/');
  const { shareId: page } = await crew.do<{ shareId: string }>('POST', `${await crew.draft(team)}/release`);
  const channel = await crew.channel(team);
  const rule = {
    ...{ kinds: ['lost'], where: { kind: 'everything' }, to: { kind: 'channel', id: channel }, group: 'incident' },
    ...{ when: { pace: 'at-once', hour: 8, weekday: 1, quiet: null }, on: true },
  };
  await crew.do('PUT', '/api/alert-rules', { teamId: team, rules: [rule] });
  const params = {
    ...{ '/api/links/:id': links.slice(0, 3).map((id) => [id]), '/api/links/:id/history': links.map((id) => [id]) },
    '/api/links/:id/evidence/:hash': [[live, evidence]],
    '/api/reports/:id/issues/:issueId/mails': [[report, issue]],
    '/api/reports/:id/issues/:issueId/:format': [[report, issue, 'html']],
    '/api/shared/:id/report/:format': [
      [page, 'html'],
      [page, 'csv'],
    ],
    '/api/links/bulk/:batchId': [[await crew.batch(team)], [batchId]],
    '/api/status-checks/:runId': [[await crew.run(team)]],
    ...{ '/api/clients/:domain': [[CLIENT_DOMAIN]], '/api/campaigns/:id': [[campaign]] },
    ...{ '/api/shared/:id': [[share]], '/api/shared/:id/export': [[share]] },
    ...{ '/api/teams/:id': [[team]], '/api/teams/:id/members': [[team]] },
    ...{ '/api/teams/:id/links': [[team]], '/api/teams/:id/clients': [[team]] },
    '/api/channels/:id/deliveries': [[channel]],
    ...{ '/api/brands/:list': [[team]], '/api/logos/:hash': [['none']] },
    '/api/invitations/:token': [[await crew.invited(team)]],
    '/api/unsubscribe/:token': [['none']],
    '/api/payments/:id/receipt': [['none']],
    ...{ '/api/connect/:provider': [['google']], '/api/connect/:provider/callback': [['google']] },
    '/api/connect/:provider/confirm': [['google']],
  };
  // A link that is lost is mailed to everybody who sees it, and sent to the channel.
  pages.set('/live', (_, response) => response.writeHead(410).end());
  await crew.do('POST', `/api/links/${live}/recheck`);
  await waitUntil(() =>
    mailsIn(dataDir).some((mail) => mail.includes('view@crew.example') && mail.includes(CLIENT_DOMAIN)),
  );
  await waitUntil(async () => {
    const { body } = await crew.owner.visitor.get<DeliveryAnswer[]>(`/api/channels/${channel}/deliveries`);
    return body.length > 0;
  });
  return { params, links, position };
}

/** The query strings with which a route is asked: each parameter that could change what it shows. */
function queriesOf({ path, query }: RouteFacts, { links, position }: Things): readonly string[] {
  const has = (name: string) => Object.hasOwn(query?.fields ?? {}, name);
  const required = has('from') && has('to') && /compare|activity/.test(path) ? 'from=2020-01-01' : '';
  const facets = has('of') ? FACETS.map((facet) => `of=${facet}`) : [];
  const plain = facets.length > 0 ? facets : [required];
  const withParam = (text: string) => plain.map((each) => (each === '' ? text : `${each}&${text}`));
  return [
    ...plain,
    ...(has('asOf') && position !== '' ? withParam(`asOf=${position}`).slice(0, 3) : []),
    ...(has('format') ? ['format=ndjson', 'columns=id,price,currency,vendor,orderNumber'] : []),
    ...(has('vendor') ? withParam('vendor=Zebuvend Inc.') : []),
    ...(has('q') ? withParam('q=zebuvend').slice(0, 1) : []),
    ...(has('kind') && path.includes('ledger') ? ['kind=money'] : []),
    ...(has('linkId') ? links.map((id) => `linkId=${id}`) : []),
    ...(has('types') ? ['types=LinkMoneyChanged', 'limit=1000'] : []),
    ...(has('activity') ? ['activity=true&pageSize=100'] : []),
    ...(path === '/api/links' ? LINK_SORTS.map((sort) => `sort=${sort}`) : []),
  ];
}

/** Every address of a route. @throws Error for a parameter that `makeThings` does not know. */
function addressesOf(route: RouteFacts, things: Things): readonly string[] {
  const params = route.path.includes(':') ? things.params[route.path] : [[]];
  if (params === undefined) throw new Error(`say in makeThings which ${route.path} to read`);
  return params.flatMap((values) => {
    const rest = [...values];
    const path = route.path.replaceAll(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''));
    return queriesOf(route, things).map((query) => (query === '' ? path : `${path}?${query}`));
  });
}

async function clientsOf(crew: RoleActors): Promise<readonly Client[]> {
  const token = async (who: Visitor, rights: object) => {
    const { body } = await who.send<CreatedTokenAnswer>('POST', '/api/tokens', { name: 'A program', ...rights });
    return new Program(crew.app.url, body.token);
  };
  const { owner, members, stranger, signedOut } = crew;
  return [
    { name: 'owner', visitor: owner.visitor, mayRead: true },
    { name: 'full', visitor: members.full.visitor, mayRead: true },
    { name: 'edit', visitor: members.edit.visitor, mayRead: false },
    { name: 'view', visitor: members.view.visitor, mayRead: false },
    { name: 'stranger', visitor: stranger.visitor, mayRead: false },
    { name: 'signed-out', visitor: signedOut, mayRead: false },
    { name: 'token', visitor: await token(owner.visitor, { access: 'write' }), mayRead: false },
    { name: 'token for money', visitor: await token(owner.visitor, { access: 'read', money: true }), mayRead: true },
    {
      name: 'token for money of edit',
      visitor: await token(members.edit.visitor, { access: 'write', money: true }),
      mayRead: false,
    },
  ];
}

/** The routes whose answers to a client have a mark; `answered` gets those that answered with 200. */
async function marksSeenBy(
  { name, visitor, mayRead }: Client,
  things: Things,
  answered: Set<string>,
  t: ExecutionContext,
) {
  const seen = new Set<string>();
  for (const route of allRoutes) {
    if (route.method !== 'GET' || STREAMS.has(route.path)) continue;
    for (const address of addressesOf(route, things)) {
      for (const headers of route.path === '/api/events' ? [{}, { Accept: 'application/x-ndjson' }] : [{}]) {
        const answer = await visitor.get(address, headers);
        const text = JSON.stringify({ headers: answer.headers, body: answer.body });
        if (answer.status === 200) answered.add(route.path);
        if (MARKS.test(text)) seen.add(route.path);
        if (!mayRead && MARKS.test(text))
          t.fail(`${name} reads ${/.{60}$/.exec(text.split(MARKS)[0] ?? '')?.[0]} in ${address}`);
        // A filter that names a vendor, and a search, tell by the links in their answer.
        const isTold = things.links.some((id) => text.includes(id));
        if (isTold && (address.includes('q=zebu') || (!mayRead && address.includes('vendor='))))
          t.fail(`${name} learns whose links have the vendor in ${address}`);
      }
    }
  }
  return seen;
}

test('money is read at the routes that show links and events, by those who may, and nowhere by anybody else', async (t) => {
  const started = await startCrew(t);
  const { app, crew, dataDir } = started;
  const things = await makeThings(started);
  const clients = await clientsOf(crew);
  const team = things.params['/api/teams/:id']?.[0]?.[0] ?? '';

  // What happens while the streams are open. The last event is one that everybody in the team sees.
  const streams = await Promise.all(
    clients.flatMap(({ name, visitor, mayRead }) =>
      name === 'signed-out' || name === 'stranger'
        ? []
        : ['/api/stream', `/api/events/stream?scope=team:${team}`].map(async (path) => ({
            ...{ name, path, mayRead },
            stream: await visitor.stream(path),
          })),
    ),
  );
  const [first = ''] = things.links;
  await crew.do('PUT', `/api/links/${first}/money`, { ...MARKED, orderNumber: 'ZEBUORDER-2' });
  await crew.do('PATCH', `/api/links/${first}`, { remarks: 'the-end' });
  for (const { name, path, mayRead, stream } of streams) {
    const text = await stream.until(path === '/api/stream' ? first : 'the-end');
    stream.leave();
    t.is(MARKS.test(text), mayRead && path !== '/api/stream', `${path} of ${name}`);
  }

  const answered = new Set<string>();
  const routesOf = new Map<string, readonly string[]>();
  for (const client of clients) {
    routesOf.set(client.name, [...(await marksSeenBy(client, things, answered, t))].toSorted());
  }
  const shown = [
    ...[
      '/api/campaigns/:id',
      '/api/compare',
      '/api/events',
      '/api/ledger',
      '/api/ledger/stories',
      '/api/links',
      '/api/links/:id',
    ],
    ...['/api/links/:id/history', '/api/links/export', '/api/links/facets', '/api/teams/:id/links'],
  ];
  for (const { name, mayRead } of clients) t.deepEqual(routesOf.get(name), mayRead ? shown : [], name);
  const silent = allRoutes.flatMap(({ method, path }) => (method === 'GET' && !answered.has(path) ? [path] : []));
  t.deepEqual(
    silent.filter((path) => !NO_ANSWER.has(path) && !STREAMS.has(path)),
    [],
    'answered nobody here',
  );

  for (const body of [{ linkId: first }, { client: CLIENT_DOMAIN }]) {
    const answer = await fetch(`${app.url}/api/evidence-packs`, {
      method: 'POST',
      headers: { Cookie: crew.owner.visitor.cookieHeader, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, from: '2026-01-01', to: '2035-12-31' }),
    });
    t.is(answer.status, 200, answer.ok ? '' : await answer.text());
    for (const [name, bytes] of await unzip(Buffer.from(await answer.arrayBuffer())))
      t.notRegex(bytes.toString('latin1'), MARKS, name);
  }
  const mails = mailsIn(dataDir);
  t.true(mails.length > 5);
  for (const mail of mails) t.notRegex(mail, MARKS);
  t.true(app.logged().includes('/api/links/:id/money'));
  t.notRegex(app.logged(), MARKS);
  t.notRegex(app.said.join('\n'), MARKS);
});
