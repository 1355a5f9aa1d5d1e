/** The queue of channels on a real durable store, with real receivers; processes are killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDurableStores } from '../../infra/engines/embedded/stores/durable-stores.ts';
import { makeDialer } from '../../infra/network/dialer.ts';
import { makeGuard } from '../../infra/network/ssrf-guard.ts';
import type { Mail } from '../../infra/ports/process/mailer.ts';
import { memoryLog } from '../../infra/testing/apps/memory-engine.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { temporaryFolder } from '../../infra/testing/temporary-folder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { DELIVERY, type Delivery, HEALTH } from '../contract/channel-deliveries.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle, load } from '../core/handle.ts';
import { channelMail } from '../mail/channel-mail.ts';
import type { ChannelCommand } from '../model/channel/commands.ts';
import { channel, streamOf } from '../model/channel/decider.ts';
import { team } from '../model/team/decider.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import type { ChannelMessage } from './channel-message.ts';
import { ChannelQueue } from './channel-queue.ts';
import { ChannelSender } from './channel-sender.ts';

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const START = Date.parse('2030-03-04T08:00:00.000Z');
const SECRET = 'whsec_b2xkb2xkb2xkb2xkb2xkb2xk';
const metadata = { actor: 'ann', correlationId: 'c', causationId: 'c', at: new Date(START).toISOString() };

const message = (id: string): ChannelMessage => ({
  ...{
    id,
    kind: 'alerts',
    at: metadata.at,
    position: 7,
    language: 'en',
    title: `message ${id}`,
    url: 'https://ours.example/',
  },
  groups: [],
});

interface Arrival {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly signatures: number;
}

type Answering = (arrival: Arrival, response: ServerResponse, request: IncomingMessage) => void;

/** A receiver of webhooks: records what arrives before it answers. */
async function startReceiver(t: ExecutionContext, answer: Answering = (_, response) => void response.end('ok')) {
  const arrivals: Arrival[] = [];
  const receiver = { host: '', arrivals, answer };
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request).catch(() => null);
    if (chunks === null) return;
    const body = Buffer.concat(chunks).toString();
    const [id, signature] = [request.headers['webhook-id'], request.headers['webhook-signature']].map(String);
    const { title } = JSON.parse(body).data;
    const arrival = {
      path: request.url ?? '',
      id: id ?? '',
      title,
      body,
      signatures: signature?.split(' ').length ?? 0,
    };
    arrivals.push(arrival);
    receiver.answer(arrival, response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}

const status =
  (code: number, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    void response.writeHead(code, headers).end('no');
const titles = (arrivals: readonly Arrival[]) => arrivals.map(({ title }) => title.replace('message ', ''));

/** A queue on the folder's store, with a team of an owner and members, that runs until the test ends. */
async function openQueue(t: ExecutionContext, hosts: readonly string[], folder = temporaryFolder(t)) {
  let clock = START;
  const now = () => new Date(clock);
  const logger = recordingLog();
  const store = memoryLog<LinkledgerEvent>();
  const { state, close } = openDurableStores(path.join(folder, 'durable.db'), now);
  await handle(store, team, { type: 'CreateTeam', teamId: 't1', name: 'Crew', ownerId: 'ann' }, metadata);
  const mails: { readonly id: string; readonly mail: Mail }[] = [];
  const outbox = {
    async add(mail: Mail, { id }: { readonly id: string }) {
      if (!mails.some((each) => each.id === id)) mails.push({ id, mail });
      return 0;
    },
  };
  const reads = {
    getMany: async () => [{ id: 'ann', email: 'ann@crew.example', settings: { language: null } }],
  } as never;
  const sender = new ChannelSender(makeDialer({ guard: makeGuard(hosts) }), now, 5_000);
  const stop = new AbortController();
  const publicUrl = 'https://ours.example';
  const unsubscribing = new UnsubscribeLinks('a secret', publicUrl);
  const options = { state, store, reads, outbox, unsubscribing, sender, publicUrl, logger, now, roundMs: 5 };
  const queue = new ChannelQueue(options);
  let running = Promise.resolve();
  t.teardown(async () => {
    stop.abort();
    await running;
    await queue.close();
    close();
  });
  const command = (order: ChannelCommand) => handle(store, channel, order, metadata);
  const add = async (channelId: string, address: string) => {
    const fields = { teamId: 't1', name: channelId, kind: 'webhook', secret: SECRET } as const;
    await command({ type: 'AddChannel', channelId, address, ...fields });
  };
  const deliveries = async (channelId = 'a') =>
    (await state.listOf<Delivery>(DELIVERY, channelId))
      .map(({ value }) => value)
      .toSorted((one, other) => one.place - other.place);
  return {
    ...{ queue, state, store, logger, mails, command, add, deliveries },
    start() {
      running = queue.run(stop.signal);
    },
    passes(ms: number) {
      clock += ms;
    },
    /** Waits until the first message of a channel has been tried so often. */
    tried: (times: number, channelId = 'a') =>
      waitUntil(async () => (await deliveries(channelId))[0]?.attempts.length === times),
    channel: async (channelId = 'a') => (await load(store, channel, streamOf(channelId))).state,
  };
}

test('messages arrive in order, each of them once, however often it is enqueued', async (t) => {
  const receiver = await startReceiver(t);
  const { queue, add, start, deliveries } = await openQueue(t, [receiver.host]);
  await add('a', `http://${receiver.host}/a`);
  for (const id of ['1', '2', '2', '3', '1']) await queue.enqueue('a', message(id));
  t.is(await queue.waiting(), 3);
  start();
  await waitUntil(async () => (await queue.waiting()) === 0);
  await queue.enqueue('a', message('2'));
  t.deepEqual([titles(receiver.arrivals), await queue.waiting()], [['1', '2', '3'], 0]);
  t.deepEqual(
    (await deliveries()).map(({ state, attempts, host }) => [state, attempts.length, host]),
    Array.from({ length: 3 }, () => ['delivered', 1, receiver.host]),
  );
  t.regex(receiver.arrivals[0]?.id ?? '', /^msg_[0-9a-f]{32}$/);
});

test('a message that fails is repeated with its id and body after growing pauses, and the next ones wait', async (t) => {
  const receiver = await startReceiver(t, status(500));
  const { queue, add, start, passes, tried, deliveries, state } = await openQueue(t, [receiver.host]);
  await add('a', `http://${receiver.host}/a`);
  await queue.enqueue('a', message('1'));
  await queue.enqueue('a', message('2'));
  start();
  await tried(1);
  t.like((await deliveries())[0], { state: 'waiting', next: { pauseMs: 10 * SECOND } });
  passes(9 * SECOND);
  passes(SECOND);
  await tried(2);
  t.like((await deliveries())[0], { next: { pauseMs: 30 * SECOND } });
  t.like(await state.get(HEALTH, 'a'), { failingSince: new Date(START).toISOString() });
  receiver.answer = (_, response) => void response.end();
  passes(30 * SECOND);
  await waitUntil(async () => (await queue.waiting()) === 0);
  t.deepEqual(titles(receiver.arrivals), ['1', '1', '1', '2']);
  t.is(new Set(receiver.arrivals.slice(0, 3).map(({ id, body }) => id + body)).size, 1);
  t.like(await state.get(HEALTH, 'a'), { failingSince: null });
  t.is(queue.failed, 2);
});

test('Retry-After is kept to, and a clock that is set back does not prolong the wait', async (t) => {
  const receiver = await startReceiver(t, status(429, { 'retry-after': '7200' }));
  const { queue, add, start, passes, tried, deliveries } = await openQueue(t, [receiver.host]);
  await add('a', `http://${receiver.host}/a`);
  await queue.enqueue('a', message('1'));
  start();
  await tried(1);
  t.like((await deliveries())[0], { next: { at: new Date(START + 2 * HOUR).toISOString(), pauseMs: 2 * HOUR } });
  passes(-2 * DAY);
  await tried(2);
  t.like((await deliveries())[0], { next: { at: new Date(START - 2 * DAY + 2 * HOUR).toISOString() } });
});

test('a channel that fails for a day is paused with one mail, and what comes then is recorded, not sent', async (t) => {
  const receiver = await startReceiver(t, status(500));
  const { queue, add, start, passes, tried, channel, mails, deliveries, command } = await openQueue(t, [receiver.host]);
  await add('a', `http://${receiver.host}/secret-path`);
  await queue.enqueue('a', message('1'));
  start();
  await tried(1);
  passes(DAY);
  await waitUntil(
    async () =>
      (await channel()).status === 'added' && mails.length === 1 && (await deliveries())[0]?.attempts.length === 2,
  );
  t.like(await channel(), { pausedBecause: 'failing' });
  t.is(mails[0]?.mail.to, 'ann@crew.example');
  t.regex(
    mails[0]?.mail.text ?? '',
    /Nothing has reached the channel a of the team Crew for a day[\s\S]*the receiver answered 500/,
  );
  t.notRegex(mails[0]?.mail.text ?? '', /secret-path/);
  t.true(mails[0]?.mail.unsubscribe?.startsWith('https://ours.example/api/unsubscribe/'));
  await queue.enqueue('a', message('2'));
  t.deepEqual(
    (await deliveries()).map(({ state }) => state),
    ['waiting', 'dropped'],
  );
  receiver.answer = (_, response) => void response.end();
  await command({ type: 'EditChannel', channelId: 'a', paused: false });
  await queue.resumed('a');
  await waitUntil(async () => (await queue.waiting()) === 0);
  await queue.enqueue('a', message('3'));
  await waitUntil(() => receiver.arrivals.length === 4);
  t.deepEqual(titles(receiver.arrivals), ['1', '1', '1', '3']);
  t.is(mails.length, 1);
});

test('a receiver that is gone is paused at once, and a message is given up after three days', async (t) => {
  const receiver = await startReceiver(t, (arrival, response) =>
    status(arrival.path === '/gone' ? 410 : 500)(arrival, response, arrival as never),
  );
  const { queue, add, start, passes, tried, channel, mails, deliveries, logger } = await openQueue(t, [receiver.host]);
  await add('a', `http://${receiver.host}/gone`);
  await add('b', `http://${receiver.host}/b`);
  await queue.enqueue('a', message('1'));
  await queue.enqueue('b', message('2'));
  start();
  await waitUntil(async () => (await deliveries())[0]?.state === 'failed');
  t.like(await channel('a'), { pausedBecause: 'gone' });
  t.regex(mails[0]?.mail.text ?? '', /receiver\s+no\s+longer\s+exists/);
  await tried(1, 'b');
  passes(3 * DAY + HOUR);
  await waitUntil(async () => (await deliveries('b'))[0]?.state === 'dropped');
  t.true(logger.lines.some(([level, said]) => level === 'error' && said.includes('for three days; giving up')));
  t.is(queue.dropped, 2);
  t.notRegex(JSON.stringify(logger.lines), /\/gone|whsec/);
});

test('the mail about a paused channel says in the language of its reader what the receiver answered', (t) => {
  const facts = {
    name: 'Ops',
    team: 'Crew',
    because: 'failing',
    url: 'https://ours.example/',
    unsubscribe: '',
  } as const;
  const error = 'the receiver answered 500';
  const { text } = channelMail({ email: 'ann@crew.example', language: 'de', error, ...facts });
  t.true(text.includes('Die letzte Antwort: Der Empfänger antwortet mit 500'), text);
});

test('a receiver that never answers delays no other channel', async (t) => {
  const receiver = await startReceiver(t, (arrival, response) => {
    if (!arrival.path.startsWith('/dead')) response.end();
  });
  const { queue, add, start } = await openQueue(t, [receiver.host]);
  for (let n = 0; n < 5; n += 1) {
    await add(`dead${n}`, `http://${receiver.host}/dead${n}`);
    await queue.enqueue(`dead${n}`, message(`d${n}`));
  }
  start();
  await waitUntil(() => receiver.arrivals.length === 5);
  await add('a', `http://${receiver.host}/a`);
  for (const id of ['1', '2', '3']) await queue.enqueue('a', message(id));
  await waitUntil(() => receiver.arrivals.length >= 8);
  t.deepEqual(titles(receiver.arrivals.slice(5, 8)), ['1', '2', '3']);
});

test('a secret that is replaced between two tries signs the next one, and a removed channel gets nothing more', async (t) => {
  const receiver = await startReceiver(t, status(500));
  const { queue, add, start, passes, tried, command } = await openQueue(t, [receiver.host]);
  await add('a', `http://${receiver.host}/a`);
  await queue.enqueue('a', message('1'));
  start();
  await tried(1);
  const rotation = { secret: 'whsec_bmV3bmV3bmV3bmV3bmV3bmV3', formerUntil: new Date(START + DAY).toISOString() };
  await command({ type: 'RotateSecret', channelId: 'a', ...rotation });
  passes(10 * SECOND);
  await tried(2);
  t.deepEqual(
    receiver.arrivals.map(({ signatures }) => signatures),
    [1, 2],
  );
  t.is(new Set(receiver.arrivals.map(({ id, body }) => id + body)).size, 1);
  await command({ type: 'RemoveChannel', channelId: 'a' });
  passes(HOUR);
  await waitUntil(async () => (await queue.waiting()) === 0);
  await queue.enqueue('a', message('2'));
  t.deepEqual([receiver.arrivals.length, await queue.waiting()], [2, 0]);
});

test('a test and “Send again” go to the receiver at once, and their true result is recorded', async (t) => {
  const receiver = await startReceiver(t, status(500));
  const { queue, add, command, deliveries } = await openQueue(t, [receiver.host]);
  await add('a', `http://${receiver.host}/a`);
  await command({ type: 'PauseChannel', channelId: 'a', because: 'person' });
  const tested = await queue.sendTest('a', { ...message('test'), kind: 'test' });
  t.like(tested?.delivery, { state: 'failed', kind: 'test' });
  t.like(tested?.delivery.attempts[0], { status: 500, answer: 'no' });
  receiver.answer = (_, response) => void response.end('fine');
  const again = await queue.sendAgain('a', tested?.delivery.id ?? '');
  t.like(again?.delivery, { state: 'delivered', attempts: [{ status: 500 }, { status: 200 }] });
  t.is(new Set(receiver.arrivals.map(({ id, body }) => id + body)).size, 1);
  t.is(await queue.sendAgain('a', 'unknown'), null);
  t.is(await queue.sendTest('unknown', message('x')), null);

  await queue.enqueue('a', message('late'));
  const [, late] = await deliveries();
  t.is(late?.state, 'dropped');
  t.like((await queue.sendAgain('a', late?.id ?? ''))?.delivery, { state: 'delivered' });
});

test('a test to a channel that is removed meanwhile leaves nothing behind', async (t) => {
  const receiver = await startReceiver(t);
  const { queue, add, command, deliveries } = await openQueue(t, [receiver.host]);
  await add('a', `http://${receiver.host}/a`);
  receiver.answer = async (_, response) => {
    await command({ type: 'RemoveChannel', channelId: 'a' });
    response.end('ok');
  };
  t.is(await queue.sendTest('a', message('test')), null);
  t.deepEqual(await deliveries(), []);
});

/** A process that runs a queue on the folder, whose clock is 200 times as fast. */
function startProcess(folder: string, host: string, channelIds: readonly string[], base: number) {
  const from = (file: string) => JSON.stringify(import.meta.resolve(file));
  const script = `
    import { openDurableStores } from ${from('../../infra/engines/embedded/stores/durable-stores.ts')};
    import { makeDialer } from ${from('../../infra/network/dialer.ts')};
    import { makeGuard } from ${from('../../infra/network/ssrf-guard.ts')};
    import { memoryLog } from ${from('../../infra/testing/apps/memory-engine.ts')};
    import { ChannelQueue } from ${from('./channel-queue.ts')};
    import { ChannelSender } from ${from('./channel-sender.ts')};
    const logger = { info() {}, warn() {}, error: (fields, said) => console.error(fields, said) };
    const now = () => new Date(${START} + (Date.now() - ${base}) * 200);
    const { state } = openDurableStores(${JSON.stringify(path.join(folder, 'durable.db'))}, now);
    const store = memoryLog();
    for (const channelId of ${JSON.stringify(channelIds)}) {
      const address = 'http://${host}/' + channelId;
      const data = { channelId, teamId: 't1', name: 'n', kind: 'webhook', host: '${host}', address, secret: '${SECRET}' };
      await store.append('channel-' + channelId, -1, [{ id: channelId, type: 'ChannelAdded', data }], { actor: 'a' });
    }
    const sender = new ChannelSender(makeDialer({ guard: makeGuard(['${host}']) }), now, 150);
    const queue = new ChannelQueue({ state, store, sender, logger, now, publicUrl: '', roundMs: 5 });
    await queue.run(new AbortController().signal);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Random numbers that are the same in every run. */
function randomFrom(seed: number): () => number {
  let last = seed;
  return () => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648;
    return last / 2_147_483_648;
  };
}

test('a receiver that fails half of the time gets every message in order, while processes are killed and overlap', async (t) => {
  const [random, base, folder] = [randomFrom(Number(process.env.SEED ?? 1)), Date.now(), temporaryFolder(t)];
  const channelIds = ['a', 'b', 'c'];
  let [left, taken] = [5, new Set<string>()];
  const receiver = await startReceiver(t, ({ id }, response, request) => {
    left -= 1;
    const chance = random();
    if (chance < 0.2) response.writeHead(500).end();
    else if (chance < 0.35) request.socket.destroy();
    else if (chance < 0.5) return;
    else {
      taken = taken.add(id);
      response.end('ok');
    }
  });
  const { queue, add } = await openQueue(t, [], folder);
  for (const channelId of channelIds) await add(channelId, `http://${receiver.host}/${channelId}`);
  const ids = Array.from({ length: 15 }, (_, n) => String(n));
  for (const id of ids) for (const channelId of channelIds) await queue.enqueue(channelId, message(id));

  const processes = [startProcess(folder, receiver.host, channelIds, base)];
  t.teardown(() => Promise.all(processes.map((each) => each.kill())));
  for (let kills = 0; kills < 9; kills += 1) {
    left = 1 + Math.floor(random() * 8);
    await waitUntil(async () => left <= 0 || (await queue.waiting()) === 0);
    // Every third process meets the one before.
    if (kills % 3 === 0) {
      processes.push(startProcess(folder, receiver.host, channelIds, base));
      left = 6;
      await waitUntil(async () => left <= 0 || (await queue.waiting()) === 0);
      await processes.shift()?.kill();
    } else {
      await processes.shift()?.kill();
      processes.push(startProcess(folder, receiver.host, channelIds, base));
    }
  }
  await waitUntil(async () => (await queue.waiting()) === 0);
  const { arrivals } = receiver;
  t.log(`${arrivals.length} arrivals of ${ids.length * channelIds.length} messages`);
  for (const channelId of channelIds) {
    const own = arrivals.filter((each) => each.path === `/${channelId}`);
    t.deepEqual([...new Set(titles(own))], ids, 'each message arrives, and first arrivals are in order');
    const byId = Map.groupBy(own, ({ id }) => id);
    t.is(byId.size, ids.length);
    for (const [id, same] of byId) t.true(taken.has(id) && new Set(same.map(({ body }) => body)).size === 1, id);
  }
});
