/** Campaign commands: the schemas of the request bodies, and the commands with the ids and times the server adds. */
import * as yup from 'yup';
import { CAMPAIGN_STATUSES, type CampaignFields, type CampaignStatus } from '../events/campaign.ts';
import type { Scope } from '../scope.ts';
import { calendarDate, MAX_NAME, text } from './schema/fields.ts';

/** Status of a campaign whose request names none. */
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

/** Body of PATCH /api/campaigns/{id}: what is left out stays as it is. */
export const editCampaignSchema = yup.object({
  name: text('Campaign name', MAX_NAME).nonNullable(NAME_REQUIRED),
  ...fields,
  status: fields.status.nonNullable('Status is required'),
});

export type CreateCampaignBody = yup.InferType<typeof createCampaignSchema>;
export type EditCampaignBody = yup.InferType<typeof editCampaignSchema>;

/** Says what is wrong with the first and the last day of a campaign, or null. A day that is not set is no problem. */
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

/** What becomes of the campaigns of a team that is no more. A campaign that is not in `from` any more stays. */
export interface MoveCampaign {
  readonly type: 'MoveCampaign';
  readonly campaignId: string;
  readonly from: Scope;
  readonly to: Scope;
}

export interface DeleteCampaign {
  readonly type: 'DeleteCampaign';
  readonly campaignId: string;
}

export type CampaignCommand = CreateCampaign | EditCampaign | MoveCampaign | DeleteCampaign;
