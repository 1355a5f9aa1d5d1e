/** What happened to links: the events that count in a period. They are entries of the view `links`. */
import type { DeviationCode } from '../../../command-service/contract/deviations.ts';
import type { ReasonDetails } from '../../../command-service/contract/observation.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { StatusReason } from '../../../command-service/model/check/events.ts';
import type { ViewRef } from '../../../infra/ports/storage/read-store.ts';
import { entryId, type Recorded } from '../../view.ts';
import type { LinkDoc } from './link-doc.ts';

/** What happened, as ACTIVITY_KINDS of the query service says. */
export type ActivityKind =
  | 'went-live'
  | 'lost'
  | 'came-back'
  | 'unreadable'
  | 'changed'
  | 'deviates'
  | 'added'
  | 'deleted';

type LinkThen = Pick<LinkDoc, 'status' | 'linkType' | 'anchor'>;

/** One event of one link. A move has two entries, `deleted` and then `added`. */
export interface ActivityEntry {
  /** As in the ledger: in the order of the log. */
  readonly id: string;
  readonly scope: Scope;
  readonly clientDomain: string;
  readonly campaignId: string | null;
  readonly linkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly websiteUrl: string | null;
  readonly kind: ActivityKind;
  readonly position: number;
  readonly at: string;
  /** Of a changed status; null for other kinds. */
  readonly reason: StatusReason | null;
  readonly reasonDetails: ReasonDetails | null;
  /** Of `deviates`; null for other kinds. */
  readonly deviation: DeviationCode | null;
  /** null for `added`, and `after` is null for `deleted`. */
  readonly before: LinkThen | null;
  readonly after: LinkThen | null;
}

const FIELDS = ['scope', 'clientDomain', 'campaignId'] as const;

export type ActivityField = (typeof FIELDS)[number];

/** The entries. They never change. */
export const linkActivity: ViewRef<ActivityEntry, ActivityField> = {
  name: 'link-activity',
  version: 2,
  fields: FIELDS,
  partition: 'scope',
  clustered: true,
};

/** The entries of an event of a link. */
export function activityOf(
  event: Recorded,
  after: LinkDoc | null,
  _id: string,
  before: LinkDoc | null,
): readonly ActivityEntry[] {
  const was = before?.place === 'active' ? before : null;
  const is = after?.place === 'active' ? after : null;
  if (was !== null && is !== null && !isMoved(was, is)) {
    const kind = kindOf(was, event, is);
    return kind === null ? [] : [entry(event, kind, is, { before: thenOf(was), after: thenOf(is) })];
  }
  return [
    ...(was === null ? [] : [entry(event, 'deleted', was, { before: thenOf(was), after: null })]),
    ...(is === null ? [] : [entry(event, 'added', is, { before: null, after: thenOf(is) })]),
  ];
}

function isMoved(before: LinkDoc, { scope, clientDomain, campaignId }: LinkDoc): boolean {
  return before.scope !== scope || before.clientDomain !== clientDomain || before.campaignId !== campaignId;
}

function kindOf(before: LinkDoc, { type, data }: Recorded, after: LinkDoc): ActivityKind | null {
  if (type === 'LinkDeviationNoticed') return 'deviates';
  if (type !== 'LinkStatusChanged') {
    // A link that a person called live has no type until a check finds the link.
    const isOther = before.linkType !== null && (before.linkType !== after.linkType || before.anchor !== after.anchor);
    return before.status === 'live' && after.status === 'live' && isOther ? 'changed' : null;
  }
  switch (data.to) {
    case 'live':
      return before.lastLiveAt === null ? 'went-live' : 'came-back';
    case 'removed':
      // Also a link that could not be read in between.
      return before.lastClaim === 'live' ? 'lost' : null;
    case 'pending':
      return data.reason === 'address-changed' ? null : 'unreadable';
    default:
      return data.to satisfies never;
  }
}

function thenOf({ status, linkType, anchor }: LinkDoc): LinkThen {
  return { status, linkType, anchor };
}

function entry(
  { type, data, position, metadata: { at } }: Recorded,
  kind: ActivityKind,
  { id: linkId, scope, clientDomain, campaignId, articleLink, clientLink, websiteUrl }: LinkDoc,
  sides: Pick<ActivityEntry, 'before' | 'after'>,
): ActivityEntry {
  const [reason, reasonDetails] = type === 'LinkStatusChanged' ? [data.reason, data.details ?? null] : [null, null];
  return {
    id: kind === 'added' ? `${entryId(position)}+` : entryId(position),
    ...{ scope, clientDomain, campaignId, linkId, articleLink, clientLink, websiteUrl },
    ...{ kind, position, at, reason, reasonDetails, ...sides },
    deviation: type === 'LinkDeviationNoticed' ? data.code : null,
  };
}
