/** Answers a list: a page of it, or the whole of it as a stream. */
import { Readable } from 'node:stream';
import type { RequestContext } from '../../infra/http/request-context.ts';
import type { FindQuery, ReadStore, ViewDoc, ViewRef } from '../../infra/ports/read-store.ts';
import { DEFAULT_PAGE_SIZE } from '../contract/list-options.ts';

/** Documents read and answered at a time when a whole list is asked for. */
const CHUNK = 1_000;

/** A list that keeps changing while it is streamed is gone through this often at most. */
const PASSES = 3;

/** A part of a list, without skip and limit. */
export interface ListPart<Field extends string> {
  readonly query: FindQuery<Field>;
  /** How many there are, where that is known: then only the parts of the page are read. */
  readonly total?: number;
}

export interface ListOptions<Doc extends ViewDoc, Field extends string, Answer> {
  readonly reads: ReadStore;
  readonly view: ViewRef<Doc, Field>;
  /** Without skip and limit; or the parts of the list, in order: of none nothing can match. */
  readonly query: FindQuery<NoInfer<Field>> | readonly ListPart<NoInfer<Field>>[];
  readonly paging: {
    readonly page?: number | undefined;
    readonly pageSize?: number | undefined;
    /** The `X-Total-Count` of a page is this at most. */
    readonly countUpTo?: number | undefined;
  };
  readonly present: (docs: readonly Doc[]) => Promise<readonly Answer[]>;
}

/** Where a page begins and how long it is; null: the whole list. `pageSize` alone means the first page. */
export function pageOf({ page, pageSize }: ListOptions<never, never, never>['paging']) {
  if (page === undefined && pageSize === undefined) return null;
  const limit = pageSize ?? DEFAULT_PAGE_SIZE;
  return { skip: ((page ?? 1) - 1) * limit, limit };
}

/** Sets the body to a JSON array of answers and `X-Total-Count` to how many there are on all pages. */
export async function answerList<Doc extends ViewDoc, Field extends string, Answer>(
  ctx: RequestContext,
  options: ListOptions<Doc, Field, Answer>,
): Promise<void> {
  const { reads, view, present } = options;
  const page = pageOf(options.paging);
  if (page !== null) {
    const { rows, total } = await findParts(reads, view, partsOf(options.query), page, options.paging.countUpTo);
    ctx.set('X-Total-Count', String(total));
    ctx.body = await present(rows);
    return;
  }
  const beginning = await beginList(options);
  ctx.set('X-Total-Count', String(beginning.total));
  if (beginning.rows.length < CHUNK) {
    ctx.body = await present(beginning.rows);
    return;
  }
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = Readable.from(jsonArrayOf(streamList(options, beginning)), { objectMode: false });
}

/** The first rows of a whole list, and what is known once they are read. */
export interface FirstPage<Doc> {
  readonly rows: readonly Doc[];
  readonly total: number;
  /** Where the view stood before they were read. */
  readonly position: number;
}

/** Begins to read a whole list. */
export async function beginList<Doc extends ViewDoc, Field extends string>(
  options: Omit<ListOptions<Doc, Field, unknown>, 'present'>,
): Promise<FirstPage<Doc>> {
  const { reads, view } = options;
  const position = await reads.position(view);
  const { rows, total } = await findParts(reads, view, partsOf(options.query), { skip: 0, limit: CHUNK });
  return { rows, total, position };
}

/**
 * The whole list, chunk by chunk, none of them empty. A document that moves or goes while the list is read shifts the
 * ones behind it: none is answered twice, and when the view has moved the list is gone through again for those missed.
 */
export async function* streamList<Doc extends ViewDoc, Field extends string, Answer>(
  options: ListOptions<Doc, Field, Answer>,
  beginning: FirstPage<Doc>,
): AsyncGenerator<readonly Answer[]> {
  const { reads, view, present } = options;
  const parts = partsOf(options.query);
  const sent = new Set<string>();
  let { rows, position } = beginning;
  for (let pass = 1; pass <= PASSES; pass += 1) {
    for (let skip = CHUNK; rows.length > 0; skip += CHUNK) {
      const answers = await present(rows.filter((row) => !sent.has(row.id)));
      for (const row of rows) sent.add(row.id);
      if (answers.length > 0) yield answers;
      if (rows.length < CHUNK) break;
      rows = (await findParts(reads, view, parts, { skip, limit: CHUNK })).rows;
    }
    const now = await reads.position(view);
    if (now === position || pass === PASSES) break;
    position = now;
    rows = (await findParts(reads, view, parts, { skip: 0, limit: CHUNK })).rows;
  }
}

async function* jsonArrayOf(chunks: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let open = '[';
  for await (const chunk of chunks) {
    yield `${open}${chunk.map((answer) => JSON.stringify(answer)).join(',')}`;
    open = ',';
  }
  yield open === '[' ? '[]' : ']';
}

/** A page of a list that is asked for in parts. */
async function findParts<Doc extends ViewDoc, Field extends string>(
  reads: ReadStore,
  view: ViewRef<Doc, Field>,
  parts: readonly ListPart<NoInfer<Field>>[],
  { skip, limit }: { readonly skip: number; readonly limit: number },
  countUpTo?: number,
): Promise<{ readonly rows: Doc[]; readonly total: number }> {
  const rows: Doc[] = [];
  let total = 0;
  for (const { query, total: known } of parts) {
    const page = { skip: Math.max(0, skip - total), limit: limit - rows.length };
    const isOfPage = known === undefined || (known > page.skip && page.limit > 0);
    // Where the next part begins only a whole count says.
    const counting = countUpTo === undefined || parts.length > 1 ? {} : { countUpTo };
    const found = isOfPage ? await reads.find(view, { ...query, ...page, ...counting }) : { rows: [], total: known };
    rows.push(...found.rows);
    total += found.total;
  }
  return { rows, total: Math.min(total, countUpTo ?? total) };
}

function partsOf<Field extends string>(
  query: FindQuery<Field> | readonly ListPart<Field>[],
): readonly ListPart<Field>[] {
  return isParts(query) ? query : [{ query }];
}

function isParts<Field extends string>(
  query: FindQuery<Field> | readonly ListPart<Field>[],
): query is readonly ListPart<Field>[] {
  return Array.isArray(query);
}
