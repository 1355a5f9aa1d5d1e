/** The alerts that alert rules decide on. Contract: commands send them, queries rehearse rules. */
import type { AlertKind } from '../../../command-service/model/alert-rule/events.ts';
import type { ReadStore, ViewRef } from '../../../infra/ports/storage/read-store.ts';
import {
  type AlertFact,
  type AlertRow,
  type Audience,
  alertFeed,
  alerts,
  EVERYBODY,
} from '../../views/links/alerts.ts';
import { links } from '../../views/links/links.ts';

/** An alert with the present facts of its link. */
export interface AlertNews {
  readonly alertId: string;
  readonly position: number;
  /** ISO. */
  readonly at: string;
  readonly audience: Audience;
  /** `outage`: checks are delayed, or run again. */
  readonly kind: AlertKind;
  /** The codes of its warnings, or the code of its deviation. */
  readonly codes: readonly string[];
  /** null for an outage; the texts about the link are then ''. */
  readonly linkId: string | null;
  /** The registrable domain of the article. */
  readonly site: string;
  readonly clientDomain: string;
  readonly campaignId: string | null;
  readonly tags: readonly string[];
  readonly assignedTo: string | null;
  /** The person who caused it; '' for none. */
  readonly authorId: string;
  readonly fact: AlertFact;
}

const FIRST_PAGE = 1_000;
/** Documents read at once. */
const CHUNK = 1_000;

/**
 * The alerts behind the position `after` and not before the instant `since`, oldest first; the newest `limit` of each
 * audience if there are more.
 */
export async function readNews(
  reads: Pick<ReadStore, 'find' | 'getMany'>,
  audiences: readonly Audience[],
  { after, since, limit }: { readonly after: number; readonly since: string; readonly limit: number },
): Promise<readonly AlertNews[]> {
  const rows: AlertRow[] = [];
  for (const audience of audiences) {
    const found = await newestRows(reads, audience, { after, since, limit });
    rows.push(...found.filter(({ position, at }) => position > after && at >= since));
  }
  const ids = rows.map(({ doc }) => doc);
  const [docs, linkDocs] = [await readInChunks(reads, alerts, ids), await readInChunks(reads, links, ids)];
  const news = rows.flatMap(({ alertId, position, at, audience, doc, userId }): AlertNews[] => {
    const fact = docs.get(doc)?.alerts.find((alert) => alert.id === alertId)?.what;
    const kind = fact === undefined ? null : alertKindOf(fact);
    if (fact === undefined || kind === null) return [];
    const alert = { alertId, position, at, audience, kind, codes: codesOf(fact), authorId: userId, fact };
    if (audience === EVERYBODY) return [{ ...alert, ...NO_LINK }];
    const link = linkDocs.get(doc);
    if (link === undefined || link.scope !== audience) return [];
    const { publisher: site, clientDomain, campaignId, tags, assignedTo } = link;
    return [{ ...alert, linkId: doc, site, clientDomain, campaignId, tags, assignedTo }];
  });
  return news.toSorted((one, other) => one.position - other.position);
}

const NO_LINK = { linkId: null, site: '', clientDomain: '', campaignId: null, tags: [], assignedTo: null };

/** Newest first. Pages grow instead of being skipped to: rows that come or go meanwhile shift none out of sight. */
async function newestRows(
  reads: Pick<ReadStore, 'find'>,
  audience: Audience,
  { after, since, limit }: Parameters<typeof readNews>[2],
) {
  for (let size = Math.min(FIRST_PAGE, limit); ; size = Math.min(size * 8, limit)) {
    const { rows } = await reads.find(alertFeed, {
      ...{ where: { audience }, sort: { field: 'position', descending: true }, limit: size, countUpTo: 1 },
    });
    const oldest = rows.at(-1);
    if (oldest === undefined || rows.length < size || size === limit) return rows;
    if (oldest.position <= after || oldest.at < since) return rows;
  }
}

/** Any number of documents by id, read in chunks. */
export async function readInChunks<Doc extends { readonly id: string }>(
  reads: Pick<ReadStore, 'getMany'>,
  view: ViewRef<Doc>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Doc>> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, Doc>();
  for (let start = 0; start < wanted.length; start += CHUNK) {
    for (const doc of await reads.getMany(view, wanted.slice(start, start + CHUNK))) found.set(doc.id, doc);
  }
  return found;
}

/** The kind of an alert in rules and mails; null for an alert that neither tells. */
export function alertKindOf(fact: AlertFact): AlertKind | null {
  switch (fact.kind) {
    case 'status-changed':
      if (fact.to === 'removed') return fact.wasLive ? 'lost' : 'not-found';
      return fact.to === 'live' ? 'live' : 'unclear';
    case 'silent':
    case 'resumed':
      return 'outage';
    case 'warned':
    case 'deviates':
    case 'expires':
    case 'unchecked':
      return fact.kind;
    default:
      return null;
  }
}

function codesOf(fact: AlertFact): readonly string[] {
  if (fact.kind === 'deviates') return [fact.code];
  return fact.kind === 'warned' ? fact.warnings.map(({ code }) => code) : [];
}
