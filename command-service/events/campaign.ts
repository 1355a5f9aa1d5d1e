/** The events of a campaign. */

import type { Scope } from '../scope.ts';
import type { Event } from './event.ts';

export const CAMPAIGN_STATUSES = ['planning', 'active', 'completed'] as const;

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export interface CampaignFields {
  readonly name: string;
  readonly description: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly status: CampaignStatus;
}

export type CampaignCreated = Event<
  'CampaignCreated',
  { readonly campaignId: string; readonly scope: Scope } & CampaignFields
>;

export type CampaignChanges = {
  readonly [Field in keyof CampaignFields]?: {
    readonly from: CampaignFields[Field];
    readonly to: CampaignFields[Field];
  };
};

export type CampaignEdited = Event<
  'CampaignEdited',
  { readonly campaignId: string; readonly changes: CampaignChanges }
>;

/** The team it belonged to was deleted: it follows the links to the owner. */
export type CampaignMoved = Event<
  'CampaignMoved',
  { readonly campaignId: string; readonly from: Scope; readonly to: Scope }
>;

/** Its links stay, without the campaign. */
export type CampaignDeleted = Event<'CampaignDeleted', { readonly campaignId: string }>;

export type CampaignEvent = CampaignCreated | CampaignEdited | CampaignMoved | CampaignDeleted;
