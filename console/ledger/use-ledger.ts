/** Reads the ledger: the newest page, live, and older ones on demand. */
import { useState } from 'react';
import type { LedgerAnswer } from '../../query-service/contract/answers/ledger.ts';
import { ApiError, get, pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { type LedgerFilters, queryOf } from './ledger-filters.ts';
import { mergeNewest } from './merge-rows.ts';

/** Rows of a page. */
const PAGE = 50;

interface LoadedRows {
  readonly path: string;
  /** The newest page that `rows` has. */
  readonly newest: readonly LedgerAnswer[] | undefined;
  readonly rows: readonly LedgerAnswer[];
  readonly isAtBeginning: boolean;
}

export function useLedger(filters: LedgerFilters) {
  const query = { ...queryOf(filters), limit: String(PAGE) };
  const path = pathTo('/api/ledger', { query });
  const { data, error, mutate } = useAnswer(path, { keepPreviousData: false });
  const [loaded, setLoaded] = useState<LoadedRows>({ path, newest: undefined, rows: [], isAtBeginning: false });
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const [olderError, setOlderError] = useState<ApiError | null>(null);

  let current = loaded;
  if (data !== undefined && (loaded.path !== path || loaded.newest !== data)) {
    const before = loaded.path === path ? loaded.rows : [];
    const rows = mergeNewest(data, before);
    const isWhole = rows.length === data.length;
    current = { path, newest: data, rows, isAtBeginning: isWhole ? data.length < PAGE : loaded.isAtBeginning };
    setLoaded(current);
  }

  const showOlder = async () => {
    const last = current.rows.at(-1);
    if (last === undefined || isLoadingOlder) return;
    setLoadingOlder(true);
    setOlderError(null);
    try {
      const older = await get(pathTo('/api/ledger', { query: { ...query, before: last.event.cursor } }));
      setLoaded((now) => {
        if (now.path !== path || now.rows.at(-1)?.event.id !== last.event.id) return now;
        return { ...now, rows: [...now.rows, ...older], isAtBeginning: older.length < PAGE };
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
    isAtBeginning: current.isAtBeginning,
    error: error ?? olderError,
    retry: () => void mutate(),
    showOlder: () => void showOlder(),
    isLoadingOlder,
  };
}
