/** The links as lists and details show them, and how many there are of each kind. */

import type { LinkStatusChanged } from '../../../command-service/events/check.ts';
import type { EditableFields } from '../../../command-service/events/link.ts';
import type { LinkStatus, LinkType } from '../../../command-service/events/observation.ts';
import { isOf } from '../../../command-service/events.ts';
import type { Scope } from '../../../command-service/scope.ts';
import { tagKey } from '../../../command-service/tags.ts';
import type { ViewRef } from '../../../infra/ports/read-store.ts';
import { clientDomain } from '../../rules/client-domain.ts';
import { dedupeKey } from '../../rules/dedupe-key.ts';
import { durationDays, expirationDate } from '../../rules/duration.ts';
import type { CounterMonth, Increment, Recorded, View } from '../../view.ts';

/** Where a link is to be found. A purged one stays as a tombstone, so that its history still has an owner. */
export type LinkPlace = 'active' | 'trash' | 'purged';

/** What the events say. */
interface LinkFacts extends Omit<EditableFields, 'liveDate'>, AddressFacts {
  readonly id: string;
  readonly scope: Scope;
  readonly place: LinkPlace;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
  readonly status: LinkStatus;
  readonly reason: LinkStatusChanged['data']['reason'];
  /** When the link's present addresses were last checked, and last seen live; ISO instants. */
  readonly lastChecked: string | null;
  readonly lastLiveAt: string | null;
  /** The day an operator gave, and the UTC day the link was first seen live. */
  readonly givenLiveDate: string | null;
  readonly firstLiveDate: string | null;
  /** The check last requested; null before the first. */
  readonly check: LatestCheck | null;
  readonly addedAt: string;
  readonly addedBy: string;
  /** The actor of the event that set `assignedTo`. */
  readonly assignedBy: string | null;
  readonly trashedAt: string | null;
  readonly purgedAt: string | null;
  /** Of the link's own stream; its checks have another. */
  readonly revision: number;
}

/** What follows from a link's two addresses; either may be '' where an operator has not said it yet. */
interface AddressFacts {
  /** '' while there is no client address. */
  readonly clientDomain: string;
  /** The same for all links with the same addresses; null while one is missing. */
  readonly pairKey: string | null;
}

interface LatestCheck {
  readonly checkId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly recorded: boolean;
}

/** One link: what the events say and what follows from it. */
export interface LinkDoc extends LinkFacts {
  /**
   * The keys of its tags, joined: the links with the same tags have the same. A filter by a tag asks for all sets that the
   * tag is in, which the counters of the kind `tag-set` know.
   */
  readonly tagSet: string | null;
  /** A check of the present addresses is under way. */
  readonly checking: boolean;
  /** The day the promise began. */
  readonly liveDate: string | null;
  /** For sorting only: mean days. */
  readonly durationDays: number | null;
  readonly expirationDate: string | null;
}

/** What a counter counts: the active links of its scope that have all of its labels. */
export type LinkCountKind = 'scope' | 'client' | 'campaign' | 'campaign-client' | 'assignee' | 'tag' | 'tag-set';

/** How many active links a scope has, or a part of it. Labels that say nothing for its kind are ''. */
export interface LinkCountDoc {
  readonly id: string;
  readonly scope: Scope;
  readonly kind: LinkCountKind;
  readonly clientDomain: string;
  readonly campaignId: string;
  /** For the kind `assignee`; '' counts what is assigned to nobody. */
  readonly assignedTo: string;
  /** For the kind `tag` as links spell it, for `tag-set` its key. */
  readonly tag: string;
  /** For the kind `tag-set`: a set of tags that the tag is in. */
  readonly tagSet: string;
  readonly total: number;
  readonly live: number;
  readonly removed: number;
  readonly pending: number;
}

/** The id of a counter. */
export function linkCountId(scope: Scope, of: Partial<CountLabels> & { readonly kind: LinkCountKind }): string {
  const { kind, clientDomain = '', campaignId = '', assignedTo = '', tag = '', tagSet = '' } = of;
  switch (kind) {
    case 'scope':
      return scope;
    case 'client':
      return `${scope} ${clientDomain}`;
    case 'campaign':
      return `${scope} campaign:${campaignId}`;
    case 'campaign-client':
      return `${scope} campaign:${campaignId} ${clientDomain}`;
    case 'assignee':
      return `${scope} assignee:${assignedTo}`;
    case 'tag':
      return `${scope} tag:${tag}`;
    case 'tag-set':
      return `${scope} tag-set:${tag};${tagSet}`;
    default:
      kind satisfies never;
      return scope;
  }
}

type CountLabels = Pick<LinkCountDoc, 'clientDomain' | 'campaignId' | 'assignedTo' | 'tag' | 'tagSet'>;

const COUNT_FIELDS = ['scope', 'kind', 'clientDomain', 'campaignId', 'tag'] as const;

/** Counters by scope and part; one at 0 does not exist. */
export const linkCounts: ViewRef<LinkCountDoc, (typeof COUNT_FIELDS)[number]> = {
  name: 'link-counts',
  version: 3,
  fields: COUNT_FIELDS,
  partition: 'scope',
};

const MONTH_FIELDS = ['counter'] as const;

/** What each day added to the counters of scopes, clients and campaigns; a `CounterMonth` a document. */
export const linkCountMonths: ViewRef<CounterMonth, (typeof MONTH_FIELDS)[number]> = {
  name: 'link-count-months',
  version: 1,
  fields: MONTH_FIELDS,
  partition: 'counter',
};

/** What every list is of: with it, the index of a filter counts its links alone. */
const PLACE = ['place'] as const;
/** With the status, too, for the orders that a check changes together with it: most lists are filtered by it. */
const KIND = ['place', 'status'] as const;

const FIELDS = [
  'scope',
  'place',
  'clientDomain',
  'status',
  'assignedTo',
  'campaignId',
  'pairKey',
  'tagSet',
  'articleLink',
  'clientLink',
  'anchor',
  'linkType',
  'lastChecked',
  'liveDate',
  'durationDays',
  'expirationDate',
  'trashedAt',
] as const;
/** The fields that lists of links are filtered and sorted by. */
export type LinkField = (typeof FIELDS)[number];

/** One document a link, by link id, for ever: a purge leaves a tombstone. */
export const links: View<LinkDoc, LinkField> = {
  name: 'links',
  version: 4,
  fields: FIELDS,
  partition: 'scope',
  covering: {
    ...{ status: PLACE, clientDomain: PLACE, assignedTo: PLACE, campaignId: PLACE, tagSet: PLACE },
    ...{ anchor: KIND, linkType: KIND, lastChecked: KIND, liveDate: KIND, expirationDate: KIND },
  },
  search: ['articleLink', 'clientLink', 'anchor'],
  companions: [linkCounts, linkCountMonths],
  tally: { schema: linkCounts, contributions, history: linkCountMonths },
  keys(event) {
    return 'linkId' in event.data ? [event.data.linkId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'link', 'check')) return doc;
    if (event.type === 'LinkAdded') return added(event);
    if (doc === null || doc.place === 'purged') return doc;
    switch (event.type) {
      case 'LinkEdited':
        return edited(doc, event);
      case 'LinkMoved':
        return { ...doc, scope: event.data.to, revision: event.revision };
      case 'LinkTrashed':
        return { ...doc, place: 'trash', trashedAt: event.metadata.at, revision: event.revision };
      case 'LinkRestored':
        return { ...doc, place: 'active', trashedAt: null, revision: event.revision };
      case 'LinkPurged':
        return purged(doc, event);
      case 'CheckRequested':
        return checkRequested(doc, event);
      case 'LinkChecked':
        return checked(doc, event);
      case 'LinkStatusChanged':
        return statusChanged(doc, event);
      case 'CheckTimetableSet':
        return doc;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function added({ data, metadata, revision }: Recorded & { type: 'LinkAdded' }): LinkDoc {
  return derive({
    id: data.linkId,
    scope: data.scope,
    place: 'active',
    articleLink: data.articleLink,
    clientLink: data.clientLink,
    duration: data.duration,
    assignedTo: data.assignedTo,
    pocEmail: data.pocEmail ?? null,
    remarks: data.remarks,
    campaignId: data.campaignId ?? null,
    promotionType: data.promotionType ?? null,
    websiteUrl: data.websiteUrl ?? null,
    timelineDate: data.timelineDate ?? null,
    tags: data.tags ?? [],
    ...addressFacts(data.articleLink, data.clientLink),
    anchor: data.anchor,
    linkType: data.linkType,
    status: 'pending',
    reason: 'never-checked',
    lastChecked: null,
    lastLiveAt: null,
    givenLiveDate: data.liveDate,
    firstLiveDate: null,
    check: null,
    addedAt: metadata.at,
    addedBy: metadata.actor,
    assignedBy: data.assignedTo === null ? null : metadata.actor,
    trashedAt: null,
    purgedAt: null,
    revision,
  });
}

function edited(doc: LinkDoc, { data, metadata, revision }: Recorded & { type: 'LinkEdited' }): LinkDoc {
  const { articleLink, clientLink, duration, liveDate, assignedTo, pocEmail, remarks } = data.changes;
  const { campaignId, websiteUrl, timelineDate, tags } = data.changes;
  const addresses = {
    articleLink: articleLink?.to ?? doc.articleLink,
    clientLink: clientLink?.to ?? doc.clientLink,
  };
  const otherAddresses = articleLink !== undefined || clientLink !== undefined;
  return derive({
    ...doc,
    ...addresses,
    ...(otherAddresses && addressFacts(addresses.articleLink, addresses.clientLink)),
    duration: duration?.to ?? doc.duration,
    givenLiveDate: liveDate === undefined ? doc.givenLiveDate : liveDate.to,
    assignedTo: assignedTo === undefined ? doc.assignedTo : assignedTo.to,
    assignedBy: assignedTo === undefined ? doc.assignedBy : assignedTo.to === null ? null : metadata.actor,
    pocEmail: pocEmail === undefined ? doc.pocEmail : (pocEmail?.to ?? null),
    remarks: remarks === undefined ? doc.remarks : remarks.to,
    campaignId: campaignId === undefined ? doc.campaignId : campaignId.to,
    websiteUrl: websiteUrl === undefined ? doc.websiteUrl : websiteUrl.to,
    timelineDate: timelineDate === undefined ? doc.timelineDate : timelineDate.to,
    tags: tags === undefined ? doc.tags : tags.to,
    revision,
  });
}

function purged(doc: LinkDoc, { metadata, revision }: Recorded & { type: 'LinkPurged' }): LinkDoc {
  return derive({
    ...doc,
    place: 'purged',
    purgedAt: metadata.at,
    revision,
    assignedTo: null,
    assignedBy: null,
    pocEmail: null,
    remarks: null,
    tags: [],
    anchor: null,
    linkType: null,
    check: null,
  });
}

function checkRequested(doc: LinkDoc, { data }: Recorded & { type: 'CheckRequested' }): LinkDoc {
  const { checkId, articleLink, clientLink } = data;
  const before = doc.check;
  // From pending to pending there is no LinkStatusChanged to say that a result of other addresses no longer counts.
  const otherAddresses =
    before !== null && (before.articleLink !== articleLink || before.clientLink !== clientLink) && doc.lastChecked;
  const facts = otherAddresses && doc.status === 'pending' ? withoutResult(doc) : doc;
  return derive({ ...facts, check: { checkId, articleLink, clientLink, recorded: false } });
}

/** Only the check requested last, of the addresses the link has now, changes what the list shows. */
function checked(doc: LinkDoc, { data, metadata }: Recorded & { type: 'LinkChecked' }): LinkDoc {
  if (doc.check === null || doc.check.recorded || doc.check.checkId !== data.checkId) return doc;
  const check = { ...doc.check, recorded: true };
  if (!isOfPresentAddresses(doc)) return derive({ ...doc, check });
  const { verdict } = data;
  const facts = {
    ...doc,
    check,
    lastChecked: metadata.at,
    reason: verdict.status === doc.status ? verdict.reason : doc.reason,
  };
  if (verdict.status !== 'live') return derive(facts);
  return derive({
    ...facts,
    anchor: verdict.anchor,
    linkType: verdict.linkType,
    lastLiveAt: metadata.at,
    firstLiveDate: doc.firstLiveDate ?? utcDay(metadata.at),
  });
}

function statusChanged(doc: LinkDoc, { data }: Recorded & { type: 'LinkStatusChanged' }): LinkDoc {
  const facts = data.reason === 'address-changed' ? withoutResult(doc) : doc;
  return derive({ ...facts, status: data.to, reason: data.reason });
}

/** What was found at other addresses says nothing of the present ones. When the promise began stays. */
function withoutResult(facts: LinkFacts): LinkFacts {
  return { ...facts, reason: 'address-changed', anchor: null, linkType: null, lastChecked: null, lastLiveAt: null };
}

function isOfPresentAddresses({ check, articleLink, clientLink }: LinkFacts): boolean {
  return check !== null && check.articleLink === articleLink && check.clientLink === clientLink;
}

function derive(facts: LinkFacts): LinkDoc {
  const liveDate = facts.givenLiveDate ?? facts.firstLiveDate;
  return {
    ...facts,
    tagSet: facts.tags.length === 0 ? null : facts.tags.map(tagKey).join(),
    checking: isOfPresentAddresses(facts) && facts.check?.recorded === false,
    liveDate,
    durationDays: durationDays(facts.duration),
    expirationDate: expirationDate(liveDate, facts.duration),
  };
}

function addressFacts(articleLink: string, clientLink: string): AddressFacts {
  return {
    clientDomain: clientLink === '' ? '' : clientDomain(clientLink),
    pairKey: dedupeKey(articleLink, clientLink),
  };
}

function utcDay(at: string): string {
  return at.slice(0, 10);
}

/** Nobody asks what these were in the past. */
const UNDATED: ReadonlySet<LinkCountKind> = new Set<LinkCountKind>(['assignee', 'tag', 'tag-set']);

function contributions(doc: LinkDoc): Increment[] {
  if (doc.place !== 'active') return [];
  const amounts = {
    total: 1,
    live: doc.status === 'live' ? 1 : 0,
    removed: doc.status === 'removed' ? 1 : 0,
    pending: doc.status === 'pending' ? 1 : 0,
  };
  const { scope, clientDomain, campaignId } = doc;
  const counter = (kind: LinkCountKind, of: Partial<CountLabels> = {}): Increment => ({
    id: linkCountId(scope, { kind, ...of }),
    labels: { scope, kind, clientDomain: '', campaignId: '', assignedTo: '', tag: '', tagSet: '', ...of },
    amounts,
    dated: !UNDATED.has(kind),
  });
  const counters = [counter('scope')];
  if (clientDomain !== '') counters.push(counter('client', { clientDomain }));
  counters.push(counter('assignee', { assignedTo: doc.assignedTo ?? '' }));
  for (const tag of doc.tags) {
    counters.push(counter('tag', { tag }));
    counters.push(counter('tag-set', { tag: tagKey(tag), tagSet: doc.tagSet ?? '' }));
  }
  if (campaignId === null) return counters;
  counters.push(counter('campaign', { campaignId }));
  if (clientDomain !== '') counters.push(counter('campaign-client', { campaignId, clientDomain }));
  return counters;
}
