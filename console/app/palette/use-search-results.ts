/** What the server finds for what was typed, a short pause after it. */
import useSWR from 'swr';
import type { CampaignAnswer } from '../../../query-service/contract/answers/campaigns.ts';
import type { ClientAnswer } from '../../../query-service/contract/answers/clients.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { MAX_SEARCH } from '../../../query-service/contract/list-options.ts';
import { type ApiError, list, type Page } from '../../platform/api/client.ts';
import { useDebouncedValue } from '../../platform/timing/use-debounced-value.ts';

/** A pause in typing this long is a question to the server. */
const PAUSE_MS = 200;
/** One letter is in almost everything. */
const FEWEST_LETTERS = 2;
const MOST_OF_EACH = 5;

function useSearch<Row>(path: string, q: string) {
  const query = new URLSearchParams({ page: '1', pageSize: String(MOST_OF_EACH), q });
  // What was found before stays while the next answer is on its way.
  return useSWR<Page<Row>, ApiError>(q === '' ? null : `${path}?${query}`, list<Row>, { keepPreviousData: true });
}

const NONE = { rows: [], total: 0 } as const;

export function useSearchResults(typed: string) {
  const sought = typed.trim().slice(0, MAX_SEARCH);
  const settled = useDebouncedValue(sought, PAUSE_MS);
  const q = settled.length < FEWEST_LETTERS || sought.length < FEWEST_LETTERS ? '' : settled;
  const clients = useSearch<ClientAnswer>('/api/clients', q);
  const campaigns = useSearch<CampaignAnswer>('/api/campaigns', q);
  const links = useSearch<LinkAnswer>('/api/links', q);
  const all = [clients, campaigns, links];
  return {
    clients: q === '' ? NONE.rows : (clients.data ?? NONE).rows,
    campaigns: q === '' ? NONE.rows : (campaigns.data ?? NONE).rows,
    links: q === '' ? NONE.rows : (links.data ?? NONE).rows,
    /** The answers to what stands in the field are not all there. */
    searching: sought.length >= FEWEST_LETTERS && (settled !== sought || all.some(({ isLoading }) => isLoading)),
    error: q === '' ? undefined : all.find(({ error }) => error !== undefined)?.error,
    retry: () => {
      for (const { error, mutate } of all) if (error !== undefined) void mutate();
    },
  };
}
