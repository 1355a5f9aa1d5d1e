/** GET /api/links, GET /api/teams/{id}/links, GET /api/links/{id} and GET /api/links/{id}/history. */
import type { Router } from '@koa/router';
import { notFound } from '../../infra/http/problem.ts';
import { type RequestState, requirePrincipal } from '../../infra/http/request-context.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { type CheckDoc, checks } from '../../projections/views/links/checks.ts';
import { type HistoryDoc, linkHistory } from '../../projections/views/links/link-history.ts';
import { links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import { requireLink } from '../access/find-link.ts';
import { requireTeam } from '../access/find-team.ts';
import type { LinkDetailsAnswer } from '../contract/answers/links.ts';
import { linkListSchema, pageSchema, teamLinksSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { loadLinkAnswers } from '../lists/link-answers.ts';
import { linkList } from '../lists/link-list.ts';
import { answerList } from '../lists/list-response.ts';
import { parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentHistory } from '../presenters/history.ts';
import { loadNames } from '../presenters/person-names.ts';

export function linkRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/links', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const query = parseQuery(linkListSchema, ctx.query);
    await waitForPosition(ctx, deps, links, campaigns);
    await answerList(ctx, await linkList(deps, await accessOf(deps.reads, principal), query));
  });

  router.get('/api/teams/:id/links', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const query = parseQuery(teamLinksSchema, ctx.query);
    await waitForPosition(ctx, deps, links, campaigns);
    const access = await accessOf(deps.reads, principal);
    const teamId = requireTeam(ctx, access, 'ReadLinks');
    await answerList(ctx, await linkList(deps, access, { ...query, teamId }));
  });

  router.get('/api/links/:id', async (ctx) => {
    const principal = requirePrincipal(ctx);
    await waitForPosition(ctx, deps, links, campaigns, checks);
    const access = await accessOf(deps.reads, principal);
    const doc = await requireLink(ctx, deps, access);
    if (doc.place !== 'active') throw notFound();
    const [answer] = await loadLinkAnswers(deps, access, [doc]);
    ctx.set('ETag', `"${doc.revision}"`);
    ctx.body = { ...answer, nextCheck: nextCheck(await deps.reads.get(checks, doc.id)) };
  });

  // Also of a link in the trash or deleted for ever: nobody can make its history disappear.
  router.get('/api/links/:id/history', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const paging = parseQuery(pageSchema, ctx.query);
    await waitForPosition(ctx, deps, links, linkHistory);
    const { id, place } = await requireLink(ctx, deps, await accessOf(deps.reads, principal));
    await answerList(ctx, {
      reads: deps.reads,
      view: linkHistory,
      query: { where: { linkId: id }, sort: { field: 'position', descending: true } },
      paging,
      present: async (docs: readonly HistoryDoc[]) => {
        const actors = docs.map(({ actor }) => actor);
        const names = await loadNames(deps.reads, actors);
        const kept = place === 'purged' ? new Set<string>() : await keptOf(deps, docs);
        return docs.map((doc) => presentHistory(doc, names, kept));
      },
    });
  });
}

function nextCheck(doc: CheckDoc | null): LinkDetailsAnswer['nextCheck'] {
  if (doc === null || doc.nextDueAt === null || doc.nextReason === null) return null;
  return { at: doc.nextDueAt, reason: doc.nextReason };
}

/** The hashes of the evidence in these lines that is still kept. */
async function keptOf({ evidence }: QueryDeps, docs: readonly HistoryDoc[]): Promise<ReadonlySet<string>> {
  const hashes = docs.flatMap(({ fact }) => (fact.kind === 'evidence-kept' ? [fact.evidence.hash] : []));
  const kept = await Promise.all(hashes.map(async (hash) => ((await evidence.has(hash)) ? [hash] : [])));
  return new Set(kept.flat());
}
