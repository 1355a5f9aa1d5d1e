/**
 * The values of the link form, and the API's requests. A link of a campaign has a promotion type, which decides the needed
 * addresses. The API's own schemas validate the values. Pure.
 */

import { parse } from '../../../command-service/contract/schema/parse.ts';
import {
  addCampaignLinkSchema,
  addLinkSchema,
  CAMPAIGN_DURATION,
  DEFAULT_DURATION,
  DEFAULT_PROMOTION_TYPE,
  IMPORTED_PROMOTION_TYPE,
} from '../../../command-service/model/link/commands.ts';
import { PROMOTION_TYPES, type PromotionType } from '../../../command-service/model/link/events.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { fieldErrors } from '../../ui/fields/field-errors.ts';
import { DURATION_UNITS, joinDuration, splitDuration, UNTIL } from '../duration.ts';
import { joinTags, parseTags } from '../tags/tag-text.ts';
import { completeAddress } from './guessed-schemes.ts';
import { messages } from './messages.ts';

/** All text, for drafts. */
export type LinkFormValues = {
  readonly articleLink: string;
  readonly clientLink: string;
  /** The site of a guest post. */
  readonly websiteUrl: string;
  /** A number, or the last day. */
  readonly amount: string;
  readonly unit: string;
  /** Empty: no team. */
  readonly teamId: string;
  /** Empty: none. */
  readonly campaignId: string;
  /** Of terms, for a new link; empty: none. */
  readonly templateId: string;
  /** Empty for a link that was not made for a campaign. */
  readonly promotionType: string;
  /** Pending or live, of a campaign's link: whether it is published. */
  readonly status: string;
  /** YYYY-MM-DD: the day on which the link is due. */
  readonly timelineDate: string;
  readonly assignedTo: string;
  readonly pocEmail: string;
  /** YYYY-MM-DD. */
  readonly liveDate: string;
  readonly remarks: string;
  /** Separated by commas. */
  readonly tags: string;
};

const BLANK: LinkFormValues = {
  articleLink: '',
  clientLink: '',
  websiteUrl: '',
  ...splitDuration(DEFAULT_DURATION),
  teamId: '',
  campaignId: '',
  templateId: '',
  promotionType: '',
  status: 'pending',
  timelineDate: '',
  assignedTo: '',
  liveDate: '',
  pocEmail: '',
  remarks: '',
  tags: '',
};

interface ProposedValues {
  readonly teamId?: string;
  readonly campaignId?: string;
  readonly templateId?: string;
  readonly clientLink?: string;
  readonly duration?: string;
}

/** An empty form: assigned to the person who fills it in, 30 days unless another duration is proposed. */
export function freshValues(
  userId: string,
  { duration = DEFAULT_DURATION, campaignId = '', ...proposed }: ProposedValues = {},
): LinkFormValues {
  const fresh = { ...BLANK, ...splitDuration(duration), assignedTo: userId, ...proposed };
  return { ...fresh, ...inCampaign(fresh, campaignId) };
}

/** The form of the next link: what several links in a row share stays. */
export function nextValues(values: LinkFormValues): LinkFormValues {
  return { ...values, articleLink: '', websiteUrl: '', liveDate: '', pocEmail: '', remarks: '' };
}

/**
 * What a new link gets with its campaign. A link whose article is known is an insertion that is published already.
 * @param campaignId '' for none.
 */
export function inCampaign({ articleLink }: LinkFormValues, campaignId: string): Partial<LinkFormValues> {
  if (campaignId === '') return { campaignId, promotionType: '' };
  return articleLink.trim() === ''
    ? { campaignId, promotionType: DEFAULT_PROMOTION_TYPE, status: 'pending' }
    : { campaignId, promotionType: IMPORTED_PROMOTION_TYPE, status: 'live' };
}

/** A link without one of its addresses was made for a campaign, which may have been deleted since. */
function isOfCampaign({ campaignId, promotionType, articleLink, clientLink }: LinkAnswer): boolean {
  return promotionType !== null && (campaignId !== null || articleLink === '' || clientLink === '');
}

export function valuesOf(link: LinkAnswer): LinkFormValues {
  return {
    articleLink: link.articleLink,
    clientLink: link.clientLink,
    websiteUrl: link.websiteUrl ?? '',
    ...splitDuration(link.duration),
    teamId: link.teamId ?? '',
    campaignId: link.campaignId ?? '',
    templateId: '',
    promotionType: isOfCampaign(link) ? (link.promotionType ?? '') : '',
    // A link that has no date may stay without a date.
    status: link.status === 'pending' && link.timelineDate !== null ? 'pending' : 'live',
    timelineDate: link.timelineDate ?? '',
    assignedTo: link.assignedTo ?? '',
    liveDate: link.liveDate ?? '',
    pocEmail: link.pocEmail ?? '',
    remarks: link.remarks ?? '',
    tags: joinTags(link.tags),
  };
}

/** Completes the scheme of the addresses. */
export function withSchemes(values: LinkFormValues): LinkFormValues {
  return {
    ...values,
    articleLink: completeAddress(values.articleLink),
    clientLink: completeAddress(values.clientLink),
    websiteUrl: completeAddress(values.websiteUrl),
  };
}

export type UrlField = 'articleLink' | 'clientLink' | 'websiteUrl';

/** The promotion type; null for a link that was not made for a campaign. */
export function promotionOf({ promotionType }: LinkFormValues): PromotionType | null {
  return PROMOTION_TYPES.find((type) => type === promotionType) ?? null;
}

/**
 * The URL fields of a link, in order, and whether each must be filled in.
 * @param before the values of the link that is edited: an address that it lacks, from a file, may stay empty.
 */
export function urlFieldsOf(
  values: LinkFormValues,
  before?: LinkFormValues,
): readonly { readonly name: UrlField; readonly required: boolean }[] {
  const promotion = promotionOf(values);
  // Before a guest post is published, only its site is known.
  const isNewPost = promotion === 'guest_post' && before === undefined;
  const names: readonly UrlField[] = [
    ...(isNewPost ? [] : ['articleLink' as const]),
    'clientLink',
    ...(promotion === 'guest_post' ? ['websiteUrl' as const] : []),
  ];
  return names.map((name) => ({
    name,
    required: promotion !== 'other' && (promotion === null || before === undefined || before[name] !== ''),
  }));
}

function durationOf({ amount, unit }: LinkFormValues): string {
  return joinDuration(amount, DURATION_UNITS.find((each) => each === unit) ?? 'days');
}

/** The request that adds a link. @throws InputError */
export function toRequest(values: LinkFormValues) {
  return promotionOf(values) === null
    ? ({ path: '/api/links', body: plainBody(values) } as const)
    : ({ path: '/api/campaign-links', body: campaignBody(values) } as const);
}

function plainBody(values: LinkFormValues) {
  const { articleLink, clientLink, teamId, assignedTo, pocEmail, liveDate, timelineDate, remarks, tags } = values;
  return parse(addLinkSchema, {
    articleLink,
    clientLink,
    duration: durationOf(values),
    teamId,
    assignedTo,
    pocEmail,
    ...(liveDate === '' ? {} : { liveDate }),
    ...(timelineDate === '' ? {} : { timelineDate }),
    remarks,
    tags: parseTags(tags),
    templateId: values.templateId,
    status: 'pending',
  });
}

/** Stands for the campaign of an edited link that has none; it is not sent. */
const NO_CAMPAIGN = 'none';

function campaignBody(values: LinkFormValues, before?: LinkFormValues) {
  const { teamId, promotionType, status, timelineDate, assignedTo, pocEmail, remarks, tags } = values;
  const urls = Object.fromEntries(urlFieldsOf(values, before).map(({ name }) => [name, values[name]]));
  return parse(addCampaignLinkSchema, {
    // A link keeps its rules when it leaves its campaign.
    campaignId: values.campaignId || NO_CAMPAIGN,
    teamId,
    promotionType,
    // A guest post is expected on its site.
    ...(urls.articleLink === undefined ? { articleLink: values.websiteUrl } : {}),
    ...urls,
    status,
    timelineDate: before === undefined && status === 'live' ? null : timelineDate,
    duration: CAMPAIGN_DURATION,
    assignedTo,
    pocEmail,
    remarks,
    tags: parseTags(tags),
    templateId: values.templateId,
  });
}

/** The fields whose values an edit sends as they are. */
const OWN = [
  'articleLink',
  'clientLink',
  'websiteUrl',
  'timelineDate',
  'liveDate',
  'teamId',
  'campaignId',
  'assignedTo',
  'pocEmail',
  'remarks',
] as const;

/**
 * The API's field names as those of this form; the rest is left to the form's message.
 * @param before the values of the link that is edited.
 */
export function toFieldErrors(
  fields: Readonly<Record<string, string>>,
  values: LinkFormValues,
  before?: LinkFormValues,
): Readonly<Record<string, string>> {
  const { articleLink, duration, ...others } = fields;
  // The site of a new guest post stands for its article.
  const hasArticle = urlFieldsOf(values, before).some(({ name }) => name === 'articleLink');
  return {
    ...(articleLink === undefined ? {} : { [hasArticle ? 'articleLink' : 'websiteUrl']: articleLink }),
    ...(duration === undefined ? {} : { amount: duration }),
    ...Object.fromEntries(Object.entries(others).filter(([name]) => name in BLANK)),
  };
}

/**
 * One message per field; none if the form can be sent.
 * @param before the values of the link that is edited.
 */
export function validate(values: LinkFormValues, before?: LinkFormValues): Readonly<Record<string, string>> {
  const tidy = withSchemes(values);
  const isPlain = promotionOf(values) === null;
  const errors = fieldErrors(() => (isPlain ? plainBody(tidy) : campaignBody(tidy, before)));
  const mayStayEmpty = isPlain ? [] : urlFieldsOf(values, before).filter(({ required }) => !required);
  const wrong = Object.entries(errors).filter(
    ([field]) => !mayStayEmpty.some(({ name }) => name === field && values[name].trim() === ''),
  );
  const isWrongDuration = isPlain && (errors.duration !== undefined || durationOf(values) === '');
  return {
    ...toFieldErrors(Object.fromEntries(wrong), values, before),
    ...(isWrongDuration ? { amount: durationProblem(values, errors.duration) } : {}),
  };
}

function durationProblem({ amount, unit }: LinkFormValues, problem = ''): string {
  if (unit !== UNTIL) return messages.amountRange;
  return amount === '' ? messages.untilMissing : problem;
}

type ChangedValue = string | null | readonly string[];

/** Only the changed fields, as a PATCH takes them: concurrent changes to other fields stay. */
export function changesBetween(from: LinkFormValues, to: LinkFormValues): Record<string, ChangedValue> {
  const changes: Record<string, ChangedValue> = {};
  for (const name of OWN) {
    if (from[name] !== to[name].trim()) changes[name] = to[name].trim() || null;
  }
  if (durationOf(from) !== durationOf(to)) changes.duration = durationOf(to);
  if (from.tags !== to.tags) changes.tags = parseTags(to.tags);
  return changes;
}

export interface PossibleAssignee {
  readonly id: string;
  readonly name: string;
}
