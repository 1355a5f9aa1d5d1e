import test from 'ava';
import { BusyError } from '../../infra/ports/storage/errors.ts';
import type { Feed } from '../../infra/ports/storage/event-store.ts';
import { memoryLog, memoryValues, memoryViews } from '../../infra/testing/apps/memory-engine.ts';
import { VISIT } from '../../infra/testing/event-builder.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { links } from '../../projections/views/links/links.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { addLink } from '../links/add-link.ts';
import { editLink, recheckIfUrlsChanged } from '../links/edit-link.ts';
import { streamOf } from '../model/check/decider.ts';
import { checkLink } from './check-link.ts';
import { CheckReplies } from './check-replies.ts';
import { recordReport } from './check-reports.ts';

const METADATA = { actor: 'ann', correlationId: 'c', causationId: 'c', at: '2026-03-01T10:00:00.000Z' };
const FIELDS = {
  ...{
    articleLink: 'https://blog.example/',
    clientLink: 'https://client.example/',
    duration: '30 days',
    liveDate: null,
  },
  ...{ assignedTo: null, pocEmail: null, remarks: null, tags: [] },
  ...{ campaignId: null, promotionType: null, websiteUrl: null, timelineDate: null },
};

test('the answer of a check comes with the position of the status change, however the log delivers both', async (t) => {
  const store = memoryLog<LinkledgerEvent>();
  const oneByOne: Feed<LinkledgerEvent> = {
    head: () => store.head(),
    async *follow(after, signal, only) {
      for await (const batch of store.follow(after, signal, only)) for (const event of batch) yield [event];
    },
  };
  const stop = new AbortController();
  const checkReplies = new CheckReplies(stop.signal);
  const following = checkReplies.follow(oneByOne);
  const now = () => new Date(METADATA.at);
  const wanted = { linkId: 'l1', checkId: 'c1', reason: 'manual', metadata: METADATA } as const;
  const checking = checkLink({ store, checkReplies, now }, wanted, { scope: 'user:ann', fields: FIELDS });
  await waitUntil(async () => (await store.read(streamOf('l1'))).revision === 0);
  const nothing = { anchor: null, linkType: null, linkTypeCause: null, ruleVersion: 1 };
  const observation = { visits: [VISIT], browserSkipped: null };
  await recordReport(store, wanted, observation, { ...nothing, status: 'live', reason: 'found-static' }, now);
  const { result, position } = await checking;
  t.is(result.status, 'live');
  const { events } = await store.read(streamOf('l1'));
  t.deepEqual(
    events.map(({ type }) => type),
    ['CheckRequested', 'LinkChecked', 'LinkStatusChanged'],
  );
  t.is(position, events.at(-1)?.position ?? 0);
  stop.abort();
  await following;
});

test('a log that does not answer when the process starts is read again', async (t) => {
  const store = memoryLog<LinkledgerEvent>();
  let asked = 0;
  const busyOnce: Feed<LinkledgerEvent> = {
    head: () => (asked++ === 0 ? Promise.reject(new BusyError('The event store does not answer.')) : store.head()),
    follow: (after, signal, only) => store.follow(after, signal, only),
  };
  const stop = new AbortController();
  const checkReplies = new CheckReplies(stop.signal);
  const following = checkReplies.follow(busyOnce);
  await waitUntil(() => asked === 2);
  stop.abort();
  await t.notThrowsAsync(following);
});

test('a link is saved although the disk has no room for its check, which is requested later', async (t) => {
  const log = memoryLog<LinkledgerEvent>();
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const store: typeof log = {
    ...log,
    append: (stream, ...rest) => (stream.startsWith('check-') ? Promise.reject(full) : log.append(stream, ...rest)),
  };
  const checkReplies = new CheckReplies(new AbortController().signal);
  const now = () => new Date(METADATA.at);
  // The claim on the addresses cannot be released either.
  const claims = { ...memoryValues(now), remove: () => Promise.reject(full) };
  const reads = { ...memoryViews([links]), reached: async () => true };
  const deps = { store, checkReplies, now, reads, claims };
  const fields = { scope: 'user:ann', anchor: null, linkType: null, ...FIELDS } as const;
  const wanted = { linkId: 'l1', checkId: 'c1', visibleScopes: [], metadata: METADATA, authorize: async () => {} };
  const { checkResult } = await addLink(deps, { ...wanted, fields, allowDuplicate: false });
  t.like(checkResult, { status: 'pending', reason: 'The check is still running; its result will appear by itself.' });
  t.is((await log.read('link-l1')).events[0]?.type, 'LinkAdded');
});

test('an edit of an address is saved although the disk has no room for the check', async (t) => {
  const log = memoryLog<LinkledgerEvent>();
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const store: typeof log = {
    ...log,
    append: (stream, ...rest) => (stream.startsWith('check-') ? Promise.reject(full) : log.append(stream, ...rest)),
  };
  const now = () => new Date(METADATA.at);
  const reads = { ...memoryViews([links]), reached: async () => true };
  const deps = {
    store,
    now,
    reads,
    claims: memoryValues(now),
    checkReplies: new CheckReplies(new AbortController().signal),
  };
  const fields = { scope: 'user:ann', anchor: null, linkType: null, ...FIELDS } as const;
  const wanted = { linkId: 'l1', checkId: 'c1', visibleScopes: [], metadata: METADATA, authorize: async () => {} };
  await addLink(deps, { ...wanted, fields, allowDuplicate: false });
  const principal = { userId: 'ann', access: 'write', teamId: null, money: false, tokenId: null } as const;
  const editor = { principal, metadata: () => METADATA, assertUnchanged: () => {} };
  const edited = await editLink(deps, editor, 'l1', { articleLink: 'https://other.example/', allowDuplicate: true });
  t.is(await recheckIfUrlsChanged(deps, 'l1', edited, 'c2', METADATA), 0);
  t.is((await log.read('link-l1')).events.at(-1)?.type, 'LinkEdited');
});
