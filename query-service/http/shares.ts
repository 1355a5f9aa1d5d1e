/** GET /api/shared-links for authors of shares, GET /api/shared/{id} for their clients. */

import { Readable } from 'node:stream';
import { allows, VIEWERS } from '../../command-service/contract/policy.ts';
import { notFound, Problem } from '../../infra/http/request/problem.ts';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import { pagedList } from '../../infra/http/request/route-facts.ts';
import { reaches } from '../../infra/ports/process/principal.ts';
import type { FindQuery, ReadStore } from '../../infra/ports/storage/read-store.ts';
import { type KnownClient, readClientBook } from '../../projections/views/links/client-book.ts';
import { clients } from '../../projections/views/links/clients.ts';
import { clientCountIds, linkCounts } from '../../projections/views/links/link-counts.ts';
import type { LinkDoc } from '../../projections/views/links/link-doc.ts';
import { type LinkField, links } from '../../projections/views/links/links.ts';
import { brands } from '../../projections/views/people/brands.ts';
import { closedScopes } from '../../projections/views/people/closed-scopes.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import { type ShareDoc, scopesInSet, shareScopes, shares } from '../../projections/views/people/shares.ts';
import { teams } from '../../projections/views/people/teams.ts';
import { users } from '../../projections/views/people/users.ts';
import { type Access, accessOf, teamIdOf } from '../access/access.ts';
import { readPinned } from '../as-of/read-at.ts';
import { recentChanges } from '../as-of/recent-changes.ts';
import { SHARED_COLUMNS, type SharedAnswer, type SharedLinkAnswer } from '../contract/answers/shares.ts';
import { listStatuses, oneOrMany } from '../contract/link-filter.ts';
import { type SharedQuery, sharedExportSchema, sharedSchema, shareListSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { answerList, beginList, WHOLE_LISTS as LONG_LISTS, streamList } from '../lists/list-response.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { presentShownBrand } from '../presenters/brand.ts';
import { csvHead } from '../presenters/export.ts';
import { agencyName, loadNames } from '../presenters/person-names.ts';
import { presentShare, presentShared, presentSharedLink, sharedLines } from '../presenters/share.ts';
import { authorizeShare, confirmShare } from '../shares/share-access.ts';
import { countView, countWhole, viewsOf } from '../shares/share-views.ts';
import { route } from './route.ts';

export const shareRoutes = [
  route({
    method: 'GET',
    path: '/api/shared-links',
    action: 'ReadShares',
    summary: 'The shares of the scopes you may share, newest first.',
    query: shareListSchema,
    answers: { 200: pagedList('ShareAnswer') },
    errorStatuses: [404],
    async handle({ ctx, principal, query }, deps) {
      const { teamId, clientDomain, ...paging } = query;
      await waitForPosition(ctx, deps, shares, clients);
      const access = await accessOf(deps.reads, principal);
      const scopes = sharingScopes(access, teamId);
      const { rows: found } = await deps.reads.find(shareScopes, { where: { scope: scopes } });
      // The address of a share opens all its lists.
      const book = await readClientBook(deps.reads, access.scopes);
      const sets = found.filter(({ scopeSet }) => scopesInSet(scopeSet).every((scope) => reaches(principal, scope)));
      return answerList(ctx, {
        reads: deps.reads,
        view: shares,
        query: {
          where: {
            scopeSet: [...new Set(sets.map(({ scopeSet }) => scopeSet))],
            ...(clientDomain && { clientDomain: book.of(clientDomain).domains }),
          },
          sort: { field: 'createdAt', descending: true },
        },
        paging,
        present: async (docs) => {
          const names = await loadNames(
            deps.reads,
            docs.map(({ createdBy }) => createdBy),
          );
          return Promise.all(
            docs.map(async (doc) => {
              const { name } = book.of(doc.clientDomain);
              return presentShare(doc, access, names, deps.sharing.publicUrl, name, await viewsOf(deps, doc.id));
            }),
          );
        },
      });
    },
  }),

  route({
    method: 'GET',
    path: '/api/shared/:id',
    action: 'OpenShare',
    secretInPath: true,
    summary: 'The content of a share. Needs its password if it has one, but no session.',
    query: sharedSchema,
    answers: { 200: 'SharedAnswer' },
    errorStatuses: [401, 429, 503],
    requestHeaders: ['X-Share-Password'],
    async handle(request, deps) {
      const { ctx, query } = request;
      const { share, client, reads, list } = await openShared(request, deps);
      const { id, scopes } = share;
      await countView(ctx, deps, id);
      const counts = await reads.getMany(linkCounts, clientCountIds(scopes, client.domains));
      const answer = await answerList(ctx, { ...list, paging: query });
      const recent = await recentChanges(deps.reads, reads, share, client.domains, deps.now());
      const brand = (await deps.reads.get(brands, share.scope))?.brand ?? null;
      const author = brand?.name ?? (await preparedBy(reads, share));
      const head = {
        ...presentShared(share, client.name, author, counts, recent),
        brand: brand && presentShownBrand(brand),
      };
      if (!(answer instanceof Readable)) return { ...head, links: answer };
      await countWhole(ctx, deps);
      return Readable.from(
        whole(head, answer, () => confirmShare(deps, share)),
        { objectMode: false },
      );
    },
  }),

  route({
    method: 'GET',
    path: '/api/shared/:id/export',
    action: 'OpenShare',
    secretInPath: true,
    summary: 'The links of a share as a CSV file.',
    query: sharedExportSchema,
    answers: { 200: { media: ['text/csv'] } },
    errorStatuses: [401, 429, 503],
    requestHeaders: ['X-Share-Password'],
    async handle(request, deps) {
      const { ctx } = request;
      const { share, list } = await openShared(request, deps);
      await countWhole(ctx, deps);
      ctx.state.acquireSlot(LONG_LISTS);
      const options = { ...list, paging: {} };
      const beginning = await beginList(options);
      ctx.set('X-Total-Count', String(beginning.total));
      ctx.set(
        'Content-Disposition',
        `attachment; filename="${share.clientDomain}-${(share.pinned?.at ?? deps.now().toISOString()).slice(0, 10)}.csv"`,
      );
      ctx.set('Content-Type', 'text/csv; charset=utf-8');
      const lines = csvOf(streamList(options, beginning), () => confirmShare(deps, share));
      return Readable.from(lines, { objectMode: false });
    },
  }),
];

interface SharedRequest {
  readonly ctx: RequestContext;
  readonly params: { readonly id: string };
  readonly query: Omit<SharedQuery, 'page' | 'pageSize'>;
}

/** The share, the views of its moment and its list, if the request may open it. @throws Problem as authorizeShare. */
async function openShared({ ctx, params, query }: SharedRequest, deps: QueryDeps) {
  ctx.set('X-Robots-Tag', 'noindex, nofollow');
  ctx.set('Referrer-Policy', 'no-referrer');
  await waitForPosition(ctx, deps, shares, links, clients, brands, closedScopes, memberships, teams, users);
  const share = await authorizeShare(ctx, deps, params.id);
  const { scopes, pinned } = share;
  const reads = pinned === undefined ? deps.reads : await readPinned(ctx, deps, { position: pinned.position, scopes });
  const present = async (docs: readonly LinkDoc[]) => docs.map(presentSharedLink);
  const client = await clientOf(deps.reads, share);
  return { share, client, reads, list: { reads, view: links, query: linksOf(scopes, client, query), present } };
}

/** A share of a moment keeps the client that it was made with. An issue of a report shows its files, and no links. */
async function clientOf(
  reads: ReadStore,
  { name, scopes, clientDomain, pinned, report }: ShareDoc,
): Promise<Pick<KnownClient, 'name' | 'domains'>> {
  if (report !== undefined) return { name, domains: [] };
  if (pinned === undefined) return (await readClientBook(reads, scopes)).of(clientDomain);
  return pinned.client ?? { name: clientDomain, domains: [clientDomain] };
}

/** The team of a share of one team, else its author's name; never an email address. */
function preparedBy(
  reads: ReadStore,
  { scopes, createdBy }: Pick<ShareDoc, 'scopes' | 'createdBy'>,
): Promise<string | null> {
  const [only = null, ...others] = scopes.flatMap((scope) => teamIdOf(scope) ?? []);
  return agencyName(reads, others.length > 0 ? null : only, createdBy);
}

/**
 * The scopes that a person may share from: one team, or all of them.
 * @throws Problem 404 for a team that the person does not see, 403 for a team that they may only view.
 */
function sharingScopes(access: Access, teamId: string | undefined): readonly string[] {
  if (teamId === undefined) return access.scopes.filter((scope) => allows('ReadShares', access.roleIn(scope)));
  const scope = `team:${teamId}` as const;
  const role = access.roleIn(scope);
  if (allows('ReadShares', role)) return [scope];
  const members: readonly string[] = VIEWERS;
  if (!members.includes(role)) throw notFound();
  throw new Problem(403, 'forbidden', 'You may view this team’s links, but not its shares.');
}

/** The active links of the client in the scopes, filtered by visible fields only. */
function linksOf(
  scopes: ShareDoc['scopes'],
  { domains }: Pick<KnownClient, 'domains'>,
  { status, q, sort, dir }: SharedRequest['query'],
): FindQuery<LinkField> {
  return {
    where: {
      scope: oneOrMany(scopes),
      place: 'active',
      clientDomain: oneOrMany(domains),
      ...(status && { listStatus: listStatuses(status.map((each) => (each === 'lost' ? 'removed' : each))) }),
    },
    ...(q && { contains: q }),
    sort: {
      field: sort === 'duration' ? 'durationDays' : sort === 'status' ? 'listStatus' : (sort ?? 'lastChecked'),
      descending: dir === undefined ? sort === undefined : dir === 'desc',
    },
  };
}

/** The JSON text of an answer with streamed links. `confirm` throws once the share has ended: a reader may take long. */
async function* whole(
  head: Omit<SharedAnswer, 'links'>,
  list: Readable,
  confirm: () => Promise<void>,
): AsyncGenerator<string | Buffer> {
  yield `${JSON.stringify(head).slice(0, -1)},"links":`;
  for await (const part of list) {
    await confirm();
    yield part;
  }
  yield '}';
}

/** The text of a CSV file. `confirm` as for whole answers. */
async function* csvOf(
  chunks: AsyncIterable<readonly SharedLinkAnswer[]>,
  confirm: () => Promise<void>,
): AsyncGenerator<string> {
  yield csvHead(SHARED_COLUMNS);
  for await (const chunk of chunks) {
    await confirm();
    yield sharedLines(chunk);
  }
}
