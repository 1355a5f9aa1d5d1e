/** Going through all links of a scope by id, however many there are and whatever happens to them meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ReadStore, ViewRef } from '../../infra/ports/read-store.ts';
import { type LinkDoc, links } from '../../projections/views/links/links.ts';
import type { Scope } from '../scope.ts';

/** Links read at once; at least 2, as each page begins with the last link of the one before. */
const PAGE = 200;
const POLL_MS = 20;

/**
 * Pages of the scope's links whose id comes after `cursor`, those in the trash and the remains of purged ones among
 * them. Every link that is in the scope all the while comes exactly once: a page is found by the id before it, not by a
 * count that others may change.
 */
export async function* scanLinks(
  reads: Pick<ReadStore, 'find'>,
  scope: Scope,
  cursor: string,
  pageSize = PAGE,
): AsyncGenerator<readonly LinkDoc[]> {
  let last = cursor;
  let skip = last === '' ? 0 : await placeAfter(reads, scope, last);
  for (;;) {
    // The page begins with the link that is known already: if another stands there, links have come or gone.
    const from = Math.max(0, skip - 1);
    const { rows } = await reads.find(links, { where: { scope }, skip: from, limit: pageSize });
    const first = rows[0];
    if (last !== '' && (first === undefined || first.id > last)) {
      const place = await placeAfter(reads, scope, last);
      if (place < from) {
        skip = place;
        continue;
      }
    }
    const page = rows.filter(({ id }) => id > last);
    if (page.length > 0) yield page;
    if (rows.length < pageSize) return;
    const end = rows.at(-1)?.id ?? last;
    if (end > last) last = end;
    skip = from + rows.length;
  }
}

/** How many of the scope's links have an id up to `cursor`. */
async function placeAfter(reads: Pick<ReadStore, 'find'>, scope: Scope, cursor: string): Promise<number> {
  let low = 0;
  let high = (await reads.find(links, { where: { scope }, limit: 0 })).total;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await reads.find(links, { where: { scope }, skip: middle, limit: 1 });
    const id = rows[0]?.id;
    if (id !== undefined && id <= cursor) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Waits until the views have seen the log up to `position`; says whether they did before `signal` aborted. */
export async function seen(
  reads: ReadStore,
  views: readonly ViewRef[],
  position: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (const view of views) {
    while ((await reads.position(view)) < position) {
      if (signal.aborted) return false;
      await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return true;
}
