/** Links for answers, with the names that go with them. */
import type { ReadStore } from '../infra/ports.ts';
import { type CampaignDoc, campaigns } from '../projections/views/campaigns.ts';
import type { LinkDoc } from '../projections/views/links.ts';
import type { Access } from './access.ts';
import { dayOf } from './days.ts';
import type { QueryDeps } from './deps.ts';
import { namesOf } from './names.ts';
import { peopleOf, presentLink } from './presenters/link.ts';
import type { LinkAnswer } from './queries.ts';

/** Looks up each name once. */
export async function presentLinks(
  { reads, now }: QueryDeps,
  access: Access,
  docs: readonly LinkDoc[],
): Promise<LinkAnswer[]> {
  const [names, named] = await Promise.all([
    namesOf(
      reads,
      docs.flatMap((doc) => peopleOf(access, doc)),
    ),
    campaignsOf(reads, docs),
  ]);
  const context = { access, names, campaigns: named, today: dayOf(now()) };
  return docs.map((doc) => presentLink(doc, context));
}

async function campaignsOf(reads: ReadStore, docs: readonly LinkDoc[]): Promise<ReadonlyMap<string, CampaignDoc>> {
  const ids = new Set(docs.flatMap(({ campaignId }) => campaignId ?? []));
  if (ids.size === 0) return new Map();
  const found = await reads.getMany<CampaignDoc>(campaigns.name, [...ids]);
  return new Map(found.map((campaign) => [campaign.id, campaign]));
}
