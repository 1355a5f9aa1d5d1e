/** Link commands: the schemas of the request bodies, and the commands with the ids and times the server adds. */
import * as yup from 'yup';
import { LINK_TYPES, type LinkType } from '../../contract/observation.ts';
import { calendarDate, duration, email, text, url } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import { tagList } from '../../contract/tags.ts';
import {
  type EditableFields,
  type LinkFields,
  PROMOTION_TYPES,
  type PromotionFields,
  type PromotionType,
  type TagFields,
} from './events.ts';

/** The default duration of a link. */
export const DEFAULT_DURATION = '30 days';
/** The duration of every campaign link (infra/docs/product.md, "Campaigns"). */
export const CAMPAIGN_DURATION = 'permanent';
/** The default promotion type of a campaign link, in the form and in files. */
export const DEFAULT_PROMOTION_TYPE: PromotionType = 'guest_post';
export const IMPORTED_PROMOTION_TYPE: PromotionType = 'link_insertion';

/** The message for a campaign link that lacks an address its promotion type needs. */
export const URLS_REQUIRED = {
  guest_post: 'Client link and website URL are required for guest posts.',
  link_insertion: 'Article link and client link are required for link insertions.',
} as const;
export const TIMELINE_REQUIRED = 'Timeline date is required for pending links.';

const optional = {
  liveDate: calendarDate('Live date').nullable(),
  assignedTo: text('Assigned to', 100).nullable(),
  teamId: text('Team', 100).nullable(),
  pocEmail: email('Contact email').nullable(),
  remarks: text('Remarks').nullable(),
  tags: tagList().nullable(),
  /** Adds the link even if the scope has a link with the same addresses. */
  allowDuplicate: yup.boolean().typeError('Allow duplicate must be true or false').nullable(),
};

/** The message for a last day before the due day, or null; a duration in days or months ends where it ends. */
export function validateUntil(duration: string | null | undefined, due: string | null | undefined): string | null {
  const isBefore = duration && due && /^\d{4}-/.test(duration) && duration < due;
  return isBefore ? 'Until must not be before the due day' : null;
}

/** Body of POST /api/links. */
export const addLinkSchema = yup.object({
  articleLink: url('Article link').nonNullable('Article link is required').required('Article link is required'),
  clientLink: url('Client link').nonNullable('Client link is required').required('Client link is required'),
  duration: duration()
    .nullable()
    .test('until', (value, { parent, createError }) => {
      const message = validateUntil(value, parent.timelineDate);
      return message === null || createError({ message });
    }),
  timelineDate: calendarDate('Timeline date').nullable(),
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
  templateId: text('Template', 100).nullable(),
});

/** Body of PATCH /api/links/{id}: absent fields stay unchanged. Only a campaign's link of type `other` may lack addresses. */
export const editLinkSchema = yup.object({
  articleLink: url('Article link').nullable(),
  clientLink: url('Client link').nullable(),
  duration: duration().nonNullable('Duration is required'),
  ...optional,
  campaignId: text('Campaign', 100).nullable(),
  websiteUrl: url('Website URL').nullable(),
  timelineDate: calendarDate('Timeline date').nullable(),
});

/** Why a campaign's link cannot have another duration. */
export const CAMPAIGN_DURATION_ONLY = 'Duration of a campaign’s link must be “permanent”';

/** The addresses that a promotion type requires. */
const NEEDED = {
  guest_post: ['clientLink', 'websiteUrl'],
  link_insertion: ['articleLink', 'clientLink'],
  other: [],
} as const satisfies Record<PromotionType, readonly string[]>;

const given = (fields: readonly string[]) => ({
  required: fields,
  properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
});

/** Which fields POST /api/campaign-links requires, in JSON Schema. */
const neededSchema = {
  allOf: [
    {
      anyOf: PROMOTION_TYPES.map((type) => {
        const isDefault = type === DEFAULT_PROMOTION_TYPE;
        const { required, properties } = given(isDefault ? NEEDED[type] : ['promotionType', ...NEEDED[type]]);
        return { required, properties: { ...properties, promotionType: { enum: isDefault ? [type, null] : [type] } } };
      }),
    },
    { anyOf: [given(['timelineDate']), { required: ['status'], properties: { status: { const: 'live' } } }] },
  ],
};

/** Body of POST /api/campaign-links. The promotion type decides which fields are required. */
export const addCampaignLinkSchema = yup
  .object({
    campaignId: text('Campaign', 100).nonNullable('Campaign is required').required('Campaign is required'),
    teamId: text('Team', 100).nullable(),
    promotionType: promotionType(),
    articleLink: neededFor(url('Article link').nullable(), 'articleLink'),
    clientLink: neededFor(url('Client link').nullable(), 'clientLink'),
    websiteUrl: neededFor(url('Website URL').nullable(), 'websiteUrl'),
    status: yup
      .string()
      .typeError('Status must be text')
      .oneOf(['pending', 'live'], 'Status must be “pending” or “live”')
      .nullable(),
    timelineDate: calendarDate('Timeline date')
      .nullable()
      .test('expected', TIMELINE_REQUIRED, (value, { parent }) => parent.status === 'live' || !isMissing(value)),
    duration: text('Duration', 20).oneOf([CAMPAIGN_DURATION], CAMPAIGN_DURATION_ONLY).nullable(),
    assignedTo: optional.assignedTo,
    pocEmail: optional.pocEmail,
    remarks: optional.remarks,
    tags: optional.tags,
    templateId: text('Template', 100).nullable(),
    allowDuplicate: optional.allowDuplicate,
  })
  .meta({ jsonSchema: neededSchema });

/**
 * A row in an import into a campaign: it requires only the client link (infra/docs/product.md, "Import and export").
 */
export const campaignRowSchema = addLinkSchema
  .omit(['articleLink', 'teamId', 'status', 'allowDuplicate', 'templateId'])
  .concat(addCampaignLinkSchema.pick(['status']))
  .shape({
    articleLink: url('Article link').nullable(),
    websiteUrl: url('Website URL').nullable(),
    promotionType: promotionType(),
  });

function promotionType() {
  return yup
    .string()
    .typeError('Promotion type must be text')
    .oneOf(PROMOTION_TYPES, `Promotion type must be one of ${PROMOTION_TYPES.join(', ')}`)
    .nullable();
}

/** Requires a value for links of the promotion types that need the address. */
function neededFor(schema: yup.StringSchema<string | null | undefined>, field: string) {
  return schema.test('needed', (value, context) => {
    const type: PromotionType = context.parent.promotionType ?? DEFAULT_PROMOTION_TYPE;
    // Another rule refuses an unknown type.
    const needed: readonly string[] = NEEDED[type] ?? [];
    if (type === 'other' || !needed.includes(field) || !isMissing(value)) return true;
    return context.createError({ message: URLS_REQUIRED[type] });
  });
}

function isMissing(value: string | null | undefined): boolean {
  return value === undefined || value === null || value === '';
}

export type AddCampaignLinkBody = yup.InferType<typeof addCampaignLinkSchema>;
export type AddLinkBody = yup.InferType<typeof addLinkSchema>;
export type CampaignRowBody = yup.InferType<typeof campaignRowSchema>;
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
   * The new scope of the link, and who may be assigned there. Another assignee, and the campaign, are removed unless
   * `fields` names new ones.
   */
  readonly move?: { readonly to: Scope; readonly assignable: readonly string[] };
}

/**
 * Moves a link of a deleted team, even if it is in the trash. A link that is no longer in `from` stays where it is. In
 * a person's own scope it stays assigned to that person or to nobody.
 */
interface MoveLink {
  readonly type: 'MoveLink';
  readonly linkId: string;
  readonly from: Scope;
  readonly to: Scope;
}

/** Adds tags to a link and removes tags from it. */
interface TagLink {
  readonly type: 'TagLink';
  readonly linkId: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

interface TrashLink {
  readonly type: 'TrashLink';
  readonly linkId: string;
}
interface RestoreLink {
  readonly type: 'RestoreLink';
  readonly linkId: string;
}
interface PurgeLink {
  readonly type: 'PurgeLink';
  readonly linkId: string;
}

export type LinkCommand = AddLink | EditLink | MoveLink | TagLink | TrashLink | RestoreLink | PurgeLink;
