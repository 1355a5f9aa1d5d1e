/** The events of a campaign. */

import type { Changes, Event } from '../../contract/event.ts';
import type { Scope } from '../../contract/scope.ts';

export const CAMPAIGN_STATUSES = ['planning', 'active', 'completed'] as const;

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export interface CampaignFields {
  readonly name: string;
  readonly description: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly status: CampaignStatus;
  /** A domain of the client that the campaign is for. */
  readonly clientDomain: string | null;
  /** The template of terms that new links of the campaign get, if the person who adds them chooses no other. */
  readonly templateId: string | null;
}

type CampaignCreated = Event<
  'CampaignCreated',
  { readonly campaignId: string; readonly scope: Scope } & Omit<CampaignFields, 'clientDomain' | 'templateId'> &
    Partial<Pick<CampaignFields, 'clientDomain' | 'templateId'>>
>;

type CampaignEdited = Event<
  'CampaignEdited',
  { readonly campaignId: string; readonly changes: Changes<CampaignFields> }
>;

/** The campaign's team was deleted: the campaign and its links move to the owner. */
type CampaignMoved = Event<'CampaignMoved', { readonly campaignId: string; readonly from: Scope; readonly to: Scope }>;

/** The campaign's links stay, without a campaign. */
type CampaignDeleted = Event<'CampaignDeleted', { readonly campaignId: string }>;

export type CampaignEvent = CampaignCreated | CampaignEdited | CampaignMoved | CampaignDeleted;
