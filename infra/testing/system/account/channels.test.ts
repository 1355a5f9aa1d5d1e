/** Channels of teams, on the whole system: added, tested, changed and removed, without showing a secret. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { MOST_SENDS } from '../../../../command-service/http/channels.ts';
import type {
  ChannelAnswer,
  ChannelSecretAnswer,
  DeliveryAnswer,
} from '../../../../query-service/contract/answers/channels.ts';
import type { EventAnswer, LedgerAnswer } from '../../../../query-service/contract/answers/ledger.ts';
import { type Actor, addMember, makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { waitUntil } from '../../wait-until.ts';

interface Arrival {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
const arrivals: Arrival[] = [];
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString();
  arrivals.push({ body, headers: Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)])) });
  response.end(`seen ${request.url}`);
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const address = `http://${host}/services/SecretPath`;

const app = await startServer([host], { CHECKER_RENDER: 'never' });
test.after.always(async () => {
  await app.close();
  receiver.close();
});
const somebody = signUpActors(app);

interface Failure {
  readonly code?: string;
  readonly fields?: Readonly<Record<string, string>>;
}
const add = (person: Actor, teamId: string, more: object = {}) =>
  person.send<ChannelSecretAnswer & Failure>('POST', '/api/channels', {
    teamId,
    name: 'Ops',
    kind: 'webhook',
    url: address,
    ...more,
  });
const list = async (person: Actor, teamId: string) =>
  (await person.get<ChannelAnswer[]>(`/api/channels?teamId=${teamId}`)).body;

test.serial('a webhook is added, tested and listed; its secret is shown once, and its address never', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const { status, body } = await add(ann, teamId);
  t.is(status, 201);
  const { id, secret } = body;
  t.regex(secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
  const tested = (await ann.send<DeliveryAnswer>('POST', `/api/channels/${id}/test`)).body;
  t.like(tested, { kind: 'test', state: 'delivered', title: 'Test message of the channel Ops', nextAt: null });
  t.like(tested.attempts[0], { status: 200, error: null, answer: 'seen (hidden)' });
  t.is(tested.request.host, host);
  const [arrival] = arrivals;
  t.is(arrival?.body, tested.request.body);
  t.notThrows(() => new Webhook(secret ?? '').verify(arrival?.body ?? '', arrival?.headers ?? {}));
  const again = (await ann.send<DeliveryAnswer>('POST', `/api/channels/${id}/deliveries/${tested.id}/send`)).body;
  t.is(again.attempts.length, 2);
  t.is(arrivals[1]?.headers['webhook-id'], arrival?.headers['webhook-id']);

  const rotated = (await ann.send<ChannelSecretAnswer>('POST', `/api/channels/${id}/secret`)).body;
  t.not(rotated.secret, secret);
  await ann.send('POST', `/api/channels/${id}/test`);
  for (const each of [secret, rotated.secret])
    t.notThrows(() => new Webhook(each ?? '').verify(arrivals[2]?.body ?? '', arrivals[2]?.headers ?? {}));

  const [line] = await list(ann, teamId);
  t.like(line, {
    id,
    teamId,
    name: 'Ops',
    kind: 'webhook',
    host,
    state: 'active',
    pausedBecause: null,
    waiting: 0,
    revision: 1,
  });
  t.true((line?.oldSecretUntil ?? '') > new Date().toISOString());
  const deliveries = await ann.get<DeliveryAnswer[]>(`/api/channels/${id}/deliveries?pageSize=1`);
  t.deepEqual([deliveries.headers['x-total-count'], deliveries.body.length], ['2', 1]);

  const [ledger, events] = [
    (await ann.get<LedgerAnswer[]>('/api/ledger?kind=teams')).body,
    (await ann.get<EventAnswer[]>('/api/events?limit=1000')).body,
  ];
  t.true(ledger.some(({ event }) => event.type === 'ChannelAdded'));
  t.true(events.some(({ type }) => type === 'ChannelSecretRotated'));
  const shown = JSON.stringify([line, deliveries.body, tested, again, ledger, events, app.said]);
  t.notRegex(shown, /SecretPath|whsec_/);
});

test.serial('an address that may not be used is refused beside its field', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  for (const [fields, field, sentence] of [
    [{ url: 'http://127.0.0.1/hook' }, 'url', /this machine itself; only public addresses/],
    [{ url: 'http://0x7f.1/hook' }, 'url', /127\.0\.0\.1 is this machine itself/],
    [{ url: 'http://[::1]/hook' }, 'url', /this machine itself/],
    [{ url: 'http://169.254.169.254/latest' }, 'url', /a cloud metadata service/],
    [{ url: 'http://10.1.2.3/' }, 'url', /inside a private network/],
    [{ url: 'https://ann:pass@hooks.example/' }, 'url', /can’t include a user name or password/],
    [{ url: 'https://hooks.example:6379/' }, 'url', /port 6379 is not a usual web port/],
    [{ url: 'ftp://hooks.example/' }, 'url', /must be a web address/],
    [{ kind: 'ntfy', url: 'https://ntfy.sh/topic?auth=abc' }, 'url', /a token has a field of its own/],
    [{ kind: 'apprise', url: 'https://apprise.example/' }, 'url', /must end with \/notify\//],
    [{ kind: 'mail' }, 'kind', /must be one of webhook, slack/],
    [{ token: 'tk_1' }, 'token', /Only an ntfy channel/],
    [{ name: '' }, 'name', /Name is required/],
  ] as const) {
    const answer = await add(ann, teamId, fields);
    t.is(answer.status, 400, JSON.stringify(fields));
    t.regex(answer.body.fields?.[field] ?? '', sentence);
  }
  t.deepEqual(await list(ann, teamId), []);
  const { id } = (await add(ann, teamId)).body;
  const changed = await ann.send<Failure>('PATCH', `/api/channels/${id}`, { url: 'http://127.0.0.2/' });
  t.regex(changed.body.fields?.url ?? '', /only public addresses/);
});

test.serial('a channel is changed at the revision that its editor has seen, paused, resumed and removed', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  const { id } = (await add(ann, teamId, { kind: 'slack' })).body;
  const patch = (body: object, revision: number) =>
    ann.send<{ revision: number }>('PATCH', `/api/channels/${id}`, body, { 'If-Match': `"${revision}"` });
  t.is((await patch({ name: 'Dev', paused: true }, 0)).body.revision, 2);
  t.is((await patch({ name: 'Other' }, 0)).status, 412);
  t.like((await list(ann, teamId))[0], { name: 'Dev', state: 'paused', pausedBecause: 'person', revision: 2 });
  t.is((await patch({ paused: false }, 2)).status, 200);
  t.like((await list(ann, teamId))[0], { state: 'active', pausedBecause: null });
  t.is((await ann.send<Failure>('POST', `/api/channels/${id}/secret`)).body.code, 'no-secret');
  t.is((await ann.send('DELETE', `/api/channels/${id}`)).status, 204);
  t.deepEqual(await list(ann, teamId), []);
  t.is((await patch({ name: 'x' }, 4)).status, 404);
});

test.serial('a team has at most 20 channels, and they end with it', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  for (let n = 0; n < 20; n += 1) t.is((await add(ann, teamId, { name: `Channel ${n}` })).status, 201);
  t.is((await list(ann, teamId)).length, 20);
  t.like(await add(ann, teamId), { status: 409, body: { code: 'too-many-channels' } });
  const [first] = await list(ann, teamId);
  await ann.send('POST', `/api/channels/${first?.id}/test`);
  t.is((await ann.send('DELETE', `/api/teams/${teamId}`)).status, 204);
  await app.settled();
  t.is((await ann.send('POST', `/api/channels/${first?.id}/test`)).status, 404);
});

test.serial('a person can send a number of tests, and then has to wait', async (t) => {
  const ann = await somebody();
  const { id } = (await add(ann, await makeTeam(app, ann))).body;
  const tests = () => ann.send<Failure>('POST', `/api/channels/${id}/test`);
  for (let sent = 0; sent < MOST_SENDS; sent += 1) t.is((await tests()).status, 200);
  const { status, body } = await tests();
  t.like({ status, ...body }, { status: 429, code: 'too-many-requests' });
});

test.serial('only the owner and full members see the channels of a team', async (t) => {
  const ann = await somebody();
  const teamId = await makeTeam(app, ann);
  await add(ann, teamId);
  for (const [permission, seen] of [
    ['full', 1],
    ['edit', 0],
    ['view', 0],
  ] as const) {
    const member = await somebody();
    await addMember(app, ann, teamId, member, permission);
    t.is((await member.get<ChannelAnswer[]>('/api/channels')).body.length, seen, permission);
    t.is((await add(member, teamId)).status, seen === 1 ? 201 : 403);
  }
  await waitUntil(async () => (await list(ann, teamId)).length === 2);
});
