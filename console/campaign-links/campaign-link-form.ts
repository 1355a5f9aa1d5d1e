/**
 * A campaign's link as the form has it and as the API takes it. How it came about says which addresses it needs; the
 * API's own schema says what is wrong. Pure.
 */
import {
  type AddCampaignLinkBody,
  addCampaignLinkSchema,
  CAMPAIGN_DURATION,
  DEFAULT_PROMOTION_TYPE,
} from '../../command-service/commands/link.ts';
import { InputError, parse } from '../../command-service/commands/schema/parse.ts';
import { PROMOTION_TYPES, type PromotionType } from '../../command-service/events/link.ts';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { joinTags, parseTags } from '../links/tags/tag-text.ts';
import { withScheme } from '../platform/format/urls.ts';

/** All text, so that a draft of it can be kept. */
export type CampaignLinkValues = {
  readonly promotionType: string;
  readonly articleLink: string;
  readonly clientLink: string;
  readonly websiteUrl: string;
  /** Only when it is added: pending or live. */
  readonly status: string;
  readonly timelineDate: string;
  /** Empty: nobody. */
  readonly assignedTo: string;
  readonly pocEmail: string;
  readonly remarks: string;
  /** Separated by commas. */
  readonly tags: string;
};

type AddressField = 'articleLink' | 'clientLink' | 'websiteUrl';

/** An empty form, assigned to the person who fills it in. */
export function initialCampaignLink(userId: string): CampaignLinkValues {
  return {
    promotionType: DEFAULT_PROMOTION_TYPE,
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
    articleLink: link.articleLink,
    clientLink: link.clientLink,
    websiteUrl: link.websiteUrl ?? '',
    // One that never had a day may go on without.
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

/** The addresses that are asked for, in order, and whether the link cannot be without them. */
export function urlFieldsOf(
  promotion: PromotionType,
  mode: 'add' | 'edit',
): readonly { readonly name: AddressField; readonly required: boolean }[] {
  switch (promotion) {
    case 'guest_post': {
      const needed = [
        { name: 'clientLink', required: true },
        { name: 'websiteUrl', required: true },
      ] as const;
      // Until it is published its site is all there is to visit; afterwards it has a page of its own.
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

/** What is asked for, addresses with their scheme; what is not asked for is not sent. */
function addressesIn(values: CampaignLinkValues, mode: 'add' | 'edit'): Partial<Record<AddressField, string>> {
  return Object.fromEntries(urlFieldsOf(typeOf(values), mode).map(({ name }) => [name, withScheme(values[name])]));
}

function parsed(values: CampaignLinkValues, mode: 'add' | 'edit', of: { id: string; teamId: string | null }) {
  const { promotionType, status, timelineDate, assignedTo, pocEmail, remarks, tags } = values;
  const addresses = addressesIn(values, mode);
  const isGuestPost = mode === 'add' && promotionType === 'guest_post';
  return parse(addCampaignLinkSchema, {
    campaignId: of.id,
    teamId: of.teamId,
    promotionType,
    ...addresses,
    ...(isGuestPost ? { articleLink: addresses.websiteUrl ?? '' } : {}),
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

/** One message a field, none when the form can be sent. */
export function validate(values: CampaignLinkValues, mode: 'add' | 'edit'): Readonly<Record<string, string>> {
  try {
    parsed(values, mode, { id: 'any', teamId: null });
    return {};
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return mapFieldErrors(error.fields, values, mode);
  }
}

/** A refusal of what the form does not ask for stands beside what it was made of. */
export function mapFieldErrors(
  fields: Readonly<Record<string, string>>,
  values: CampaignLinkValues,
  mode: 'add' | 'edit',
): Readonly<Record<string, string>> {
  const { articleLink, ...others } = fields;
  if (articleLink === undefined || mode === 'edit' || typeOf(values) !== 'guest_post') return fields;
  return { websiteUrl: articleLink, ...others };
}

const PLAIN = ['timelineDate', 'assignedTo', 'pocEmail', 'remarks'] as const;

/** Only what was changed, as a PATCH takes it: what someone else changed meanwhile stays theirs. */
export function changesBetween(
  from: CampaignLinkValues,
  to: CampaignLinkValues,
): Record<string, string | null | readonly string[]> {
  const changes: Record<string, string | null | readonly string[]> = {};
  for (const [name, address] of Object.entries(addressesIn(to, 'edit'))) {
    if (address !== Reflect.get(from, name)) changes[name] = address || null;
  }
  for (const name of PLAIN) {
    if (from[name] !== to[name].trim()) changes[name] = to[name].trim() || null;
  }
  if (from.tags !== to.tags) changes.tags = parseTags(to.tags);
  return changes;
}
