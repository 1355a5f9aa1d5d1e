/** Links: lists, one link, its history, and the trash. */
import { allows } from '../../command-service/contract/policy.ts';
import { pagedList, wholeList } from '../../infra/http/request/route-facts.ts';
import { ledger } from '../../projections/views/ledger/ledger.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { type CheckDoc, checks } from '../../projections/views/links/checks.ts';
import { links } from '../../projections/views/links/links.ts';
import { requireLink, requireTeam } from '../access/find-visible.ts';
import { readAt } from '../as-of/read-at.ts';
import type { LinkDetailsAnswer } from '../contract/answers/links.ts';
import { asOfSchema, facetSchema, linksSchema, pastPageSchema, teamLinksSchema } from '../contract/queries.ts';
import { keptEvidence } from '../lists/ledger-answers.ts';
import { loadLinkAnswers } from '../lists/link-answers.ts';
import { facetValues } from '../lists/link-facets.ts';
import { linkHistory } from '../lists/link-history.ts';
import { linkList } from '../lists/link-list.ts';
import { answerList } from '../lists/list-response.ts';
import { idsIn, presentHistory } from '../presenters/history.ts';
import { presentCorrection, presentTrash } from '../presenters/link.ts';
import { loadNames } from '../presenters/person-names.ts';
import { route } from './route.ts';

export const linkRoutes = [
  route({
    method: 'GET',
    path: '/api/links',
    action: 'ReadLinks',
    summary: 'The links you see, filtered and sorted.',
    query: linksSchema,
    answers: { 200: pagedList('LinkAnswer') },
    async handle(request, live) {
      const { ctx, query } = request;
      const { deps, access } = await readAt(request, live, links, campaigns);
      return answerList(ctx, await linkList(deps, access, query));
    },
  }),

  route({
    method: 'GET',
    path: '/api/links/facets',
    action: 'ReadLinks',
    summary: 'The values that a list of links can be narrowed to, with the number of links for each.',
    query: facetSchema,
    answers: { 200: wholeList('FacetValueAnswer') },
    async handle(request, live) {
      const { asOf: _, ...query } = request.query;
      const { deps, access } = await readAt(request, live, links, campaigns);
      return facetValues(deps, access, query);
    },
  }),

  route({
    method: 'GET',
    path: '/api/teams/:id/links',
    action: 'ReadLinks',
    summary: 'The links of a team, filtered and sorted.',
    query: teamLinksSchema,
    answers: { 200: pagedList('LinkAnswer') },
    async handle(request, live) {
      const { ctx, params, query } = request;
      const { deps, access } = await readAt(request, live, links, campaigns);
      requireTeam(access, 'ReadLinks', params.id);
      return answerList(ctx, await linkList(deps, access, { ...query, teamId: params.id }));
    },
  }),

  route({
    method: 'GET',
    path: '/api/links/:id',
    action: 'ReadLinks',
    summary: 'One link.',
    query: asOfSchema,
    answers: { 200: 'LinkDetailsAnswer' },
    async handle(request, live) {
      const { ctx, params } = request;
      const { deps, access, missing } = await readAt(request, live, links, campaigns, checks);
      const doc = await requireLink(deps.reads, access, params.id, missing);
      if (doc.place !== 'active') throw missing();
      const [answer] = await loadLinkAnswers(deps, access, [doc]);
      if (answer === undefined) throw new Error(`no answer was made for the link ${doc.id}`);
      ctx.set('ETag', `"${doc.revision}"`);
      const { correction = null } = doc;
      const names = await loadNames(deps.reads, correction === null ? [] : [correction.by]);
      return {
        ...answer,
        nextCheck: nextCheck(await deps.reads.get(checks, doc.id)),
        correction: correction === null ? null : presentCorrection(correction, names),
      };
    },
  }),

  // Includes trashed and purged links: nobody can make a history disappear.
  route({
    method: 'GET',
    path: '/api/links/:id/history',
    action: 'ReadLinks',
    summary: 'The history of a link, newest first.',
    query: pastPageSchema,
    answers: { 200: pagedList('HistoryAnswer') },
    async handle(request, live) {
      const { ctx, params, query } = request;
      const { deps, access, missing } = await readAt(request, live, links, ledger, campaigns);
      const doc = await requireLink(deps.reads, access, params.id, missing);
      const { place, turns } = doc;
      const { list, linesOf } = await linkHistory(deps.reads, access, doc);
      return answerList(ctx, {
        ...list,
        paging: query,
        present: async (entries) => {
          const lines = linesOf(entries);
          const named = await deps.reads.getMany(campaigns, [...new Set(idsIn(lines, 'campaignId'))]);
          const seen = named.filter(({ scope }) => allows('ReadCampaigns', access.roleIn(scope)));
          const context = {
            people: await loadNames(deps.reads, [...lines.map(({ actor }) => actor), ...idsIn(lines, 'assignedTo')]),
            campaigns: new Map(seen.map((campaign) => [campaign.id, campaign.name])),
            teams: new Map([...access.teams].map(([teamId, { name }]) => [teamId, name])),
            turns,
            keptHashes: place === 'purged' ? new Set<string>() : await keptEvidence(deps.blobs, lines),
          };
          return lines.map((line) => presentHistory(line, context));
        },
      });
    },
  }),

  route({
    method: 'GET',
    path: '/api/trash',
    action: 'ReadLinks',
    summary: 'The links in the trash, newest first.',
    query: pastPageSchema,
    answers: { 200: pagedList('TrashAnswer') },
    async handle(request, live) {
      const { ctx, query } = request;
      const { deps, access } = await readAt(request, live, links);
      return answerList(ctx, {
        reads: deps.reads,
        view: links,
        query: {
          where: { scope: access.scopes, place: 'trash' },
          sort: { field: 'trashedAt', descending: true },
        },
        paging: query,
        present: async (docs) => {
          const names = await loadNames(
            deps.reads,
            docs.flatMap(({ trashedBy }) => trashedBy ?? []),
          );
          return docs.map((doc) => presentTrash(doc, names));
        },
      });
    },
  }),
];

function nextCheck(doc: CheckDoc | null): LinkDetailsAnswer['nextCheck'] {
  if (doc === null || doc.nextDueAt === null || doc.nextReason === null) return null;
  return { at: doc.nextDueAt, reason: doc.nextReason };
}
