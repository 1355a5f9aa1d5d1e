import test from 'ava';
import fc from 'fast-check';
import type { LinkAdded } from '../../command-service/model/link/events.ts';
import { memoryViews } from '../../infra/testing/apps/memory-engine.ts';
import { recordingLog } from '../../infra/testing/event-builder.ts';
import { clientDomain } from '../../projections/rules/client-domain.ts';
import { commitEvents } from '../../projections/runner/commit.ts';
import type { Recorded } from '../../projections/view.ts';
import type { ActivityKind } from '../../projections/views/links/link-activity.ts';
import { links } from '../../projections/views/links/links.ts';
import { ACTIVITY_KINDS } from '../contract/answers/as-of.ts';
import { activityPages, readActivity } from './activity.ts';
import { DECIDED, decidedHistory } from './testing/decided-history.ts';

interface Selection {
  readonly scope: (typeof DECIDED.scopes)[number][];
  readonly clientDomain?: string[];
  readonly campaignId?: string[];
}

const EVERYTHING: Selection = { scope: [...DECIDED.scopes] };

/** One after the other: selections with and without filters, by a number. */
const SELECTIONS: readonly Selection[] = [
  EVERYTHING,
  { scope: ['team:t1'] },
  { scope: ['team:t1', 'user:ann'], clientDomain: ['one.example'] },
  { scope: ['team:t2', 'team:t1'], campaignId: ['c1', 'c2'] },
];

/** What a link has been, as the events say. */
class Recounted {
  place: { scope: string; client: string; campaign: string | null; isActive: boolean };
  status = 'pending';
  anchor: string | null = null;
  linkType: string | null = null;
  /** The statuses of the present addresses, without "not verifiable". */
  said: string[] = [];
  /** The same before a person corrected it; null without a correction. */
  saidBefore: string[] | null = null;

  constructor({ scope, clientLink, campaignId = null }: LinkAdded['data']) {
    this.place = { scope, client: clientDomain(clientLink), campaign: campaignId, isActive: true };
  }

  isIn({ scope, clientDomain: clients, campaignId: campaigns }: Selection): boolean {
    const { scope: own, client, campaign, isActive } = this.place;
    const isOf = (wanted: readonly string[] | undefined, value: string | null) =>
      wanted === undefined || wanted.some((each) => each === value);
    return isActive && isOf(scope, own) && isOf(clients, client) && isOf(campaigns, campaign);
  }

  move({ type, data }: Recorded): void {
    if (type === 'LinkMoved') this.place.scope = data.to;
    if (type === 'LinkTrashed' || type === 'LinkPurged') this.place.isActive = false;
    if (type === 'LinkRestored') this.place.isActive = true;
    if (type !== 'LinkEdited') return;
    const { clientLink, campaignId } = data.changes;
    if (clientLink !== undefined) this.place.client = clientDomain(clientLink.to);
    if (campaignId !== undefined) this.place.campaign = campaignId.to;
  }

  change(event: Recorded & { type: 'LinkStatusChanged' }): ActivityKind | null {
    const { to, reason } = event.data;
    const said = this.said;
    this.status = to;
    if (!reason.startsWith('corrected-')) this.saidBefore = null;
    if (reason === 'address-changed') this.said = [];
    else if (reason === 'corrected-not-ours') this.said = ['removed'];
    else if (to !== 'pending') this.said = [...said, to];
    if (reason === 'address-changed') {
      this.anchor = null;
      this.linkType = null;
      return null;
    }
    if (to === 'pending') return 'unreadable';
    if (to === 'live') return said.includes('live') ? 'came-back' : 'went-live';
    return said.at(-1) === 'live' ? 'lost' : null;
  }

  /** Something else about checks. */
  learn(event: Recorded): ActivityKind | null {
    if (event.type === 'VerdictCorrected') this.saidBefore ??= this.said;
    if (event.type === 'LinkDeviationNoticed') return 'deviates';
    if (event.type === 'CorrectionUndone') {
      this.said = this.saidBefore ?? this.said;
      this.saidBefore = null;
    }
    if (event.type !== 'LinkChecked' && event.type !== 'VerdictJudgedAgain') return null;
    const { status, anchor, linkType } = event.data.verdict;
    if (event.type === 'LinkChecked') {
      if (status === this.status) this.saidBefore = null;
    } else if (this.saidBefore !== null && status !== 'pending' && status !== event.data.from)
      this.saidBefore = [...this.saidBefore, status];
    if (status !== 'live') return null;
    const isOther = this.linkType !== null && (anchor !== this.anchor || linkType !== this.linkType);
    this.anchor = anchor;
    this.linkType = linkType;
    return this.status === 'live' && isOther ? 'changed' : null;
  }
}

/** Counts one event after the other, from the beginning of the log. */
function recount(log: readonly Recorded[], from: number, to: number, selection: Selection): readonly string[] {
  const found: string[] = [];
  const recounted = new Map<string, Recounted>();
  for (const event of log) {
    if (event.position > to) break;
    if (!('linkId' in event.data)) continue;
    const { linkId } = event.data;
    const link = recounted.get(linkId);
    const wasIn = link?.isIn(selection) ?? false;
    let kind: ActivityKind | null = null;
    if (event.type === 'LinkAdded') recounted.set(linkId, new Recounted(event.data));
    else if (event.type === 'LinkStatusChanged') kind = link?.change(event) ?? null;
    else {
      link?.move(event);
      kind = link?.learn(event) ?? null;
    }
    const isIn = recounted.get(linkId)?.isIn(selection) ?? false;
    if (wasIn !== isIn) kind = isIn ? 'added' : 'deleted';
    else if (!isIn) kind = null;
    if (event.position > from && kind !== null) found.push(`${event.position} ${linkId} ${kind}`);
  }
  return found;
}

async function storeOf(log: readonly Recorded[]) {
  const reads = memoryViews([links]);
  await commitEvents(links, { reads, logger: recordingLog() }, 0, log);
  return reads;
}

const ALL = { kinds: undefined, skip: 0, limit: Number.POSITIVE_INFINITY };

test('at every cut of a random history, the period has what a recount of the whole log finds', async (t) => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const log = decidedHistory(seed, 60);
      const reads = await storeOf(log);
      for (let after = 0; after <= log.length; after += 1) {
        const to = after + ((after * 7_919 + Math.abs(seed)) % (log.length - after + 1));
        for (const upTo of [to, log.length]) {
          const where = SELECTIONS[(after + upTo) % SELECTIONS.length] ?? EVERYTHING;
          const { rows, counts, total } = await readActivity(reads, { where, after, upTo }, ALL);
          const found = rows.map(({ position, linkId, kind }) => `${position} ${linkId} ${kind}`);
          const expected = recount(log, after, upTo, where);
          t.deepEqual(found.toReversed(), expected, `seed ${seed}, ${after} to ${upTo}, ${JSON.stringify(where)}`);
          t.is(total, expected.length);
          for (const kind of ACTIVITY_KINDS)
            t.is(counts[kind], expected.filter((line) => line.endsWith(` ${kind}`)).length);
          for (const { kind } of rows) seen.add(kind);
        }
      }
    }),
    { numRuns: 20 },
  );
  t.deepEqual([...seen].toSorted(), [...ACTIVITY_KINDS].toSorted(), 'the histories have every kind');
});

test('pages of any size have the same entries, although a move has two', async (t) => {
  const log = decidedHistory(1, 200);
  const reads = await storeOf(log);
  const period = { where: EVERYTHING, after: 0, upTo: log.length };
  const ids = async (size: number) =>
    (await Array.fromAsync(activityPages(reads, period, size))).flat().map(({ id }) => id);
  const expected = await ids(1_000);
  for (const size of [2, 3, 7]) t.deepEqual(await ids(size), expected, `pages of ${size}`);
  const { rows } = await readActivity(reads, period, { kinds: ['lost', 'added'], skip: 2, limit: 3 });
  const chosen = (await readActivity(reads, period, ALL)).rows.filter(
    ({ kind }) => kind === 'lost' || kind === 'added',
  );
  t.deepEqual(rows, chosen.slice(2, 5));
});
