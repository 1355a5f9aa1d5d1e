/** The event log with personal data as ciphertext, as the roles use it. */
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { encryptPersonalData } from '../../crypto/personal-data.ts';
import type { EventStore, Feed, RecordedEvent } from '../../ports/storage/event-store.ts';
import { memoryKeys } from '../../testing/apps/memory-engine.ts';
import { eventStoreContract, metadata, type Noted, noted } from '../../testing/contracts/event-store.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { findEventStoreDb, NO_EVENT_STORE } from '../../testing/servers/eventstoredb.ts';
import { openInTurn } from '../../testing/turns.ts';
import { openEventStoreDb } from './event-store.ts';

/** An event of the contract with an owner. Only large ones are plain text: their ciphertext would be too large. */
type Owned = {
  readonly type: 'Noted';
  readonly data: { readonly text: string } | { readonly owner: string; readonly secret: string };
};

const TABLE = { Noted: { key: 'owner', fields: ['secret'] } };
const LARGE = 10_000;

const server = await findEventStoreDb();
if (server === null) test.skip(NO_EVENT_STORE, (t) => t.fail());
else runSuite(server);

function runSuite({ url, stop }: { readonly url: string; stop(): Promise<void> }): void {
  test.after.always(stop);

  const open = async (t: ExecutionContext) => {
    const inner = await openEventStoreDb<Owned>({
      url,
      streamPrefix: `t${randomUUID()}-`,
      callMs: 300_000,
      logger: recordingLogger().logger,
    });
    t.teardown(() => inner.close());
    const log = encryptPersonalData(inner, memoryKeys(), TABLE, ({ err }) => t.fail(String(err)));
    return { inner, log: ofNotes(log) };
  };

  eventStoreContract(openInTurn(async (t) => (await open(t)).log));

  test('the server holds ciphertext', async (t) => {
    const { inner, log } = await open(t);
    await log.append('a', -1, [noted('1', 'zoe@example.com')], metadata);
    const { events } = await inner.read('a');
    t.regex(JSON.stringify(events), /"sealed":/);
    t.notRegex(JSON.stringify(events), /zoe/);
  });
}

function ofNotes(log: EventStore<Owned> & Feed<Owned>): EventStore<Noted> & Feed<Noted> {
  const toNote = ({ data, ...event }: RecordedEvent<Owned>): RecordedEvent<Noted> => ({
    ...event,
    data: { text: 'secret' in data ? data.secret : data.text },
  });
  return {
    head: () => log.head(),
    append: (stream, expected, events, given) =>
      log.append(
        stream,
        expected,
        events.map(({ data: { text }, ...event }) => ({
          ...event,
          data: text.length > LARGE ? { text } : { owner: 'somebody', secret: text },
        })),
        given,
      ),
    async read(stream, range) {
      const { events, revision } = await log.read(stream, range);
      return { events: events.map(toNote), revision };
    },
    async *follow(after, signal, only) {
      for await (const events of log.follow(after, signal, only)) yield events.map(toNote);
    },
  };
}
