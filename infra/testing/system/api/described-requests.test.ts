/**
 * Requests that the API's description allows, at every operation of the running system: what the description does not
 * allow is not sent, so that a refusal is a rule that the description lacks.
 */
import test from 'ava';
import fc from 'fast-check';
import { RoleActors } from '../../actors/role-actors.ts';
import { type Answer, Visitor } from '../../actors/visitor.ts';
import { startServer } from '../../apps/server.ts';
import type { Document, Operation } from '../../openapi-rules.ts';
import { type Schema, valuesOf } from '../../schema-values.ts';

const app = await startServer(['127.0.0.1:1'], { CHECKER_RENDER: 'never' });
test.after.always(() => app.close());

/** Requests of each operation. They are the same in every run: `SEED` chooses others. */
const RUNS = { numRuns: Number(process.env.REQUESTS ?? 10), seed: Number(process.env.SEED ?? 34) };

/** Operations that end the caller's session, or whose answers never end. */
const LEFT_OUT = /^(POST \/api\/logout|DELETE \/api\/sessions|GET \/api\/(events\/)?stream|POST \/api\/\w+\/webhook)$/;

/** Refusals that depend on the time, on stored things or on two parameters: a schema of one value cannot have them. */
const BEYOND_SCHEMAS: readonly RegExp[] = [
  /must not be in the future|is in the future|must lie in the future|at most 14 days ahead|must not be after today/,
  /must not be before|must not be after|must be the earlier|at most [\d,]+ days|covers at most/,
  /the ledger has no event there|is not a cursor of this ledger/,
  /can only be assigned|cannot be assigned|must be one of the team|^The campaign belongs to another team/,
  /^columns can be chosen only for csv|^activity needs page|^ids names the links/,
  // The query of a saved view is a text with the parameters of a list.
  /is not a parameter of this list|^(status|linkType|sort|dir|q|reason|warning|tag|page\w*|expir\w*) must/,
  // The names of time zones are in a database that is not ours.
  /^Time zone must be/,
  /^(Photo|Logo) must|^This view does not exist/,
  /^Type your own email address|^You can only hand over a team that you own/,
  /^This address is already in the list/,
  // Which addresses a channel may have follows from its kind and from this installation.
  /^Address (cannot be used|must end with|must not have a query)|^Only an ntfy channel/,
  /^This list does not have this (template|campaign)/,
  /^Choose (what the report is about|the (first|last) day)|A report is about days that have ended/,
  /^(This person is not in the team|The team does not have this|You do not see this list|These lists do not have this)/,
  /^(No link in these lists has this tag|Your own rules tell only|A rule of a team is|Choose a person or a channel|Quiet hours must begin)/,
  // What a link of a campaign needs follows from its promotion type.
  /^(Article|Client) link is required$/,
];

interface Refusal {
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

test('a request that the description allows is not refused as invalid', async (t) => {
  const crew = await RoleActors.create(app);
  const { paths } = (await new Visitor(app.url).get<Document>('/api/openapi.json')).body;
  const idOf = await idsOf(crew);
  const done = new Set<string>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method.toUpperCase()} ${path}`;
      if (LEFT_OUT.test(name)) continue;
      for (const request of fc.sample(requestsOf(operation), RUNS)) {
        const at = addressOf(path, request, method === 'delete' ? {} : idOf);
        const { status, body } = await send(crew.owner.visitor, method, at, request);
        const said = `${name}: ${status} ${JSON.stringify(body)?.slice(0, 300)}\n${at} ${JSON.stringify(request)}`;
        if (status < 400) done.add(name);
        t.true(status < 500 || status === 503, said);
        if (status !== 400) continue;
        const reasons = Object.values(body.fields ?? { message: body.message ?? '' });
        t.true(
          reasons.some((reason) => BEYOND_SCHEMAS.some((beyond) => beyond.test(reason))),
          said,
        );
      }
    }
  }
  t.true(done.size > 60, `${done.size} operations were carried out`);
});

/** Things that exist, by the part of the address before their id. */
async function idsOf(crew: RoleActors): Promise<Readonly<Record<string, string>>> {
  const teamId = await crew.team();
  return {
    links: await crew.link(teamId),
    teams: teamId,
    channels: await crew.channel(teamId),
    campaigns: await crew.campaign(teamId),
    'saved-views': await crew.savedView(teamId),
    clients: 'crew-client.example',
  };
}

interface Request {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

function requestsOf({ parameters, requestBody }: Operation): fc.Arbitrary<Request> {
  const of = (place: string) => {
    // A position that is not reached yet only costs time.
    const there = parameters.filter((each) => each.in === place && each.name !== 'X-Position');
    const requiredKeys = there.filter(({ required }) => required).map(({ name }) => name);
    const values = there.map(({ name, schema }) => [name, valuesOf(schema as Schema)] as const);
    return fc
      .record(Object.fromEntries(values), { requiredKeys, noNullPrototype: true })
      .map((given): Readonly<Record<string, unknown>> => given);
  };
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema === undefined ? fc.constant(undefined) : valuesOf(schema as Schema);
  return fc.record({ path: of('path'), query: of('query'), header: of('header'), body });
}

function addressOf(path: string, { path: params, query }: Request, ids: Readonly<Record<string, string>>): string {
  const at = path.replaceAll(/(\w[\w-]*)\/\{(\w+)\}/g, (_, room: string, name: string) => {
    return `${room}/${encodeURIComponent(ids[room] ?? (String(params[name]) || 'x'))}`;
  });
  const pairs = Object.entries(query).map(([name, value]) => {
    return `${name}=${[value].flat().map((each) => encodeURIComponent(String(each)))}`;
  });
  return pairs.length === 0 ? at : `${at}?${pairs.join('&')}`;
}

function send(who: Visitor, method: string, at: string, { header, body }: Request): Promise<Answer<Refusal>> {
  // HTTP has no header with other characters.
  const sendable = Object.entries(header).filter(([, value]) => /^[\x20-\x7e]*$/.test(String(value)));
  const headers = Object.fromEntries(sendable.map(([name, value]) => [name, String(value)]));
  if (method === 'get') return who.get<Refusal>(at, { 'X-Position': '0', ...headers });
  return who.send<Refusal>(method.toUpperCase(), at, body, headers);
}
