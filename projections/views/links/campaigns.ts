/** Campaigns for lists and details. The view `links` counts their links. */

import { isOf, withChanges } from '../../../command-service/contract/events.ts';
import type { Scope } from '../../../command-service/contract/scope.ts';
import type { CampaignFields } from '../../../command-service/model/campaign/events.ts';
import type { Recorded, View } from '../../view.ts';

export interface CampaignDoc extends CampaignFields {
  readonly id: string;
  readonly scope: Scope;
  readonly createdAt: string;
  readonly revision: number;
}

const FIELDS = ['scope', 'createdAt'] as const;

/** One document per campaign, by campaign id, until it is deleted; links may still name a deleted campaign. */
export const campaigns: View<CampaignDoc, (typeof FIELDS)[number]> = {
  name: 'campaigns',
  version: 4,
  fields: FIELDS,
  partition: 'scope',
  search: ['name', 'description'],
  keys(event) {
    return isOf(event, 'campaign') ? [event.data.campaignId] : [];
  },
  evolve(doc, event) {
    if (!isOf(event, 'campaign')) return doc;
    if (event.type === 'CampaignCreated') return created(event);
    if (doc === null) return null;
    switch (event.type) {
      case 'CampaignEdited':
        return { ...withChanges<CampaignFields, CampaignDoc>(doc, event.data.changes), revision: event.revision };
      case 'CampaignMoved':
        return { ...doc, scope: event.data.to, revision: event.revision };
      case 'CampaignDeleted':
        return null;
      default:
        event satisfies never;
        return doc;
    }
  },
};

function created({ data, metadata, revision }: Recorded & { type: 'CampaignCreated' }): CampaignDoc {
  const { campaignId: id, clientDomain = null, templateId = null, ...fields } = data;
  return { id, ...fields, clientDomain, templateId, createdAt: metadata.at, revision };
}
