/** GET /api/campaigns and GET /api/campaigns/{id}. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { notFound } from '../../infra/http/request/problem.ts';
import { pagedList } from '../../infra/http/request/route-facts.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type CampaignDoc, campaigns } from '../../projections/views/links/campaigns.ts';
import { readClientBook } from '../../projections/views/links/client-book.ts';
import { clients } from '../../projections/views/links/clients.ts';
import { linkCountId, linkCounts } from '../../projections/views/links/link-counts.ts';
import { links } from '../../projections/views/links/links.ts';
import type { Access } from '../access/access.ts';
import { findCampaign } from '../access/find-visible.ts';
import { readAt } from '../as-of/read-at.ts';
import type { CampaignAnswer } from '../contract/answers/campaigns.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { asOfSchema, campaignListSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { loadLinkAnswers } from '../lists/link-answers.ts';
import { answerList } from '../lists/list-response.ts';
import { presentCampaign } from '../presenters/campaign.ts';
import { route } from './route.ts';

/** Links of a campaign read at once. */
const SLICE = 500;

export const campaignRoutes = [
  route({
    method: 'GET',
    path: '/api/campaigns',
    action: 'ReadCampaigns',
    summary: 'Your campaigns and those of your teams, newest first.',
    query: campaignListSchema,
    answers: { 200: pagedList('CampaignAnswer') },
    async handle(request, live) {
      const { ctx, query } = request;
      const { deps, access } = await readAt(request, live, campaigns, links, clients);
      const { reads } = deps;
      return answerList(ctx, {
        reads,
        view: campaigns,
        query: {
          where: { scope: scopesOf(access, query.teamId) },
          ...(query.q && { contains: query.q }),
          sort: { field: 'createdAt', descending: true },
        },
        paging: query,
        present: (docs) => presentAll(reads, access, docs),
      });
    },
  }),

  route({
    method: 'GET',
    path: '/api/campaigns/:id',
    action: 'ReadCampaigns',
    summary: 'One campaign with its links.',
    query: asOfSchema,
    answers: { 200: 'CampaignWithLinksAnswer' },
    async handle(request, live) {
      const { ctx, params } = request;
      const { deps, access, past, missing } = await readAt(request, live, campaigns, links, clients);
      const { reads } = deps;
      const doc = await findCampaign(reads, access, params.id);
      if (doc === null) throw past === null ? notFound('Campaign not found') : missing();
      const [answer] = await presentAll(reads, access, [doc]);
      if (answer === undefined) throw new Error(`no answer was made for the campaign ${doc.id}`);
      ctx.set('ETag', `"${doc.revision}"`);
      return { ...answer, links: await linksOf(deps, access, doc) };
    },
  }),
];

/** All links of a campaign, read in slices, so that a large one does not delay other requests. */
async function linksOf(deps: QueryDeps, access: Access, { id, scope }: CampaignDoc): Promise<readonly LinkAnswer[]> {
  const answers = new Map<string, LinkAnswer>();
  const where = { scope, place: 'active', campaignId: id };
  const sort = { field: 'lastChecked', descending: true } as const;
  for (let skip = 0; ; skip += SLICE) {
    const { rows } = await deps.reads.find(links, { where, sort, skip, limit: SLICE });
    for (const answer of await loadLinkAnswers(deps, access, rows)) answers.set(answer.id, answer);
    if (rows.length < SLICE) return [...answers.values()];
    await nextTurn();
  }
}

async function presentAll(
  reads: ReadStore,
  access: Access,
  docs: readonly CampaignDoc[],
): Promise<readonly CampaignAnswer[]> {
  const countIdOf = ({ id, scope }: CampaignDoc) => linkCountId(scope, { kind: 'campaign', campaignId: id });
  const counts = await reads.getMany(linkCounts, docs.map(countIdOf));
  const byId = new Map(counts.map((count) => [count.id, count]));
  const book = await readClientBook(reads, access.scopes);
  return docs.map((doc) => presentCampaign(doc, byId.get(countIdOf(doc)) ?? null, access, book));
}
