/** The small agency of the demo and of the sample data: its people, and the agreement for each link. Pure. */
import type { LinkFields, PromotionFields, TagFields } from '../../../command-service/model/link/events.ts';
import type { Permission } from '../../../command-service/model/team/events.ts';
import { NO_TERMS, type Terms } from '../../../command-service/model/terms/events.ts';
import { type ArticleKind, EXPECTED, type Promised } from './article.ts';

/** The agency's owner. The address cannot receive mail (RFC 2606): its mail lands in the outbox. */
export const OWNER = {
  email: 'alex@fairwind.example',
  profile: { firstName: 'Alex', lastName: 'Moreau', company: 'Fairwind' },
} as const;

/** The colleagues and their permissions. */
export const COLLEAGUES: readonly {
  readonly email: string;
  readonly permission: Permission;
  readonly profile: { readonly firstName: string; readonly lastName: string };
}[] = [
  { email: 'sam@fairwind.example', permission: 'edit', profile: { firstName: 'Sam', lastName: 'Okafor' } },
  { email: 'priya@fairwind.example', permission: 'view', profile: { firstName: 'Priya', lastName: 'Nair' } },
];

/** The ids of the agency. */
export interface Agency {
  readonly teamId: string;
  /** The owner first. */
  readonly people: readonly [owner: string, ...colleagues: string[]];
}

export const TEAM = 'Fairwind Outreach';

/** The agency's present campaign: it began some weeks ago and continues for some more. */
export function campaignOf(teamId: string, today: Temporal.PlainDate) {
  return {
    name: 'New collection',
    description: 'Guest posts and insertions, one publication at a time.',
    startDate: today.subtract({ weeks: 5 }).toString(),
    endDate: today.add({ weeks: 8 }).toString(),
    status: 'active' as const,
    teamId,
  };
}

/** The publication that promised the link. */
export function publicationOf({ articleLink }: Promised): string | undefined {
  return new URL(articleLink).hostname.split('.')[0];
}

/** Whether the link was bought for the campaign: all links of one publication were. */
export function isOfCampaign(promised: Promised): boolean {
  return publicationOf(promised) === 'atelier-elan';
}

/** How long and since when a link was promised; null: since it is first seen live. */
const TERMS: readonly { readonly duration: string; readonly daysAgo: number | null }[] = [
  { duration: '12 months', daysAgo: 121 },
  { duration: '1 year', daysAgo: 349 },
  { duration: 'permanent', daysAgo: 40 },
  { duration: '30 days', daysAgo: 12 },
  { duration: '6 months', daysAgo: 203 },
  { duration: '2 years', daysAgo: 310 },
  { duration: '8 weeks', daysAgo: null },
  { duration: '90 days', daysAgo: 66 },
  { duration: '18 months', daysAgo: 77 },
];

const TAGS: readonly (readonly string[])[] = [
  ['evergreen'],
  [],
  ['product page', 'spring'],
  ['review'],
  [],
  ['evergreen', 'renewal due'],
  ['spring'],
  [],
];

const REMARKS: Partial<Record<ArticleKind, string>> = {
  nofollow: 'Agreed as dofollow. Ask the editor before the next invoice.',
  sponsored: 'Paid placement, marked as such. Fine with the client.',
  removed: 'Asked the author twice. Third mail goes out on Monday.',
  'near-miss': 'They moved the product page; the article still has a link, but to another address.',
  forbidden: 'The site blocks robots: look at it by hand once a month.',
  slow: 'Their server is often this slow in the morning.',
  redirected: 'The blog changed its addresses in spring.',
  gone: 'Was a seasonal notice. Close the order.',
  'latin-1': 'French article; anchor agreed in French.',
};

/** The links that were added by mistake and trashed again, by slug. */
export const TRASHED = new Set(['the-drawer-problem', 'a-bell-is-a-small-instrument']);

/** The links that came back after a loss and are lost again as the demo starts, with pictures of both, by slug. */
export const LOST_TODAY: ReadonlySet<string> = new Set(['first-winter', 'new-cycle-lane-opens']);

/** A publication lost its pages for two days while it moved; days before today. */
export const INCIDENT = { publication: 'plain-desk', from: 20.4, to: 18.2 } as const;

/** A link that checks missed for some days and that the owner corrected, by slug. */
export const CORRECTED = {
  slug: 'harbour-workshop-turns-ten',
  from: 27.6,
  to: 24,
  note: 'The link is there: the paper shows robots a shorter page. Seen in the browser.',
} as const;

/** The links that a colleague took over, by slug. */
export const REASSIGNED = new Set(['oiling-a-table', 'a-room-of-four-metres']);

/** The link whose term was extended afterwards, by slug, and how. */
export const EDIT = {
  slug: 'puncture-in-the-rain',
  change: { duration: '2 years', remarks: 'Extended by a year, same price.' },
} as const;

const dofollow: Terms = { ...NO_TERMS, linkTypes: ['dofollow'] };

/** The terms that most links get. */
export const GUEST_POST = { name: 'Guest post', terms: { ...dofollow, indexable: true } } as const;

/** What was agreed about a link besides its dates, and how many days ago; null: nothing. */
export function agreementOf(
  { kind, slug }: Promised,
  index: number,
): { readonly daysAgo: number; readonly terms: Terms } | null {
  // The agency entered what it had agreed long after it found out.
  if (kind === 'nofollow') return { daysAgo: 12.4, terms: dofollow };
  if (kind === 'nofollow-meta' || LOST_TODAY.has(slug)) return { daysAgo: 60.2, terms: { ...dofollow, visible: true } };
  return EXPECTED[kind].linkType === 'dofollow' && index % 3 !== 1 ? { daysAgo: 70.3, terms: GUEST_POST.terms } : null;
}

/** A link as the agency agreed on it. */
type AgreedLink = LinkFields & TagFields;

/**
 * The agency's record of a promised link.
 * @param index its index among all of them: terms and assignees take turns.
 * @param people the ids of the team's people: links are assigned in turn, and sometimes to nobody.
 * @param today the day the demo starts.
 */
export function linkFor(
  promised: Promised,
  index: number,
  people: readonly string[],
  today: Temporal.PlainDate,
): AgreedLink {
  const { articleLink, clientLink, kind } = promised;
  const { duration, daysAgo } = TERMS[index % TERMS.length] ?? { duration: '30 days', daysAgo: null };
  return {
    articleLink,
    clientLink,
    duration,
    liveDate: daysAgo === null ? null : today.subtract({ days: daysAgo }).toString(),
    assignedTo: people[index % (people.length + 1)] ?? null,
    pocEmail: index % 2 === 0 ? `editor@${publicationOf(promised)}.example` : null,
    remarks: REMARKS[kind] ?? null,
    tags: TAGS[index % TAGS.length] ?? [],
  };
}

/** The promotion of a link bought for the campaign: by turns a guest post and an insertion. */
export function promotionFor({ articleLink }: AgreedLink, index: number, campaignId: string): PromotionFields {
  return index % 2 === 0
    ? { campaignId, promotionType: 'guest_post', websiteUrl: articleLink, timelineDate: null }
    : { campaignId, promotionType: 'link_insertion', websiteUrl: null, timelineDate: null };
}
