/** What can be asked of a link. The schemas are the request bodies of spec 7; the types add what the server knows. */
import * as yup from 'yup';
import { LINK_TYPES, type LinkFields, type LinkType, type Scope } from '../events.ts';
import { day, duration, email, text, webAddress } from './fields.ts';

/** Duration of a link whose form or row says nothing (spec 9). */
export const DEFAULT_DURATION = '30 days';

const optional = {
  liveDate: day('Live date').nullable(),
  assignedTo: text('Assigned to', 100).nullable(),
  teamId: text('Team', 100).nullable(),
  pocEmail: email('Contact e-mail').nullable(),
  remarks: text('Remarks').nullable(),
};

/** Body of POST /api/links. */
export const addLinkSchema = yup.object({
  articleLink: webAddress('Article link').nonNullable('Article link is required').required('Article link is required'),
  clientLink: webAddress('Client link').nonNullable('Client link is required').required('Client link is required'),
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
  articleLink: webAddress('Article link').nonNullable('Article link is required'),
  clientLink: webAddress('Client link').nonNullable('Client link is required'),
  duration: duration().nonNullable('Duration is required'),
  ...optional,
});

export type AddLinkBody = yup.InferType<typeof addLinkSchema>;
export type EditLinkBody = yup.InferType<typeof editLinkSchema>;

export type AddLink = {
  readonly type: 'AddLink';
  readonly linkId: string;
  readonly scope: Scope;
  readonly anchor: string | null;
  readonly linkType: LinkType | null;
} & LinkFields;

export interface EditLink {
  readonly type: 'EditLink';
  readonly linkId: string;
  readonly fields: { readonly [Field in keyof LinkFields]?: LinkFields[Field] | undefined };
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

export type LinkCommand = AddLink | EditLink | TrashLink | RestoreLink | PurgeLink;
