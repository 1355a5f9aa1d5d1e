/** GET /api/compare and GET /api/compare/export: what changed between two moments. */
import { Readable } from 'node:stream';
import { dayOf } from '../../../command-service/contract/schema/days.ts';
import { type ChangedLink, compareLinks, countChanges } from '../../as-of/compare.ts';
import { type CompareRequest, twoMoments } from '../../as-of/two-moments.ts';
import type { ComparedLinkAnswer } from '../../contract/answers/as-of.ts';
import { type CompareQuery, compareSchema } from '../../contract/queries.ts';
import type { QueryDeps } from '../../deps.ts';
import { loadLinkAnswers } from '../../lists/link-answers.ts';
import { pageOf } from '../../lists/list-response.ts';
import { COMPARISON_COLUMNS, comparisonLines, presentThen } from '../../presenters/comparison.ts';
import { csvHead } from '../../presenters/export.ts';
import { route } from '../route.ts';

/** The rows of a page by default. */
const FIRST_PAGE = { skip: 0, limit: 50 };
/** How many links of a file are presented at once. */
const CHUNK = 500;

export const compareRoutes = [
  route({
    method: 'GET',
    path: '/api/compare',
    action: 'ReadLinks',
    summary: 'What changed between two moments: counts, and the links.',
    query: compareSchema,
    answers: { 200: 'ComparisonAnswer' },
    errorStatuses: [422, 503],
    async handle(request, live) {
      const { from, to, all, changed, present } = await compare(request, live);
      const { skip, limit } = pageOf(request.query) ?? FIRST_PAGE;
      const rows = await present(changed.slice(skip, skip + limit));
      return { from, to, counts: countChanges(all), total: changed.length, rows };
    },
  }),

  route({
    method: 'GET',
    path: '/api/compare/export',
    action: 'ReadLinks',
    summary: 'What changed between two moments, as a file.',
    query: compareSchema.omit(['page', 'pageSize']),
    answers: { 200: { media: ['text/csv'] } },
    errorStatuses: [422, 503],
    async handle(request, live) {
      const { ctx } = request;
      const { from, to, changed, present } = await compare(request, live);
      const [first, last] = [from, to].map((at) => dayOf(new Date(at)));
      ctx.set('X-Total-Count', String(changed.length));
      ctx.set('Content-Disposition', `attachment; filename="changes-${first}-${last}.csv"`);
      ctx.set('Content-Type', 'text/csv; charset=utf-8');
      return Readable.from(textOf(changed, present), { objectMode: false });
    },
  }),
];

type Request = CompareRequest & { readonly query: Pick<CompareQuery, 'change'> };

/** @throws Problem 400 if the moments are in the wrong order. */
async function compare(request: Request, live: QueryDeps) {
  const { change } = request.query;
  const { earlier, later, where, from, to } = await twoMoments(request, live);
  const all = await compareLinks(earlier.deps.reads, later.deps.reads, where);
  const changed =
    change === undefined ? all : all.filter(({ changes }) => changes.some((each) => change.includes(each)));
  const present = async (rows: readonly ChangedLink[]): Promise<readonly ComparedLinkAnswer[]> => {
    const [now, then] = await Promise.all([
      loadLinkAnswers(
        later.deps,
        later.access,
        rows.flatMap(({ after }) => after ?? []),
      ),
      loadLinkAnswers(
        earlier.deps,
        earlier.access,
        rows.flatMap(({ before, after }) => (after === null && before !== null ? before : [])),
      ),
    ]);
    const byId = new Map([...then, ...now].map((link) => [link.id, link]));
    return rows.flatMap(({ id, changes, before, after }) => {
      const link = byId.get(id);
      return link === undefined ? [] : [{ link, changes, before: presentThen(before), after: presentThen(after) }];
    });
  };
  return { from, to, all, changed, present };
}

async function* textOf(
  changed: readonly ChangedLink[],
  present: (rows: readonly ChangedLink[]) => Promise<readonly ComparedLinkAnswer[]>,
): AsyncGenerator<string> {
  yield csvHead(COMPARISON_COLUMNS);
  for (let start = 0; start < changed.length; start += CHUNK)
    yield comparisonLines(await present(changed.slice(start, start + CHUNK)));
}
