/** GET /api/activity and GET /api/activity/export: what happened to links between two moments. */
import { Readable } from 'node:stream';
import { dayOf } from '../../../command-service/contract/schema/days.ts';
import { campaigns } from '../../../projections/views/links/campaigns.ts';
import type { ActivityEntry } from '../../../projections/views/links/link-activity.ts';
import { links } from '../../../projections/views/links/links.ts';
import { activityPages, readActivity } from '../../as-of/activity.ts';
import { type CompareRequest, twoMoments } from '../../as-of/two-moments.ts';
import { activitySchema } from '../../contract/queries.ts';
import type { QueryDeps } from '../../deps.ts';
import { pageOf } from '../../lists/list-response.ts';
import { ACTIVITY_COLUMNS, activityLines, presentActivity } from '../../presenters/activity.ts';
import { csvHead } from '../../presenters/export.ts';
import { route } from '../route.ts';

/** The rows of a page by default. */
const FIRST_PAGE = { skip: 0, limit: 50 };

export const activityRoutes = [
  route({
    method: 'GET',
    path: '/api/activity',
    action: 'ReadLinks',
    summary: 'What happened to links between two moments: counts by kind, and the events, newest first.',
    query: activitySchema,
    answers: { 200: 'ActivityPageAnswer' },
    errorStatuses: [503],
    async handle(request, live) {
      const { period, from, to, present } = await periodOf(request, live);
      const page = { kinds: request.query.kind, ...(pageOf(request.query) ?? FIRST_PAGE) };
      const { counts, total, rows } = await readActivity(live.reads, period, page);
      return { from, to, counts, total, rows: await present(rows) };
    },
  }),

  route({
    method: 'GET',
    path: '/api/activity/export',
    action: 'ReadLinks',
    summary: 'What happened to links between two moments, as a file.',
    query: activitySchema.omit(['page', 'pageSize']),
    answers: { 200: { media: ['text/csv'] } },
    errorStatuses: [503],
    async handle(request, live) {
      const { ctx, query } = request;
      const { period, from, to, present } = await periodOf(request, live);
      const [first, last] = [from, to].map((at) => dayOf(new Date(at)));
      ctx.set('Content-Disposition', `attachment; filename="activity-${first}-${last}.csv"`);
      ctx.set('Content-Type', 'text/csv; charset=utf-8');
      async function* text(): AsyncGenerator<string> {
        yield csvHead(ACTIVITY_COLUMNS);
        for await (const page of activityPages(live.reads, period))
          yield activityLines(await present(page.filter(({ kind }) => query.kind?.includes(kind) ?? true)));
      }
      return Readable.from(text(), { objectMode: false });
    },
  }),
];

/** @throws Problem 400 if the moments are in the wrong order. */
async function periodOf(request: CompareRequest, { reads, ...live }: QueryDeps) {
  const { earlier, later, where, from, to } = await twoMoments(request, { reads, ...live });
  const { access } = later;
  const present = async (entries: readonly ActivityEntry[]) => {
    const [found, named] = await Promise.all([
      reads.getMany(links, [...new Set(entries.map(({ linkId }) => linkId))]),
      reads.getMany(campaigns, [...new Set(entries.flatMap(({ campaignId }) => campaignId ?? []))]),
    ]);
    const seen = found.filter(({ place, scope }) => place === 'active' && access.scopes.includes(scope));
    const byId = <Doc extends { readonly id: string }>(docs: readonly Doc[]) =>
      new Map(docs.map((doc) => [doc.id, doc]));
    const context = { access, campaigns: byId(named), links: byId(seen) };
    return entries.map((entry) => presentActivity(entry, context));
  };
  return { period: { where, after: earlier.past.position, upTo: later.past.position }, from, to, present };
}
