/** Writes what an issue of a report says, from the events of its period and the links at its end. */

import { accentColors } from '../../command-service/contract/brand.ts';
import { dayIn } from '../../command-service/contract/calendar.ts';
import { formatReason } from '../../command-service/contract/languages/reasons.ts';
import { readerIn } from '../../command-service/contract/languages.ts';
import type { LinkType } from '../../command-service/contract/observation.ts';
import { type Scope, teamIdOf, userIdOf } from '../../command-service/contract/scope.ts';
import type { Price } from '../../command-service/model/money/events.ts';
import type { IssuePeriod, ReportFields, ReportSubject } from '../../command-service/model/report/events.ts';
import { type BlobStore, logosOf } from '../../infra/ports/storage/blob-store.ts';
import type { PastViews } from '../../infra/ports/storage/past-views.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { begunBy } from '../../projections/rules/deviations.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { readClientBook } from '../../projections/views/links/client-book.ts';
import type { ActivityEntry, ActivityField } from '../../projections/views/links/link-activity.ts';
import { type LinkDoc, wasLive } from '../../projections/views/links/link-doc.ts';
import { brands } from '../../projections/views/people/brands.ts';
import { activityPages } from '../as-of/activity.ts';
import { activeLinks } from '../as-of/compare.ts';
import { pastReads } from '../as-of/past-reads.ts';
import { readSets } from '../contract/link-sets.ts';
import { agencyName } from '../presenters/person-names.ts';
import { type Loss, lossPictures } from './loss-pictures.ts';
import {
  REPORT_RULES,
  type ReportDocument,
  type ReportRow,
  type ReportShare,
  type ReportStatus,
} from './report-document.ts';

export interface DocumentOrder {
  readonly scope: Scope;
  readonly subject: ReportSubject;
  readonly fields: Pick<ReportFields, 'name' | 'parts' | 'prices' | 'language'>;
  readonly period: IssuePeriod;
  readonly note: string;
}

interface DocumentDeps {
  readonly reads: ReadStore;
  readonly past: PastViews;
  readonly blobs: Pick<BlobStore, 'get'>;
}

/** The events that a report lists, and their part. */
const PARTS = { 'went-live': 'delivered', lost: 'lost', 'came-back': 'back' } as const;

/** @throws BusyError if the past cannot be read now; a Problem if the list has too many links for that. */
export async function writeDocument(
  { reads, past, blobs }: DocumentDeps,
  order: DocumentOrder,
): Promise<ReportDocument> {
  const { scope, fields, period, note } = order;
  const then = pastReads(reads, past, { position: period.position, scopes: [scope] });
  const subject = await subjectOf(reads, then, order);
  const brand = (await reads.get(brands, scope))?.brand ?? null;
  const logo = brand?.logo ? await blobs.get(logosOf(scope), brand.logo.hash) : null;
  const atEnd = new Map<string, LinkDoc>();
  const where = { scope: [scope], ...subject.links };
  for await (const doc of activeLinks(then, where)) atEnd.set(doc.id, doc);
  const rowOf = rowsOf(order);
  const all = [...atEnd.values()].map((doc) => rowOf(doc)).toSorted(byArticle);
  const happened = { delivered: [] as ReportRow[], lost: [] as ReportRow[], back: [] as ReportRow[] };
  const losses: Loss[] = [];
  const events = { where: { scope: [scope], ...subject.events }, after: period.after, upTo: period.position };
  for await (const page of activityPages(reads, events)) {
    for (const entry of page) {
      const { kind, linkId } = entry;
      const isOfReport = kind in PARTS && (subject.events !== null || atEnd.has(linkId));
      if (!isOfReport) continue;
      const row = rowOf(atEnd.get(linkId) ?? null, entry);
      happened[PARTS[kind as keyof typeof PARTS]].push(row);
      if (kind === 'lost') losses.push({ row, linkId, position: entry.position });
    }
  }
  const standing = all.filter(({ status }) => status === 'live');
  const deviations = all.filter((row) => row.deviations.length > 0);
  const count = (status: ReportStatus) => all.filter((row) => row.status === status).length;
  const { delivered, lost, back } = happened;
  return {
    reader: readerIn(fields.language),
    ...{
      name: fields.name,
      subject: subject.name,
      agency: brand?.name ?? (await agencyName(reads, teamIdOf(scope), userIdOf(scope) ?? '')),
    },
    brand: brand && {
      colors: brand.accent ? accentColors(brand.accent) : null,
      logo: logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`,
      footer: brand.footer,
    },
    ...{ period, rules: REPORT_RULES, note, parts: fields.parts, prices: fields.prices },
    counts: {
      ...{ delivered: delivered.length, lost: lost.length, back: back.length },
      ...{ total: all.length, deviating: deviations.length },
      ...{
        live: standing.length,
        pending: count('pending'),
        removed: count('removed'),
        'not-found': count('not-found'),
      },
    },
    delivered: fields.prices ? sums(delivered) : [],
    rows: {
      // The pages of events begin with the newest.
      ...{ delivered: delivered.toReversed(), lost: lost.toReversed(), back: back.toReversed(), deviations },
      ...{ pending: all.filter(({ status }) => status === 'pending'), standing, all },
    },
    losses: fields.parts.includes('pictures') ? await lossPictures({ reads, blobs }, order, losses.toReversed()) : [],
    anchors: shares(standing.flatMap(({ anchor }) => anchor ?? [])),
    types: shares<LinkType>(standing.flatMap(({ linkType }) => linkType ?? [])),
  };
}

/** The name of the subject, and what selects its links and its events; null: the events of its links. */
async function subjectOf(
  reads: ReadStore,
  then: ReadStore,
  { scope, subject: { kind, id }, period }: DocumentOrder,
): Promise<{
  readonly name: string;
  readonly links: Readonly<Partial<Record<'clientDomain' | 'campaignId' | 'tagSet', readonly string[]>>>;
  readonly events: Readonly<Partial<Record<ActivityField, readonly string[]>>> | null;
}> {
  if (kind === 'client') {
    const { name, domains } = (await readClientBook(then, [scope])).of(id);
    return { name, links: { clientDomain: domains }, events: { clientDomain: domains } };
  }
  if (kind === 'campaign') {
    const campaign = (await then.get(campaigns, id)) ?? (await reads.get(campaigns, id));
    return { name: campaign?.name ?? '', links: { campaignId: [id] }, events: { campaignId: [id] } };
  }
  const { tagSets } = await readSets(then, [scope], { tag: [id] }, period.to);
  return { name: id, links: { tagSet: tagSets }, events: null };
}

/** Makes the row of a link at the end of the period, or of an event; the link may be gone by then. */
function rowsOf({ fields, period: { to, timeZone } }: DocumentOrder) {
  return (doc: LinkDoc | null, event: ActivityEntry | null = null): ReportRow => {
    const facts = event?.after ?? event?.before ?? doc;
    const reason = event?.reason ?? doc?.reason ?? null;
    const details = event === null ? (doc?.reasonDetails ?? null) : event.reasonDetails;
    // Texts of programs, such as error codes, mean nothing to a client.
    const { message: _, ...shown } = details ?? {};
    const status = event === null && doc !== null ? statusOf(doc) : (event?.after?.status ?? 'removed');
    return {
      articleLink: event?.articleLink ?? doc?.articleLink ?? '',
      clientLink: event?.clientLink ?? doc?.clientLink ?? '',
      anchor: facts?.anchor ?? null,
      linkType: facts?.linkType ?? null,
      status,
      day: event === null ? (doc?.liveDate ?? null) : dayIn(timeZone, event.at),
      until: doc?.expirationDate ?? null,
      reason: reason === null || status === 'live' ? '' : formatReason(reason, shown, fields.language),
      deviations: begunBy(doc?.deviations ?? [], to).map(({ code, since }) => ({ code, since })),
      price: (fields.prices && doc?.money?.price) || null,
    };
  };
}

function statusOf(doc: LinkDoc): ReportStatus {
  return doc.status === 'removed' && !wasLive(doc) ? 'not-found' : doc.status;
}

function byArticle(one: ReportRow, other: ReportRow): number {
  return one.articleLink < other.articleLink ? -1 : one.articleLink > other.articleLink ? 1 : 0;
}

/** The sums by currency, by the currency’s code. */
function sums(rows: readonly ReportRow[]): readonly Price[] {
  const byCurrency = Map.groupBy(
    rows.flatMap(({ price }) => price ?? []),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .map(([currency, prices]) => ({ currency, amount: prices.reduce((sum, { amount }) => sum + amount, 0) }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

function shares<Value extends string>(values: readonly Value[]): readonly ReportShare<Value>[] {
  const groups = [...Map.groupBy(values, (value) => value)].map(([value, same]) => ({ value, links: same.length }));
  return groups.toSorted((one, other) => other.links - one.links || (one.value < other.value ? -1 : 1));
}
