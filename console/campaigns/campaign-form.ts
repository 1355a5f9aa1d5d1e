/** The values of the campaign form and the request bodies they make. The API's schemas validate them. Pure. */

import { parse } from '../../command-service/contract/schema/parse.ts';
import {
  type CreateCampaignBody,
  createCampaignSchema,
  DEFAULT_CAMPAIGN_STATUS,
  editCampaignSchema,
} from '../../command-service/model/campaign/commands.ts';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';

export type CampaignValues = {
  readonly name: string;
  readonly description: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: string;
  /** '' for none. */
  readonly clientDomain: string;
  /** Of terms; '' for none. */
  readonly templateId: string;
  /** Only a new campaign has a choice of team. */
  readonly teamId: string;
};

export function initialCampaign(teamId: string): CampaignValues {
  return {
    name: '',
    description: '',
    startDate: '',
    endDate: '',
    status: DEFAULT_CAMPAIGN_STATUS,
    clientDomain: '',
    templateId: '',
    teamId,
  };
}

export function valuesOf(campaign: CampaignAnswer): CampaignValues {
  const { name, description, startDate, endDate, status, clientDomain, templateId, teamId } = campaign;
  return {
    name,
    description: description ?? '',
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    status,
    clientDomain: clientDomain ?? '',
    templateId: templateId ?? '',
    teamId: teamId ?? '',
  };
}

export function bodyOf(values: CampaignValues): CreateCampaignBody {
  return parse(createCampaignSchema, values);
}

const EDITABLE = ['name', 'description', 'startDate', 'endDate', 'status', 'clientDomain', 'templateId'] as const;

/** The body of a PATCH: only the changed fields, so that it undoes no change of somebody else. */
export function changesBetween(from: CampaignValues, to: CampaignValues): Record<string, string | null> {
  const changed = EDITABLE.filter((name) => from[name] !== to[name].trim());
  return Object.fromEntries(changed.map((name) => [name, to[name].trim() || null]));
}

/** The errors of a new campaign, by field. */
export function validateNew(values: CampaignValues): Readonly<Record<string, string>> {
  return fieldErrors(() => bodyOf(values));
}

/** The errors of an edited campaign, by field. */
export function validateEdit({ teamId: _, ...values }: CampaignValues): Readonly<Record<string, string>> {
  return fieldErrors(() => parse(editCampaignSchema, values));
}
