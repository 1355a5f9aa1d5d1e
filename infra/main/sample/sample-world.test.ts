import test from 'ava';
import { ledgerEntries } from '../../../projections/views/ledger/ledger.ts';
import { linkActivity } from '../../../projections/views/links/link-activity.ts';
import { links } from '../../../projections/views/links/links.ts';
import { recordingLog } from '../../testing/event-builder.ts';
import { CORRECTED, INCIDENT } from './agency.ts';
import { openSampleWorld, type SampleWorld } from './sample-world.ts';

const HOUR_MS = 60 * 60 * 1000;
const NOW = new Date('2026-11-28T11:00:00.000Z');
const world = await openSampleWorld(recordingLog(), NOW);

/** What happened to links, oldest first, with the link. */
async function happened({ deps: { reads } }: SampleWorld) {
  const { rows } = await reads.find(linkActivity, {});
  const docs = new Map((await reads.find(links, {})).rows.map((doc) => [doc.id, doc]));
  return rows.map((row) => ({ ...row, article: new URL(docs.get(row.linkId)!.articleLink) }));
}

test('the past has losses, returns and a type that changed, over ninety days', async (t) => {
  const all = await happened(world);
  const lost = all.filter(({ kind }) => kind === 'lost');
  t.true(lost.length > 15);
  t.true(all.filter(({ kind }) => kind === 'came-back').length > 10);
  t.true(all.some(({ kind }) => kind === 'changed'));
  t.is(all[0]?.at.slice(0, 10), '2026-08-31');
  t.true(all.every(({ at }) => at <= NOW.toISOString()));
});

test('one publication loses several links within an hour, and all of them come back', async (t) => {
  const all = await happened(world);
  const within = (kind: string, from: number) =>
    all.filter(({ at, ...each }) => {
      const hours = (NOW.getTime() - from * 24 * HOUR_MS - Date.parse(at)) / -HOUR_MS;
      return each.kind === kind && hours >= 0 && hours < 4;
    });
  const [lost, back] = [within('lost', INCIDENT.from), within('came-back', INCIDENT.to)];
  t.true(lost.length > 5);
  t.deepEqual([...new Set(lost.map(({ article }) => article.hostname))], [`${INCIDENT.publication}.example`]);
  t.true(Date.parse(lost.at(-1)!.at) - Date.parse(lost[0]!.at) < HOUR_MS);
  t.deepEqual(lost.map(({ linkId }) => linkId).sort(), back.map(({ linkId }) => linkId).sort());
});

test('a wrong loss is corrected by the owner, and a later check agrees', async (t) => {
  const all = (await happened(world)).filter(({ article }) => article.pathname === `/${CORRECTED.slug}`);
  const [corrected] = all.filter(({ reason }) => reason === 'corrected-live');
  t.is(corrected?.kind, 'came-back');
  const doc = await world.deps.reads.get(links, corrected!.linkId);
  t.like(doc, { status: 'live' });
  t.true(doc!.lastChecked! > corrected!.at);
});

test('links deviate from their terms since days of different age, and most are as agreed', async (t) => {
  const { rows } = await world.deps.reads.find(links, {});
  const agreed = rows.filter(({ terms, place }) => terms !== null && place === 'active');
  const deviating = agreed.filter(({ deviations }) => deviations.length > 0);
  const since = deviating.flatMap(({ deviations }) => deviations.map(({ code, since: day }) => `${code} ${day}`));
  t.true(new Set(since).size >= 3, since.join());
  t.true(agreed.length > 2 * deviating.length, `${agreed.length} ${deviating.length}`);
  // Entered later than the fact: it counts from the agreement.
  t.true(deviating.some(({ deviations }) => deviations.some(({ isOld }) => isOld)));
});

test('one lost link has pictures of before and after, each with its status change', async (t) => {
  const { reads, blobs } = world.deps;
  const { rows } = await reads.find(ledgerEntries, {});
  const events = rows.map(({ event }) => event);
  const kept = events.flatMap((event) => (event.type === 'EvidenceKept' ? event.data : []));
  const changes = kept.map(({ transition }) => events.find(({ id }) => id === transition));
  t.deepEqual(
    changes.map((event) => event?.type === 'LinkStatusChanged' && event.data.to),
    ['live', 'removed'],
  );
  for (const { hash, bytes } of kept) t.is((await blobs.get('evidence', hash))?.byteLength, bytes);
});

test('every process tells the same story, with addresses that lead nowhere', async (t) => {
  const other = await openSampleWorld(recordingLog(), NOW);
  const told = async ({ deps: { reads } }: SampleWorld) =>
    (await reads.find(links, { sort: { field: 'articleLink', descending: false } })).rows;
  t.deepEqual(await told(world), await told(other));
  for (const { articleLink, clientLink } of await told(world)) {
    for (const address of [articleLink, clientLink]) t.regex(new URL(address).hostname, /\.example$/);
  }
});
