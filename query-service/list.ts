/** Answers a list: a page of it, or the whole of it as a stream. */
import { Readable } from 'node:stream';
import type { RequestContext } from '../infra/http/context.ts';
import type { FindQuery, ReadStore } from '../infra/ports.ts';
import { DEFAULT_PAGE_SIZE } from './choices.ts';

/** Documents read and answered at a time when a whole list is asked for. */
const CHUNK = 1_000;

/** A list that keeps changing while it is streamed is gone through this often at most. */
const PASSES = 3;

export interface ListOptions<Doc extends { readonly id: string }, Answer> {
  readonly reads: ReadStore;
  readonly view: string;
  /** Without skip and limit. null: nothing can match, so nothing is read. */
  readonly query: FindQuery | null;
  readonly paging: { readonly page?: number | undefined; readonly pageSize?: number | undefined };
  readonly present: (docs: readonly Doc[]) => Promise<readonly Answer[]>;
}

/** Where a page begins and how long it is; null: the whole list. `pageSize` alone means the first page. */
export function pageOf({ page, pageSize }: ListOptions<never, never>['paging']) {
  if (page === undefined && pageSize === undefined) return null;
  const limit = pageSize ?? DEFAULT_PAGE_SIZE;
  return { skip: ((page ?? 1) - 1) * limit, limit };
}

/** Sets the body to a JSON array of answers and `X-Total-Count` to how many there are on all pages. */
export async function answerList<Doc extends { readonly id: string }, Answer>(
  ctx: RequestContext,
  options: ListOptions<Doc, Answer>,
): Promise<void> {
  const { reads, view, query, present } = options;
  if (query === null) {
    ctx.set('X-Total-Count', '0');
    ctx.body = [];
    return;
  }
  const page = pageOf(options.paging);
  const position = await reads.position(view);
  const first = await reads.find<Doc>(view, { ...query, ...(page ?? { limit: CHUNK }) });
  ctx.set('X-Total-Count', String(first.total));
  if (page !== null || first.rows.length < CHUNK) {
    ctx.body = await present(first.rows);
    return;
  }
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = Readable.from(wholeList(options, query, first.rows, position), { objectMode: false });
}

/**
 * The JSON text of the whole list, chunk by chunk. A document that moves or goes while the list is read shifts the ones
 * behind it: none is answered twice, and when the view has moved the list is gone through again for those missed.
 */
async function* wholeList<Doc extends { readonly id: string }, Answer>(
  { reads, view, present }: ListOptions<Doc, Answer>,
  query: FindQuery,
  firstRows: readonly Doc[],
  startedAt: number,
): AsyncGenerator<string> {
  const sent = new Set<string>();
  let position = startedAt;
  let rows = firstRows;
  let open = '[';
  for (let pass = 1; pass <= PASSES; pass += 1) {
    for (let skip = CHUNK; rows.length > 0; skip += CHUNK) {
      const answers = await present(rows.filter((row) => !sent.has(row.id)));
      for (const row of rows) sent.add(row.id);
      if (answers.length > 0) {
        yield `${open}${answers.map((answer) => JSON.stringify(answer)).join(',')}`;
        open = ',';
      }
      if (rows.length < CHUNK) break;
      rows = (await reads.find<Doc>(view, { ...query, skip, limit: CHUNK })).rows;
    }
    const now = await reads.position(view);
    if (now === position || pass === PASSES) break;
    position = now;
    rows = (await reads.find<Doc>(view, { ...query, limit: CHUNK })).rows;
  }
  yield open === '[' ? '[]' : ']';
}
