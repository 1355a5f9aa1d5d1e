/** From a lost link to the receiver of a channel, on the whole system with clocks that the test moves. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { SHORT_WAIT_MS } from '../../../../command-service/clock/clock-trust.ts';
import type {
  ChannelSecretAnswer,
  DeliveryAnswer,
  WebhookMessage,
} from '../../../../query-service/contract/answers/channels.ts';
import { makeTeam, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { testClocks } from '../../clock.ts';
import { article, startPageServer } from '../../fakes/page-server.ts';
import { waitUntil } from '../../wait-until.ts';

test('a rule of a team sends a lost link to its channel, signed, with the position to read on from', async (t) => {
  const arrivals: { readonly body: string; readonly headers: IncomingHttpHeaders }[] = [];
  const receiver = createServer(async (request, response) => {
    arrivals.push({ body: Buffer.concat(await Array.fromAsync(request)).toString(), headers: request.headers });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const [pages, clocks] = [await startPageServer(), testClocks()];
  const app = await startServer([host, pages.host], { CHECKER_RENDER: 'never' }, clocks);
  t.teardown(async () => {
    await app.close();
    await pages.close();
    receiver.close();
  });
  // Alerts wait until the clock has been steady for a while.
  clocks.pass(SHORT_WAIT_MS);
  const ann = await signUpActors(app)();
  const teamId = await makeTeam(app, ann);
  const fields = { teamId, name: 'Ops', kind: 'webhook', url: `http://${host}/hook` };
  const { id, secret } = (await ann.send<ChannelSecretAnswer>('POST', '/api/channels', fields)).body;
  const when = { pace: 'at-once', hour: 8, weekday: 1, quiet: null };
  const rule = { kinds: ['lost'], where: { kind: 'everything' }, to: { kind: 'channel', id }, when, group: 'incident' };
  t.is((await ann.send('PUT', '/api/alert-rules', { teamId, rules: [{ ...rule, on: true }] })).status, 200);

  const clientLink = 'https://client.example/tea';
  pages.set('/post', article(`<a href="${clientLink}">tea</a>`));
  const link = { teamId, articleLink: pages.at('/post'), clientLink };
  const { id: linkId } = (await ann.send<{ id: string }>('POST', '/api/links', link)).body;
  pages.set('/post', (_, response) => response.writeHead(410).end());
  await ann.send('POST', `/api/links/${linkId}/recheck`);
  await app.settled();
  const { body, headers } = await waitUntil(() => {
    clocks.pass(10_000);
    return arrivals[0];
  });
  const { type, data }: WebhookMessage = JSON.parse(body);
  t.is(type, 'linkledger.alerts');
  t.like(data.groups[0]?.items[0], { linkId, clientLink, event: 'LinkStatusChanged' });
  t.true(data.position > 0);
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  t.is(headers['webhook-signature'], new Webhook(secret ?? '').sign(String(headers['webhook-id']), at, body));
  const log = async () => (await ann.get<DeliveryAnswer[]>(`/api/channels/${id}/deliveries`)).body;
  const delivered = await waitUntil(async () => (await log()).find(({ state }) => state === 'delivered'));
  t.like(delivered, { id: headers['webhook-id'], kind: 'alerts', title: data.title });
});
