/** GET /api/links/export: a whole list of links as a file, as it is narrowed and sorted. */
import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import { type RequestState, requirePrincipal } from '../../infra/http/request-context.ts';
import { dayOf } from '../../projections/rules/calendar-days.ts';
import { campaigns } from '../../projections/views/links/campaigns.ts';
import { links } from '../../projections/views/links/links.ts';
import { accessOf } from '../access/access.ts';
import type { ExportColumn, ExportFormat } from '../contract/answers/exports.ts';
import type { LinkAnswer } from '../contract/answers/links.ts';
import { exportSchema } from '../contract/queries.ts';
import type { QueryDeps } from '../deps.ts';
import { linkList } from '../lists/link-list.ts';
import { beginList, streamList } from '../lists/list-response.ts';
import { invalidQuery, parseQuery } from '../lists/query-params.ts';
import { waitForPosition } from '../live/read-your-writes.ts';
import { csvHead, csvLines, ndjsonLines } from '../presenters/export.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export function exportRoutes(router: Router<RequestState>, deps: QueryDeps): void {
  router.get('/api/links/export', async (ctx) => {
    const principal = requirePrincipal(ctx);
    const { format = 'csv', columns, ...query } = parseQuery(exportSchema, ctx.query);
    if (format === 'ndjson' && columns !== undefined) {
      throw invalidQuery({ columns: 'columns can be chosen for csv only: ndjson has all there is' });
    }
    await waitForPosition(ctx, deps, links, campaigns);
    const list = await linkList(deps, await accessOf(deps.reads, principal), query);
    const beginning = await beginList(list);
    ctx.set('X-Total-Count', String(beginning.total));
    ctx.set('Content-Disposition', `attachment; filename="links-${dayOf(deps.now())}.${format}"`);
    ctx.set('Content-Type', TYPES[format]);
    ctx.body = Readable.from(textOf(streamList(list, beginning), format, columns), { objectMode: false });
  });
}

async function* textOf(
  chunks: AsyncIterable<readonly LinkAnswer[]>,
  format: ExportFormat,
  columns: readonly ExportColumn[] | undefined,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvHead(columns);
  for await (const chunk of chunks) yield format === 'csv' ? csvLines(chunk, columns) : ndjsonLines(chunk);
}
