/** Campaign commands: the schemas of the request bodies, and the commands with the ids and times the server adds. */
import * as yup from 'yup';
import { calendarDate, MAX_NAME, text } from '../../contract/schema/fields.ts';
import type { Scope } from '../../contract/scope.ts';
import { CAMPAIGN_STATUSES, type CampaignFields, type CampaignStatus } from './events.ts';

/** The default status of a campaign. */
export const DEFAULT_CAMPAIGN_STATUS: CampaignStatus = 'planning';

const NAME_REQUIRED = 'Campaign name is required.';

const fields = {
  description: text('Description').nullable(),
  startDate: calendarDate('Start date').nullable(),
  endDate: calendarDate('End date')
    .nullable()
    .test('in-order', (endDate, context) => {
      const problem = validateDates(context.parent.startDate, endDate);
      return problem === null || context.createError({ message: problem });
    }),
  clientDomain: text('Client', 253).nullable(),
  templateId: text('Template', 100).nullable(),
  status: yup
    .string()
    .typeError('Status must be text')
    .oneOf(CAMPAIGN_STATUSES, `Status must be one of ${CAMPAIGN_STATUSES.join(', ')}`),
};

/** Body of POST /api/campaigns. */
export const createCampaignSchema = yup.object({
  name: text('Campaign name', MAX_NAME).nonNullable(NAME_REQUIRED).required(NAME_REQUIRED),
  ...fields,
  status: fields.status.nullable(),
  teamId: text('Team', 100)
    .nonNullable('Please select a team for this campaign.')
    .required('Please select a team for this campaign.'),
});

/** Body of PATCH /api/campaigns/{id}: absent fields stay unchanged. */
export const editCampaignSchema = yup.object({
  name: text('Campaign name', MAX_NAME).nonNullable(NAME_REQUIRED),
  ...fields,
  status: fields.status.nonNullable('Status is required'),
});

export type CreateCampaignBody = yup.InferType<typeof createCampaignSchema>;

/** The message for a last day before the first day, or null. Either day may be absent. */
export function validateDates(startDate: string | null | undefined, endDate: string | null | undefined): string | null {
  return startDate && endDate && endDate < startDate ? 'End date must not be before the start date' : null;
}

export type CreateCampaign = {
  readonly type: 'CreateCampaign';
  readonly campaignId: string;
  readonly scope: Scope;
} & CampaignFields;

export interface EditCampaign {
  readonly type: 'EditCampaign';
  readonly campaignId: string;
  readonly fields: { readonly [Field in keyof CampaignFields]?: CampaignFields[Field] | undefined };
}

/** Moves a campaign of a deleted team. A campaign that is no longer in `from` stays where it is. */
interface MoveCampaign {
  readonly type: 'MoveCampaign';
  readonly campaignId: string;
  readonly from: Scope;
  readonly to: Scope;
}

interface DeleteCampaign {
  readonly type: 'DeleteCampaign';
  readonly campaignId: string;
}

export type CampaignCommand = CreateCampaign | EditCampaign | MoveCampaign | DeleteCampaign;
