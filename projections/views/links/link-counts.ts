/** Counters of active links: companions of the view `links`. */

import type { Warning } from '../../../command-service/contract/observation.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import { tagKey } from '../../../command-service/contract/tags.ts';
import type { ViewRef } from '../../../infra/ports/storage/read-store.ts';
import { moneyInRemarks } from '../../rules/money-remarks.ts';
import type { CounterMonth, Increment } from '../../view.ts';
import type { LinkDoc } from './link-doc.ts';

/** A counter counts the active links of its scope with all of its labels. */
export type LinkCountKind =
  | 'scope'
  | 'client'
  | 'publisher'
  | 'reason'
  | 'campaign'
  | 'campaign-client'
  | 'assignee'
  | 'tag'
  | 'tag-set'
  | 'warning'
  | 'warning-set'
  | 'deviation-set'
  | 'vendor';

/** The active links of a scope, or of a part of it. Labels that the kind does not use are ''. */
export interface LinkCountDoc {
  readonly id: string;
  readonly scope: Scope;
  readonly kind: LinkCountKind;
  readonly clientDomain: string;
  /** For the kind `publisher`: the site of the article. */
  readonly publisher: string;
  readonly campaignId: string;
  /** For the kind `assignee`; '' counts unassigned links. */
  readonly assignedTo: string;
  /** The tag's spelling for the kind `tag`, its key for `tag-set`; the code for `reason`, warnings and deviations, the spelling for `vendor`. */
  readonly tag: string;
  /** For the kind `tag-set`: a tag set with the tag; for `warning-set` and `deviation-set`: a set with the code. */
  readonly tagSet: string;
  readonly total: number;
  readonly live: number;
  readonly removed: number;
  /** The removed links that were never seen live. */
  readonly notFound: number;
  readonly pending: number;
  /** The links about which anything was agreed explicitly. */
  readonly agreed: number;
  /** The links with money in their remarks that can move to its fields. */
  readonly moneyInRemarks: number;
}

/** The id of a counter. Old tags may contain half a surrogate pair, which ids may not. */
export function linkCountId(scope: Scope, of: Partial<CountLabels> & { readonly kind: LinkCountKind }): string {
  const { kind, clientDomain, publisher, campaignId, assignedTo, tag, tagSet } = { ...NO_LABELS, ...of };
  switch (kind) {
    case 'scope':
      return scope;
    case 'client':
      return `${scope} ${clientDomain}`;
    case 'reason':
      return `${scope} reason:${tag}`;
    case 'publisher':
      return `${scope} publisher:${publisher}`;
    case 'campaign':
      return `${scope} campaign:${campaignId}`;
    case 'campaign-client':
      return `${scope} campaign:${campaignId} ${clientDomain}`;
    case 'assignee':
      return `${scope} assignee:${assignedTo}`;
    case 'tag':
      return `${scope} tag:${tag.toWellFormed()}`;
    case 'tag-set':
      return `${scope} tag-set:${tag};${tagSet}`.toWellFormed();
    case 'warning':
      return `${scope} warning:${tag}`;
    case 'warning-set':
      return `${scope} warning-set:${tag};${tagSet}`;
    case 'deviation-set':
      return `${scope} deviation-set:${tag};${tagSet}`;
    case 'vendor':
      return `${scope} vendor:${tag}`.toWellFormed();
    default:
      kind satisfies never;
      return scope;
  }
}

/** The ids of the counters of a client's domains, one per scope and domain. */
export function clientCountIds(scopes: readonly Scope[], domains: readonly string[]): readonly string[] {
  return scopes.flatMap((scope) => domains.map((clientDomain) => linkCountId(scope, { kind: 'client', clientDomain })));
}

type CountLabels = Pick<LinkCountDoc, 'clientDomain' | 'publisher' | 'campaignId' | 'assignedTo' | 'tag' | 'tagSet'>;

const NO_LABELS: CountLabels = {
  clientDomain: '',
  publisher: '',
  campaignId: '',
  assignedTo: '',
  tag: '',
  tagSet: '',
};

const COUNT_FIELDS = ['scope', 'kind', 'clientDomain', 'campaignId', 'tag'] as const;

/** Counters of active links; a counter at 0 has no document. */
export const linkCounts: ViewRef<LinkCountDoc, (typeof COUNT_FIELDS)[number]> = {
  name: 'link-counts',
  version: 7,
  fields: COUNT_FIELDS,
  partition: 'scope',
};

const MONTH_FIELDS = ['counter'] as const;

/** The daily changes of the counters of scopes, clients and campaigns: one `CounterMonth` per document. */
export const linkCountMonths: ViewRef<CounterMonth, (typeof MONTH_FIELDS)[number]> = {
  name: 'link-count-months',
  version: 3,
  fields: MONTH_FIELDS,
  partition: 'counter',
};

/** The kinds whose history no query needs. */
const UNDATED: ReadonlySet<LinkCountKind> = new Set<LinkCountKind>([
  'publisher',
  'reason',
  'assignee',
  'tag',
  'tag-set',
  'warning',
  'warning-set',
  'deviation-set',
  'vendor',
]);

/** The fields of a link's document that counters depend on. */
interface CountedLink {
  readonly scope: Scope;
  readonly place: string;
  readonly status: string;
  readonly listStatus: string;
  readonly reason: string;
  readonly clientDomain: string;
  readonly publisher: string;
  readonly campaignId: string | null;
  readonly assignedTo: string | null;
  readonly tags: readonly string[];
  readonly tagSet: string | null;
  readonly warnings: readonly Warning[];
  readonly warningSet: string | null;
  readonly deviations: LinkDoc['deviations'];
  readonly deviationSet: string | null;
  readonly agreedAt: LinkDoc['agreedAt'];
  readonly money: LinkDoc['money'];
  readonly remarks: LinkDoc['remarks'];
}

/** The codes of `warnings` are all in `warningSet`, but the spelling of `tags` is not in `tagSet`. */
const COUNTED = [
  ...(['scope', 'place', 'status', 'listStatus', 'reason', 'clientDomain', 'publisher'] as const),
  ...(['campaignId', 'assignedTo', 'tags', 'warningSet', 'deviationSet', 'agreedAt', 'money', 'remarks'] as const),
];

/** Whether two states of a link have the same increments. */
export function addSame(one: CountedLink, other: CountedLink): boolean {
  return COUNTED.every((field) => one[field] === other[field]);
}

/** A link's increments: an active link adds to several counters, any other to none. */
export function increments(doc: CountedLink): Increment[] {
  if (doc.place !== 'active') return [];
  const amounts = {
    total: 1,
    live: doc.status === 'live' ? 1 : 0,
    removed: doc.status === 'removed' ? 1 : 0,
    notFound: doc.listStatus === 'removed-unseen' ? 1 : 0,
    pending: doc.status === 'pending' ? 1 : 0,
    agreed: doc.agreedAt.any === undefined ? 0 : 1,
    moneyInRemarks: doc.remarks === null || moneyInRemarks(doc.remarks, doc.money).moved === null ? 0 : 1,
  };
  const { scope, clientDomain, campaignId } = doc;
  const counter = (kind: LinkCountKind, of: Partial<CountLabels> = {}): Increment => ({
    id: linkCountId(scope, { kind, ...of }),
    labels: { scope, kind, ...NO_LABELS, ...of },
    amounts,
    dated: !UNDATED.has(kind),
  });
  const counters = [counter('scope')];
  if (clientDomain !== '') counters.push(counter('client', { clientDomain }));
  if (doc.publisher !== '') counters.push(counter('publisher', { publisher: doc.publisher }));
  counters.push(counter('reason', { tag: doc.reason }));
  counters.push(counter('assignee', { assignedTo: doc.assignedTo ?? '' }));
  for (const tag of doc.tags) {
    counters.push(counter('tag', { tag }));
    counters.push(counter('tag-set', { tag: tagKey(tag), tagSet: doc.tagSet ?? '' }));
  }
  for (const { code } of doc.warnings) {
    counters.push(counter('warning', { tag: code }));
    counters.push(counter('warning-set', { tag: code, tagSet: doc.warningSet ?? '' }));
  }
  for (const { code } of doc.deviations) {
    counters.push(counter('deviation-set', { tag: code, tagSet: doc.deviationSet ?? '' }));
  }
  if (doc.money?.vendor) counters.push(counter('vendor', { tag: doc.money.vendor }));
  if (campaignId === null) return counters;
  counters.push(counter('campaign', { campaignId }));
  if (clientDomain !== '') counters.push(counter('campaign-client', { campaignId, clientDomain }));
  return counters;
}
