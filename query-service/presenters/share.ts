/** Shares for their authors, and shared links for clients. */
import { formatReason } from '../../command-service/reasons.ts';
import type { LinkCountDoc } from '../../projections/views/links/link-counts.ts';
import type { LinkDoc } from '../../projections/views/links/links.ts';
import type { ShareDoc } from '../../projections/views/people/shares.ts';
import { teamIdOf } from '../access/access.ts';
import type { ShareAnswer, SharedAnswer, SharedLinkAnswer } from '../contract/answers/shares.ts';
import { type Names, UNKNOWN_PERSON } from './person-names.ts';

/** Names every outgoing field. */
export function presentShare(doc: ShareDoc, names: Names, publicUrl: string, views: number): ShareAnswer {
  return {
    id: doc.id,
    clientDomain: doc.clientDomain,
    teamId: teamIdOf(doc.scope),
    url: `${publicUrl}/share/${doc.id}`,
    hasPassword: doc.hasPassword,
    emails: doc.emails,
    createdAt: doc.createdAt,
    createdByName: names.get(doc.createdBy) ?? UNKNOWN_PERSON,
    expiresAt: doc.expiresAt,
    views,
  };
}

/** Names every outgoing field. The agency's internal fields stay out. */
export function presentSharedLink(doc: LinkDoc): SharedLinkAnswer {
  return {
    id: doc.id,
    articleLink: doc.articleLink,
    clientLink: doc.clientLink,
    anchor: doc.anchor,
    linkType: doc.linkType,
    status: doc.status === 'removed' ? 'lost' : doc.status,
    wasLive: doc.status === 'live' || doc.lastLiveAt !== null,
    reason: formatReason(doc.reason, doc.reasonDetails),
    lastChecked: doc.lastChecked,
    liveDate: doc.liveDate,
    duration: doc.duration,
    expirationDate: doc.expirationDate,
  };
}

/** The summary above the links; `counts` is null if the client has no links left. */
export function presentShared(clientDomain: string, counts: LinkCountDoc | null): Omit<SharedAnswer, 'links'> {
  return {
    clientDomain,
    total: counts?.total ?? 0,
    live: counts?.live ?? 0,
    pending: counts?.pending ?? 0,
    lost: counts?.removed ?? 0,
    notFound: counts?.notFound ?? 0,
  };
}
