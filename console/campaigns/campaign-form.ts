/** A campaign as the form has it and as the API takes it. The API's own schemas say what is wrong. Pure. */
import {
  type CreateCampaignBody,
  createCampaignSchema,
  DEFAULT_CAMPAIGN_STATUS,
  editCampaignSchema,
} from '../../command-service/commands/campaign.ts';
import { InputError, parse } from '../../command-service/commands/schema/parse.ts';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';

/** All text, so that a draft of it can be kept. */
export type CampaignValues = {
  readonly name: string;
  readonly description: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: string;
  /** Chosen when it is created, and never again. */
  readonly teamId: string;
};

export function initialCampaign(teamId: string): CampaignValues {
  return { name: '', description: '', startDate: '', endDate: '', status: DEFAULT_CAMPAIGN_STATUS, teamId };
}

export function valuesOf(campaign: CampaignAnswer): CampaignValues {
  const { name, description, startDate, endDate, status, teamId } = campaign;
  return {
    name,
    description: description ?? '',
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    status,
    teamId: teamId ?? '',
  };
}

export function bodyOf(values: CampaignValues): CreateCampaignBody {
  return parse(createCampaignSchema, values);
}

const EDITABLE = ['name', 'description', 'startDate', 'endDate', 'status'] as const;

/** Only what was changed, as a PATCH takes it: what someone else changed meanwhile stays theirs. */
export function changesBetween(from: CampaignValues, to: CampaignValues): Record<string, string | null> {
  const changed = EDITABLE.filter((name) => from[name] !== to[name].trim());
  return Object.fromEntries(changed.map((name) => [name, to[name].trim() || null]));
}

function problemsOf(judge: () => unknown): Readonly<Record<string, string>> {
  try {
    judge();
    return {};
  } catch (error) {
    if (error instanceof InputError) return error.fields;
    throw error;
  }
}

/** One message a field, none when the campaign can be created. */
export function validateNew(values: CampaignValues): Readonly<Record<string, string>> {
  return problemsOf(() => bodyOf(values));
}

/** One message a field, none when the campaign can be saved. */
export function validateEdit({ teamId: _, ...values }: CampaignValues): Readonly<Record<string, string>> {
  return problemsOf(() => parse(editCampaignSchema, values));
}
