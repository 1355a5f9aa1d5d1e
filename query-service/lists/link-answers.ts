/** Links as answers, with the names they need. */

import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type CampaignDoc, campaigns } from '../../projections/views/links/campaigns.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { daysOfLists } from '../../projections/views/people/days-of-lists.ts';
import type { Access } from '../access/access.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import { peopleInLink, presentLink } from '../presenters/link.ts';
import { loadNames } from '../presenters/person-names.ts';

export interface LinkListDeps {
  readonly reads: ReadStore;
  readonly now: () => Date;
}

/** Looks up each name once. */
export async function loadLinkAnswers(
  { reads, now }: LinkListDeps,
  access: Access,
  docs: readonly LinkDoc[],
): Promise<LinkAnswer[]> {
  const scopes = docs.map(({ scope }) => scope);
  const [names, named, dayIn] = await Promise.all([
    loadNames(
      reads,
      docs.flatMap((doc) => peopleInLink(access, doc)),
    ),
    campaignsOf(reads, docs),
    daysOfLists(reads, scopes),
  ]);
  const context = { access, names, campaigns: named };
  return docs.map((doc) => presentLink(doc, { ...context, today: dayIn(doc.scope, now()) }));
}

async function campaignsOf(reads: ReadStore, docs: readonly LinkDoc[]): Promise<ReadonlyMap<string, CampaignDoc>> {
  const ids = new Set(docs.flatMap(({ campaignId }) => campaignId ?? []));
  if (ids.size === 0) return new Map();
  const found = await reads.getMany(campaigns, [...ids]);
  return new Map(found.map((campaign) => [campaign.id, campaign]));
}
