import test from 'ava';
import type { LinkStatusMessage } from '../../infra/ports/process/link-status.ts';
import { memoryCheckpoints, memoryLeases, memoryLog } from '../../infra/testing/apps/memory-engine.ts';
import { EventBuilder, linkPlaced, recordingLog, statusChanged, writeAll } from '../../infra/testing/event-builder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { linkStatus } from './link-status.ts';
import { runReactor } from './run-reactor.ts';

const AT = '2026-03-01T10:00:00.000Z';

test('changes of status and purges are published once the topic takes them, and not again after a restart', async (t) => {
  const feed = memoryLog<LinkledgerEvent>();
  const [checkpoints, leases, logger] = [memoryCheckpoints(), memoryLeases(), recordingLog()];
  const events = new EventBuilder();
  const given = [
    events.add(statusChanged('l1', 'pending', 'live', 'found-static'), { at: AT }),
    events.add(linkPlaced('LinkTrashed', 'l2'), { at: AT }),
    events.add(linkPlaced('LinkPurged', 'l2'), { at: AT }),
  ];
  await writeAll(feed, given);
  const published: LinkStatusMessage[] = [];
  let failures = 1;
  const topic = {
    async publish(messages: readonly LinkStatusMessage[]) {
      if (failures-- > 0) throw new Error('no broker');
      published.push(...messages);
    },
  };
  const deps = { feed, checkpoints, leases, logger, now: () => new Date(AT) };
  const run = async (until: () => boolean) => {
    const stop = new AbortController();
    const running = runReactor(deps, { ...linkStatus(topic), pauseMs: () => 1 }, stop.signal);
    await waitUntil(until);
    await waitUntil(async () => (await checkpoints.get('link-status')) === (await feed.head()));
    stop.abort();
    await running;
  };
  await run(() => published.length > 0);
  const recorded = (await Array.fromAsync(allOf(feed))).flat();
  const headersOf = (type: string) => {
    const event = recorded.find((each) => each.type === type);
    return { v: '1', eventId: event?.id, position: `${event?.position}`, type };
  };
  t.deepEqual(
    published.map(({ value, ...message }) => ({ ...message, value: value === null ? null : JSON.parse(value) })),
    [
      {
        key: 'l1',
        value: { linkId: 'l1', status: 'live', previousStatus: 'pending', reason: 'found-static', changedAt: AT },
        headers: headersOf('LinkStatusChanged'),
      },
      { key: 'l2', value: null, headers: headersOf('LinkPurged') },
    ],
  );
  await writeAll(feed, [events.add(statusChanged('l1', 'live', 'removed', 'not-on-page'), { at: AT })]);
  await run(() => published.length > 2);
  t.is(published.length, 3);
  t.is(logger.lines.filter(([level]) => level === 'error').length, 1);
});

/** The batches of the log so far. */
async function* allOf(feed: ReturnType<typeof memoryLog<LinkledgerEvent>>) {
  const stop = new AbortController();
  const head = await feed.head();
  for await (const batch of feed.follow(0, stop.signal)) {
    yield batch;
    if ((batch.at(-1)?.position ?? 0) >= head) return;
  }
}
