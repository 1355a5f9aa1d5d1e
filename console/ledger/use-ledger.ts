/** Reads the stories of the ledger: the newest page, live, and older ones on demand. */
import { useState } from 'react';
import type { StoriesAnswer, StoryAnswer } from '../../query-service/contract/answers/ledger.ts';
import { ApiError, get, pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { type LedgerFilters, queryOf } from './ledger-filters.ts';
import { mergeNewest } from './merge-rows.ts';

/** Stories of a page. */
const PAGE = 50;

interface LoadedRows {
  readonly path: string;
  /** The newest page that `rows` has. */
  readonly newest: StoriesAnswer | undefined;
  readonly rows: readonly StoryAnswer[];
  /** The cursor of the next page; null at the beginning of the ledger. */
  readonly next: string | null;
}

/** The next page with a story: a page in the middle of a large import has none. */
async function olderThan(query: Readonly<Record<string, string>>, before: string): Promise<StoriesAnswer> {
  const page = await get(pathTo('/api/ledger/stories', { query: { ...query, before } }));
  return page.stories.length > 0 || page.next === null ? page : olderThan(query, page.next);
}

export function useLedger(filters: LedgerFilters) {
  const query = { ...queryOf(filters), limit: String(PAGE) };
  const path = pathTo('/api/ledger/stories', { query });
  const { data, error, mutate } = useAnswer(path, { keepPreviousData: false });
  const [loaded, setLoaded] = useState<LoadedRows>({ path, newest: undefined, rows: [], next: null });
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const [olderError, setOlderError] = useState<ApiError | null>(null);

  let current = loaded;
  if (data !== undefined && (loaded.path !== path || loaded.newest !== data)) {
    const before = loaded.path === path ? loaded.rows : [];
    const rows = mergeNewest(data.stories, before);
    current = { path, newest: data, rows, next: rows.length > data.stories.length ? loaded.next : data.next };
    setLoaded(current);
  }

  const showOlder = async () => {
    const { next } = current;
    if (next === null || isLoadingOlder) return;
    setLoadingOlder(true);
    setOlderError(null);
    try {
      const older = await olderThan(query, next);
      setLoaded((now) => {
        if (now.path !== path || now.next !== next) return now;
        return { ...now, rows: [...now.rows, ...older.stories], next: older.next };
      });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setOlderError(failure);
    } finally {
      setLoadingOlder(false);
    }
  };

  const isCurrent = current.path === path && current.newest !== undefined;
  return {
    rows: isCurrent ? current.rows : undefined,
    isAtBeginning: current.next === null,
    error: error ?? olderError,
    retry: () => void mutate(),
    showOlder: () => void showOlder(),
    isLoadingOlder,
  };
}
