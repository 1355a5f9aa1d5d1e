import test from 'ava';
import type { ReadStore, ViewRef } from '../../infra/ports/storage/read-store.ts';
import { links } from '../../projections/views/links/links.ts';
import { DomainError } from '../core/errors.ts';
import { forEachMatching } from './for-each-matching.ts';

/** A view of these ids; an id that was worked on disappears from it at once. */
function viewOf(ids: readonly string[]) {
  const there = new Set(ids);
  const find = async <Doc>(_view: ViewRef, { limit = 0 }: { limit?: number }) => {
    const rows = [...there].slice(0, limit).map((id) => ({ id }) as Doc);
    return { rows, total: there.size };
  };
  const reads: Partial<ReadStore> = { reached: async () => true, find: find as ReadStore['find'] };
  return { there, reads: reads as ReadStore, feed: { head: async () => 7 } };
}

const matching = { view: links, where: { scope: 'user:ann' } };
const ids = Array.from({ length: 450 }, (_, n) => `l${n}`);

test('every matching document is worked on once, a few at a time', async (t) => {
  const { there, ...deps } = viewOf(ids);
  const worked: string[] = [];
  let atOnce = 0;
  let most = 0;
  const work = async (id: string) => {
    most = Math.max(most, ++atOnce);
    await Promise.resolve();
    atOnce -= 1;
    worked.push(id);
    there.delete(id);
    return worked.length;
  };
  t.deepEqual(await forEachMatching(deps, matching, 0, work, new AbortController().signal), { position: 450, left: 0 });
  t.deepEqual(worked.toSorted(), ids.toSorted());
  t.true(most <= 20, `${most} at once`);
});

test('a refused document is skipped, and counted as left if it still matches; a failure is thrown', async (t) => {
  const { there, ...deps } = viewOf(['gone', 'stays', 'done']);
  const work = async (id: string) => {
    if (id !== 'stays') there.delete(id);
    if (id !== 'done') throw new DomainError('conflict', 'changed', 'Changed meanwhile.');
    return 3;
  };
  const { signal } = new AbortController();
  t.deepEqual(await forEachMatching(deps, matching, 0, work, signal), { position: 7, left: 1 });
  const failing = async () => {
    throw new Error('no room');
  };
  await t.throwsAsync(forEachMatching(deps, matching, 0, failing, signal), { message: 'no room' });
});

test('the work stops on abort, unfinished', async (t) => {
  const { there, ...deps } = viewOf(ids);
  const stop = new AbortController();
  const work = async () => {
    stop.abort();
    return 3;
  };
  t.deepEqual(await forEachMatching(deps, matching, 0, work, stop.signal), { position: 3, left: 0 });
  t.is(there.size, ids.length);
});
