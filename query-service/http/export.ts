/** GET /api/links/export: a filtered and sorted list of links as a file. */

import { Readable } from 'node:stream';
import { dayOf } from '../../command-service/contract/schema/days.ts';
import type { Scope } from '../../command-service/contract/scope.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { links } from '../../projections/views/links/links.ts';
import { type Access, may } from '../access/access.ts';
import { readAt } from '../as-of/read-at.ts';
import { EXPORT_COLUMNS, type ExportColumn, type ExportFormat, MONEY_COLUMNS } from '../contract/answers/exports.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import { scopesOf } from '../contract/link-filter.ts';
import { exportSchema } from '../contract/queries.ts';
import { type LinkListDeps, loadLinkAnswers } from '../lists/link-answers.ts';
import { linkList, moneyScopes } from '../lists/link-list.ts';
import { beginList, streamList, WHOLE_LISTS } from '../lists/list-response.ts';
import { invalidQuery } from '../lists/query-params.ts';
import { csvHead, csvLines, ndjsonLines } from '../presenters/export.ts';
import { route } from './route.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export const exportRoutes = [
  route({
    method: 'GET',
    path: '/api/links/export',
    action: 'ReadLinks',
    summary: 'A list of links as a file.',
    query: exportSchema,
    answers: { 200: { media: ['text/csv', 'application/x-ndjson'] } },
    errorStatuses: [429, 503],
    async handle(request, live) {
      const { ctx, query } = request;
      const { format = 'csv', columns: named, ids, ...list } = query;
      if (format === 'ndjson' && named !== undefined) {
        throw invalidQuery({ columns: 'columns can be chosen only for csv: ndjson has all fields' });
      }
      const { asOf: _, ...filter } = list;
      if (ids !== undefined && Object.values(filter).some((value) => value !== undefined)) {
        throw invalidQuery({ ids: 'ids names the links: leave out the filters and the order' });
      }
      ctx.state.acquireSlot(WHOLE_LISTS);
      const { deps, access } = await readAt(request, live, links, campaigns);
      const columns = columnsFor(access, scopesOf(access, list.teamId), named);
      const { total, chunks } = await (ids === undefined
        ? wholeList(deps, access, list)
        : chosenLinks(deps, access, ids));
      ctx.set('X-Total-Count', String(total));
      ctx.set('Content-Disposition', `attachment; filename="links-${dayOf(deps.now())}.${format}"`);
      ctx.set('Content-Type', TYPES[format]);
      return Readable.from(textOf(chunks, format, columns), { objectMode: false });
    },
  }),
];

/**
 * The columns of a CSV export: those of money only for callers who may read it in one of the lists.
 * @throws Problem 403 if the request names a column that is not among them.
 */
function columnsFor(access: Access, scopes: readonly Scope[], named: readonly ExportColumn[] | undefined) {
  if (named !== undefined) {
    if (MONEY_COLUMNS.some((column) => named.includes(column))) moneyScopes(access, scopes);
    return named;
  }
  const isOpen = scopes.some((scope) => may(access, 'ReadMoney', scope));
  return EXPORT_COLUMNS.filter((column) => isOpen || !MONEY_COLUMNS.some((each) => each === column));
}

async function wholeList(deps: LinkListDeps, access: Access, list: Parameters<typeof linkList>[2]) {
  const options = await linkList(deps, access, list);
  const beginning = await beginList(options);
  return { total: beginning.total, chunks: streamList(options, beginning) };
}

/** The active links among these that the caller sees, in the order of the ids. */
async function chosenLinks(deps: LinkListDeps, access: Access, ids: readonly string[]) {
  const docs = await deps.reads.getMany(links, [...new Set(ids)]);
  const seen = docs.filter(({ scope, place }) => place === 'active' && access.scopes.includes(scope));
  return { total: seen.length, chunks: [await loadLinkAnswers(deps, access, seen)] };
}

async function* textOf(
  chunks: AsyncIterable<readonly LinkAnswer[]> | Iterable<readonly LinkAnswer[]>,
  format: ExportFormat,
  columns: readonly ExportColumn[],
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHead(columns);
  for await (const chunk of chunks) yield format === 'csv' ? csvLines(chunk, columns) : ndjsonLines(chunk);
}
