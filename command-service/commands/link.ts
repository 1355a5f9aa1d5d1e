/** Link commands: the schemas of the request bodies, and the commands with the ids and times the server adds. */
import * as yup from 'yup';
import {
  type EditableFields,
  type LinkFields,
  PROMOTION_TYPES,
  type PromotionFields,
  type PromotionType,
  type TagFields,
} from '../events/link.ts';
import { LINK_TYPES, type LinkType } from '../events/observation.ts';
import type { Scope } from '../scope.ts';
import { tagList } from '../tags.ts';
import { calendarDate, duration, email, text, url } from './schema/fields.ts';

/** Duration of a link whose form or row names none. */
export const DEFAULT_DURATION = '30 days';
/** Duration of every link that is added to a campaign (infra/docs/product.md, "Campaigns"). */
export const CAMPAIGN_DURATION = 'permanent';
/** Promotion type of a campaign link whose request names none. */
export const DEFAULT_PROMOTION_TYPE: PromotionType = 'guest_post';

/** Message when a campaign link lacks an address that its promotion type needs. */
export const URLS_REQUIRED = {
  guest_post: 'Client link and website URL are required for guest posts.',
  link_insertion: 'Article link and client link are required for link insertions.',
} as const;
export const TIMELINE_REQUIRED = 'Timeline date is required for pending links.';

const optional = {
  liveDate: calendarDate('Live date').nullable(),
  assignedTo: text('Assigned to', 100).nullable(),
  teamId: text('Team', 100).nullable(),
  pocEmail: email('Contact e-mail').nullable(),
  remarks: text('Remarks').nullable(),
  tags: tagList().nullable(),
  /** Adds the link although the scope has one with the same addresses. */
  allowDuplicate: yup.boolean().typeError('Allow duplicate must be true or false').nullable(),
};

/** Body of POST /api/links. */
export const addLinkSchema = yup.object({
  articleLink: url('Article link').nonNullable('Article link is required').required('Article link is required'),
  clientLink: url('Client link').nonNullable('Client link is required').required('Client link is required'),
  duration: duration().nullable(),
  ...optional,
  anchor: text('Anchor').nullable(),
  linkType: yup
    .string()
    .typeError('Link type must be text')
    .oneOf(LINK_TYPES, `Link type must be one of ${LINK_TYPES.join(', ')}`)
    .nullable(),
  status: yup
    .string()
    .typeError('Status must be text')
    .oneOf(['pending'], 'Status must be “pending”: the check decides the rest')
    .nullable(),
});

/** Body of PATCH /api/links/{id}: what is left out stays as it is. */
export const editLinkSchema = yup.object({
  articleLink: url('Article link').nonNullable('Article link is required'),
  clientLink: url('Client link').nonNullable('Client link is required'),
  duration: duration().nonNullable('Duration is required'),
  ...optional,
  campaignId: text('Campaign', 100).nullable(),
  websiteUrl: url('Website URL').nullable(),
  timelineDate: calendarDate('Timeline date').nullable(),
});

/** Body of POST /api/campaign-links. The promotion type decides which fields are required. */
export const addCampaignLinkSchema = yup.object({
  campaignId: text('Campaign', 100).nonNullable('Campaign is required').required('Campaign is required'),
  teamId: text('Team', 100).nullable(),
  promotionType: yup
    .string()
    .typeError('Promotion type must be text')
    .oneOf(PROMOTION_TYPES, `Promotion type must be one of ${PROMOTION_TYPES.join(', ')}`)
    .nullable(),
  articleLink: neededFor(url('Article link').nullable(), 'link_insertion'),
  clientLink: neededFor(url('Client link').nullable(), 'guest_post', 'link_insertion'),
  websiteUrl: neededFor(url('Website URL').nullable(), 'guest_post'),
  status: yup
    .string()
    .typeError('Status must be text')
    .oneOf(['pending', 'live'], 'Status must be “pending” or “live”')
    .nullable(),
  timelineDate: calendarDate('Timeline date')
    .nullable()
    .test('expected', TIMELINE_REQUIRED, (value, { parent }) => parent.status === 'live' || !isMissing(value)),
  duration: text('Duration', 20)
    .oneOf([CAMPAIGN_DURATION], 'Duration of a campaign’s link must be “permanent”')
    .nullable(),
  assignedTo: optional.assignedTo,
  pocEmail: optional.pocEmail,
  remarks: optional.remarks,
  tags: optional.tags,
  allowDuplicate: optional.allowDuplicate,
});

/** Asks for a value where a link of one of these kinds cannot be without. */
function neededFor(
  schema: yup.StringSchema<string | null | undefined>,
  ...types: readonly (keyof typeof URLS_REQUIRED)[]
) {
  return schema.test('needed', (value, context) => {
    const { promotionType } = context.parent;
    const type = types.find((each) => each === (promotionType ?? DEFAULT_PROMOTION_TYPE));
    return type === undefined || !isMissing(value) || context.createError({ message: URLS_REQUIRED[type] });
  });
}

function isMissing(value: string | null | undefined): boolean {
  return value === undefined || value === null || value === '';
}

export type AddCampaignLinkBody = yup.InferType<typeof addCampaignLinkSchema>;
export type AddLinkBody = yup.InferType<typeof addLinkSchema>;
export type EditLinkBody = yup.InferType<typeof editLinkSchema>;

export type AddLink = {
  readonly type: 'AddLink';
  readonly linkId: string;
  readonly scope: Scope;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
} & LinkFields &
  Partial<PromotionFields & TagFields>;

/** The fields of an edit. The promotion type never changes (infra/docs/product.md, "Campaigns"). */
export type EditedFields = {
  readonly [Field in keyof Omit<EditableFields, 'promotionType'>]?: EditableFields[Field] | undefined;
};

export interface EditLink {
  readonly type: 'EditLink';
  readonly linkId: string;
  readonly fields: EditedFields;
  /**
   * Where the link goes with this edit, and who it may be assigned to there. Who has it and is not among them, and the
   * campaign, stay behind unless `fields` names others.
   */
  readonly move?: { readonly to: Scope; readonly assignable: readonly string[] };
}

/**
 * What becomes of the links of a team that is no more. A link that is not in `from` any more stays where it is; in a
 * person's own scope it stays assigned to that person or to nobody. Also for links in the trash.
 */
export interface MoveLink {
  readonly type: 'MoveLink';
  readonly linkId: string;
  readonly from: Scope;
  readonly to: Scope;
}

/** Puts tags on a link and takes tags off; the others stay. */
export interface TagLink {
  readonly type: 'TagLink';
  readonly linkId: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface TrashLink {
  readonly type: 'TrashLink';
  readonly linkId: string;
}
export interface RestoreLink {
  readonly type: 'RestoreLink';
  readonly linkId: string;
}
export interface PurgeLink {
  readonly type: 'PurgeLink';
  readonly linkId: string;
}

export type LinkCommand = AddLink | EditLink | MoveLink | TagLink | TrashLink | RestoreLink | PurgeLink;
