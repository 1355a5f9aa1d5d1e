/**
 * The values of a campaign link's form and the request bodies they make. The promotion type decides which addresses are
 * needed. The API's schema validates them. Pure.
 */

import { normalizeAddress } from '../../command-service/contract/schema/addresses.ts';
import { parse } from '../../command-service/contract/schema/parse.ts';
import {
  type AddCampaignLinkBody,
  addCampaignLinkSchema,
  CAMPAIGN_DURATION,
  DEFAULT_PROMOTION_TYPE,
} from '../../command-service/model/link/commands.ts';
import { PROMOTION_TYPES, type PromotionType } from '../../command-service/model/link/events.ts';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { joinTags, parseTags } from '../links/tags/tag-text.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';

export type CampaignLinkValues = {
  readonly promotionType: string;
  /** Only when a link is edited. Empty: none. */
  readonly campaignId: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly websiteUrl: string;
  /** Pending or live; only for a new link. */
  readonly status: string;
  readonly timelineDate: string;
  /** Empty: nobody. */
  readonly assignedTo: string;
  readonly pocEmail: string;
  readonly remarks: string;
  /** Separated by commas. */
  readonly tags: string;
};

type UrlField = 'articleLink' | 'clientLink' | 'websiteUrl';

/** An empty form, assigned to the given person. */
export function initialCampaignLink(userId: string): CampaignLinkValues {
  return {
    promotionType: DEFAULT_PROMOTION_TYPE,
    campaignId: '',
    articleLink: '',
    clientLink: '',
    websiteUrl: '',
    status: 'pending',
    timelineDate: '',
    assignedTo: userId,
    pocEmail: '',
    remarks: '',
    tags: '',
  };
}

export function valuesOf(link: LinkAnswer): CampaignLinkValues {
  return {
    promotionType: link.promotionType ?? 'other',
    campaignId: link.campaignId ?? '',
    articleLink: link.articleLink,
    clientLink: link.clientLink,
    websiteUrl: link.websiteUrl ?? '',
    // A link that has no date may stay without a date.
    status: link.status === 'pending' && link.timelineDate !== null ? 'pending' : 'live',
    timelineDate: link.timelineDate ?? '',
    assignedTo: link.assignedTo ?? '',
    pocEmail: link.pocEmail ?? '',
    remarks: link.remarks ?? '',
    tags: joinTags(link.tags),
  };
}

export function typeOf({ promotionType }: CampaignLinkValues): PromotionType {
  return PROMOTION_TYPES.find((type) => type === promotionType) ?? DEFAULT_PROMOTION_TYPE;
}

/** The URL fields of a promotion type, in order. */
export function urlFieldsOf(
  promotion: PromotionType,
  mode: 'add' | 'edit',
): readonly { readonly name: UrlField; readonly required: boolean }[] {
  switch (promotion) {
    case 'guest_post': {
      const needed = [
        { name: 'clientLink', required: true },
        { name: 'websiteUrl', required: true },
      ] as const;
      // Before a guest post is published, only its site is known.
      return mode === 'add' ? needed : [{ name: 'articleLink', required: true }, ...needed];
    }
    case 'link_insertion':
      return [
        { name: 'articleLink', required: true },
        { name: 'clientLink', required: true },
      ];
    case 'other':
      return [
        { name: 'articleLink', required: false },
        { name: 'clientLink', required: false },
      ];
    default: {
      promotion satisfies never;
      return [];
    }
  }
}

/** The URLs of the form's fields, with their scheme. */
function urlsOf(values: CampaignLinkValues, mode: 'add' | 'edit'): Partial<Record<UrlField, string>> {
  return Object.fromEntries(
    urlFieldsOf(typeOf(values), mode).map(({ name }) => [name, normalizeAddress(values[name])]),
  );
}

function parsed(values: CampaignLinkValues, mode: 'add' | 'edit', of: { id: string; teamId: string | null }) {
  const { promotionType, status, timelineDate, assignedTo, pocEmail, remarks, tags } = values;
  const urls = urlsOf(values, mode);
  const isGuestPost = mode === 'add' && promotionType === 'guest_post';
  return parse(addCampaignLinkSchema, {
    campaignId: of.id,
    teamId: of.teamId,
    promotionType,
    ...urls,
    ...(isGuestPost ? { articleLink: urls.websiteUrl ?? '' } : {}),
    status,
    timelineDate: mode === 'add' && status === 'live' ? null : timelineDate,
    duration: CAMPAIGN_DURATION,
    assignedTo,
    pocEmail,
    remarks,
    tags: parseTags(tags),
  });
}

/** Body of POST /api/campaign-links. @throws InputError */
export function bodyOf(
  values: CampaignLinkValues,
  campaign: Pick<CampaignAnswer, 'id' | 'teamId'>,
): AddCampaignLinkBody {
  return parsed(values, 'add', campaign);
}

/** The errors of the form, by field. An address that the edited link `before` lacks, from a file, may stay empty. */
export function validate(
  values: CampaignLinkValues,
  mode: 'add' | 'edit',
  before?: CampaignLinkValues,
): Readonly<Record<string, string>> {
  const errors = fieldErrors(() => parsed(values, mode, { id: 'any', teamId: null }));
  const mayStayEmpty = (field: string) =>
    urlFieldsOf(typeOf(values), mode).some(
      ({ name }) => name === field && before?.[name] === '' && values[name].trim() === '',
    );
  const wrong = Object.entries(errors).filter(([field]) => !mayStayEmpty(field));
  return mapFieldErrors(Object.fromEntries(wrong), values, mode);
}

/** Moves an error of a field that the form lacks to the field it was made of. */
export function mapFieldErrors(
  fields: Readonly<Record<string, string>>,
  values: CampaignLinkValues,
  mode: 'add' | 'edit',
): Readonly<Record<string, string>> {
  const { articleLink, ...others } = fields;
  if (articleLink === undefined || mode === 'edit' || typeOf(values) !== 'guest_post') return fields;
  return { websiteUrl: articleLink, ...others };
}

const PLAIN = ['campaignId', 'timelineDate', 'assignedTo', 'pocEmail', 'remarks'] as const;

/** The body of a PATCH: only the changed fields, so that it undoes no change of somebody else. */
export function changesBetween(
  from: CampaignLinkValues,
  to: CampaignLinkValues,
): Record<string, string | null | readonly string[]> {
  const changes: Record<string, string | null | readonly string[]> = {};
  for (const [name, url] of Object.entries(urlsOf(to, 'edit'))) {
    if (url !== Reflect.get(from, name)) changes[name] = url || null;
  }
  for (const name of PLAIN) {
    if (from[name] !== to[name].trim()) changes[name] = to[name].trim() || null;
  }
  if (from.tags !== to.tags) changes.tags = parseTags(to.tags);
  return changes;
}
