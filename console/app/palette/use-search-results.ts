/** Search results of the server, requested after a short pause in typing. */
import { MAX_SEARCH } from '../../../query-service/contract/list-options.ts';
import { pathTo, type ReadPath } from '../../platform/api/client.ts';
import { usePage } from '../../platform/api/use-answer.ts';
import { useDebouncedValue } from '../../platform/timing/use-debounced-value.ts';

/** The pause in typing, in milliseconds, that starts a search. */
const PAUSE_MS = 200;
/** A single letter matches almost everything. */
const FEWEST_LETTERS = 2;
const MOST_OF_EACH = 5;

function useSearch<Row>(path: ReadPath<readonly Row[]>, q: string) {
  // The previous results stay while the next ones load.
  return usePage(q === '' ? null : path, { keepPreviousData: true });
}

const NONE = { rows: [], total: 0 } as const;

export function useSearchResults(typed: string) {
  const sought = typed.trim().slice(0, MAX_SEARCH);
  const settled = useDebouncedValue(sought, PAUSE_MS);
  const q = settled.length < FEWEST_LETTERS || sought.length < FEWEST_LETTERS ? '' : settled;
  const query = { page: '1', pageSize: String(MOST_OF_EACH), q };
  const clients = useSearch(pathTo('/api/clients', { query }), q);
  const campaigns = useSearch(pathTo('/api/campaigns', { query }), q);
  const links = useSearch(pathTo('/api/links', { query }), q);
  const all = [clients, campaigns, links];
  return {
    clients: q === '' ? NONE.rows : (clients.data ?? NONE).rows,
    campaigns: q === '' ? NONE.rows : (campaigns.data ?? NONE).rows,
    links: q === '' ? NONE.rows : (links.data ?? NONE).rows,
    /** Some results are still loading. */
    searching: sought.length >= FEWEST_LETTERS && (settled !== sought || all.some(({ isLoading }) => isLoading)),
    error: q === '' ? undefined : all.find(({ error }) => error !== undefined)?.error,
    retry: () => {
      for (const { error, mutate } of all) if (error !== undefined) void mutate();
    },
  };
}
