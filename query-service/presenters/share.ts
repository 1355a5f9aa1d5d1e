/** Shares for their authors, and shared links for clients. */
import { stringify } from 'csv-stringify/sync';
import { formatReason } from '../../command-service/contract/reasons.ts';
import type { LinkCountDoc } from '../../projections/views/links/link-counts.ts';
import { type LinkDoc, wasLive } from '../../projections/views/links/link-doc.ts';
import type { ShareDoc } from '../../projections/views/people/shares.ts';
import { type Access, teamIdOf } from '../access/access.ts';
import {
  type RecentChangesAnswer,
  SHARED_COLUMNS,
  type ShareAnswer,
  type SharedAnswer,
  type SharedLinkAnswer,
} from '../contract/answers/shares.ts';
import { NOT_FOUND } from '../contract/list-options.ts';
import { type Names, UNKNOWN_PERSON } from './person-names.ts';
import { sumCounts } from './stats.ts';

/** Names every outgoing field. */
export function presentShare(
  doc: ShareDoc,
  access: Access,
  names: Names,
  publicUrl: string,
  clientName: string,
  views: number,
): ShareAnswer {
  return {
    id: doc.id,
    name: doc.name,
    clientDomain: doc.clientDomain,
    clientName,
    teamId: doc.scopes.length > 1 ? null : teamIdOf(doc.scope),
    lists: doc.scopes.filter((scope) => access.scopes.includes(scope)).map(teamIdOf),
    url: `${publicUrl}/share/${doc.id}`,
    hasPassword: doc.hasPassword,
    emails: doc.emails,
    createdAt: doc.createdAt,
    isAuthor: doc.createdBy === access.userId,
    createdByName: names.get(doc.createdBy) ?? UNKNOWN_PERSON,
    expiresAt: doc.expiresAt,
    asOf: doc.pinned?.at ?? null,
    reportId: doc.report?.reportId ?? null,
    views,
    revision: doc.revision,
  };
}

/** Names every outgoing field. The agency's internal fields stay out, and so do texts of programs, such as error codes. */
export function presentSharedLink(doc: LinkDoc): SharedLinkAnswer {
  const { message: _, ...details } = doc.reasonDetails ?? {};
  const reasonDetails = doc.reasonDetails && details;
  return {
    id: doc.id,
    articleLink: doc.articleLink,
    clientLink: doc.clientLink,
    anchor: doc.anchor,
    linkType: doc.linkType,
    status: doc.status === 'removed' ? 'lost' : doc.status,
    wasLive: wasLive(doc),
    reason: formatReason(doc.reason, reasonDetails),
    reasonCode: doc.reason,
    reasonDetails,
    lastChecked: doc.lastChecked,
    liveDate: doc.liveDate,
    duration: doc.duration,
    expirationDate: doc.expirationDate,
  };
}

/** The summary above the links; counts are 0 if the client has no links left. */
export function presentShared(
  { id, clientDomain, pinned, report }: Pick<ShareDoc, 'id' | 'clientDomain' | 'pinned' | 'report'>,
  clientName: string,
  preparedBy: string | null,
  counts: readonly LinkCountDoc[],
  recent: RecentChangesAnswer,
): Omit<SharedAnswer, 'links' | 'brand'> {
  const { total, live, removed, notFound, pending } = sumCounts(counts);
  const asOf = pinned?.at ?? null;
  const page = report === undefined ? null : `/api/shared/${id}/report/html`;
  return {
    clientDomain,
    clientName,
    preparedBy,
    asOf,
    total,
    live,
    pending,
    lost: removed,
    notFound,
    recent,
    report: page,
  };
}

/** The lines of a CSV file, without its head. A lost link that was never live is `not-found`, as in filters. */
export function sharedLines(links: readonly SharedLinkAnswer[]): string {
  const rows = links.map((link) => {
    const status = link.status === 'lost' && !link.wasLive ? NOT_FOUND : link.status;
    return SHARED_COLUMNS.map((column) => (column === 'status' ? status : link[column]));
  });
  return stringify(rows, { escape_formulas: true });
}
