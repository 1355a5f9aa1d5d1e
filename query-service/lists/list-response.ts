/** Answers a list: one page, or the whole list as a stream. */
import { Readable } from 'node:stream';
import type { RequestContext } from '../../infra/http/request/request-context.ts';
import type { JsonBody } from '../../infra/http/routing/route.ts';
import type { FindQuery, ReadStore, ViewDoc, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { DEFAULT_PAGE_SIZE } from '../contract/list-options.ts';

/** Documents per step when streaming a whole list. */
const CHUNK = 1_000;

/** Limits whole lists in progress: each holds a chunk of rows, and the ids that it has sent. */
export const WHOLE_LISTS = { perPerson: 4, inAll: 24, workName: 'long lists or exports', idleMs: 60_000 };

/** The most passes over a list that changes while it is streamed. */
const PASSES = 3;

/** One part of a list; its query has no skip and no limit. */
export interface ListPart<Field extends string> {
  readonly query: FindQuery<Field>;
  /** The number of documents, if known: then parts outside the page are not read. */
  readonly total?: number;
}

export interface ListOptions<Doc extends ViewDoc, Field extends string, Item> {
  readonly reads: Pick<ReadStore, 'find' | 'position'>;
  readonly view: ViewRef<Doc, Field>;
  /** Without skip and limit; or the parts of the list in order. An empty array means an empty list. */
  readonly query: FindQuery<NoInfer<Field>> | readonly ListPart<NoInfer<Field>>[];
  readonly paging: {
    readonly page?: number | undefined;
    readonly pageSize?: number | undefined;
    /** The highest `X-Total-Count` of a page. */
    readonly countUpTo?: number | undefined;
  };
  readonly present: (docs: readonly Doc[]) => Promise<readonly Item[]>;
}

/** The start and the length of a page; null for the whole list. `pageSize` alone means the first page. */
export function pageOf({ page, pageSize }: ListOptions<never, never, never>['paging']) {
  if (page === undefined && pageSize === undefined) return null;
  const limit = pageSize ?? DEFAULT_PAGE_SIZE;
  return { skip: ((page ?? 1) - 1) * limit, limit };
}

/** The rows of a list; a long list is a stream of JSON text. Sets `X-Total-Count` to the number on all pages. */
export async function answerList<Doc extends ViewDoc, Field extends string, Item>(
  ctx: RequestContext,
  options: ListOptions<Doc, Field, Item>,
): Promise<JsonBody<readonly Item[]>> {
  const { reads, view, present } = options;
  const page = pageOf(options.paging);
  if (page !== null) {
    const { rows, total } = await findParts(reads, view, partsOf(options.query), page, options.paging.countUpTo);
    ctx.set('X-Total-Count', String(total));
    return present(rows);
  }
  const beginning = await beginList(options);
  ctx.set('X-Total-Count', String(beginning.total));
  if (beginning.rows.length < CHUNK) return present(beginning.rows);
  ctx.state.acquireSlot(WHOLE_LISTS);
  ctx.type = 'application/json; charset=utf-8';
  return Readable.from(jsonArrayOf(streamList(options, beginning)), { objectMode: false });
}

/** The first rows of a whole list. */
interface FirstPage<Doc> {
  readonly rows: readonly Doc[];
  readonly total: number;
  /** The position of the view before the read. */
  readonly position: number;
}

/** Reads the first rows of a whole list. */
export async function beginList<Doc extends ViewDoc, Field extends string>(
  options: Omit<ListOptions<Doc, Field, unknown>, 'present'>,
): Promise<FirstPage<Doc>> {
  const { reads, view } = options;
  const position = await reads.position(view);
  const { rows, total } = await findParts(reads, view, partsOf(options.query), { skip: 0, limit: CHUNK });
  return { rows, total, position };
}

/**
 * Streams the whole list in chunks that are never empty. Documents that change during the read shift later ones: no
 * document is sent twice, and if the view has changed, another pass picks up the missed ones.
 */
export async function* streamList<Doc extends ViewDoc, Field extends string, Item>(
  options: ListOptions<Doc, Field, Item>,
  beginning: FirstPage<Doc>,
): AsyncGenerator<readonly Item[]> {
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

/** Reads one page of a list in parts. */
async function findParts<Doc extends ViewDoc, Field extends string>(
  reads: Pick<ReadStore, 'find'>,
  view: ViewRef<Doc, Field>,
  parts: readonly ListPart<NoInfer<Field>>[],
  { skip, limit }: { readonly skip: number; readonly limit: number },
  countUpTo = Number.POSITIVE_INFINITY,
): Promise<{ readonly rows: Doc[]; readonly total: number }> {
  const rows: Doc[] = [];
  let total = 0;
  for (const { query, total: knownTotal } of parts) {
    const page = { skip: Math.max(0, skip - total), limit: limit - rows.length };
    const isOfPage = knownTotal === undefined || (knownTotal > page.skip && page.limit > 0);
    // Only a full count gives the start of the next part.
    const counting = { countUpTo: parts.length > 1 ? Number.POSITIVE_INFINITY : countUpTo };
    const found = isOfPage
      ? await reads.find(view, { ...query, ...page, ...counting })
      : { rows: [], total: knownTotal };
    rows.push(...found.rows);
    total += found.total;
  }
  return { rows, total: Math.min(total, countUpTo) };
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
