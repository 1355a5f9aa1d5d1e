/** Search results of the server, requested after a short pause in typing. */
import { useState } from 'react';
import type { CampaignAnswer } from '../../../query-service/contract/answers/campaigns.ts';
import type { ClientAnswer } from '../../../query-service/contract/answers/clients.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { MAX_SEARCH } from '../../../query-service/contract/list-options.ts';
import { type ListPage, pathTo, type ReadPath } from '../../platform/api/client.ts';
import { usePage } from '../../platform/api/use-answer.ts';
import { useDebouncedValue } from '../../platform/timing/use-debounced-value.ts';

/** The pause in typing, in milliseconds, that starts a search. */
const PAUSE_MS = 200;
/** A single letter matches almost everything. */
const FEWEST_LETTERS = 2;
const MOST_OF_EACH = 5;

function useSearch<Row>(path: ReadPath<readonly Row[]>, q: string) {
  return usePage(q === '' ? null : path);
}

/** The results of a search, once all three answers have arrived. */
interface SearchResults {
  readonly q: string;
  readonly clients: readonly ClientAnswer[];
  readonly campaigns: readonly CampaignAnswer[];
  readonly links: readonly LinkAnswer[];
}

const NOTHING: SearchResults = { q: '', clients: [], campaigns: [], links: [] };

function rowsOf<Row>(page: ListPage<Row> | undefined): readonly Row[] {
  return page?.rows ?? [];
}

export function useSearchResults(typed: string) {
  const sought = typed.trim().slice(0, MAX_SEARCH);
  const settled = useDebouncedValue(sought, PAUSE_MS);
  const q = settled.length < FEWEST_LETTERS || sought.length < FEWEST_LETTERS ? '' : settled;
  const query = { page: '1', pageSize: String(MOST_OF_EACH), q };
  const clients = useSearch(pathTo('/api/clients', { query }), q);
  const campaigns = useSearch(pathTo('/api/campaigns', { query }), q);
  const links = useSearch(pathTo('/api/links', { query }), q);
  const all = [clients, campaigns, links];
  const loading = all.some(({ isLoading }) => isLoading);
  // All three answers appear together, and until then the previous results stay, so that nothing moves twice.
  const [before, setBefore] = useState(NOTHING);
  const now: SearchResults = {
    q,
    clients: rowsOf(clients.data),
    campaigns: rowsOf(campaigns.data),
    links: rowsOf(links.data),
  };
  if (q !== '' && !loading && before.q !== q) setBefore(now);
  const found = q === '' ? NOTHING : loading ? before : now;
  return {
    clients: found.clients,
    campaigns: found.campaigns,
    links: found.links,
    /** Some results are still loading. */
    searching: sought.length >= FEWEST_LETTERS && (settled !== sought || loading),
    error: q === '' ? undefined : all.find(({ error }) => error !== undefined)?.error,
    retry: () => {
      for (const { error, mutate } of all) if (error !== undefined) void mutate();
    },
  };
}
