/** One client, and the clients that a search finds. */
import { pathTo } from '../platform/api/client.ts';
import { useAnswer, usePage } from '../platform/api/use-answer.ts';

/** Clients that a search returns at most. */
const SEARCH_LIMIT = 50;

/** The first clients whose domain contains a text. */
export function useClientSearch(text: string) {
  const query = new URLSearchParams({
    page: '1',
    pageSize: String(SEARCH_LIMIT),
    ...(text === '' ? {} : { q: text }),
  });
  return usePage(pathTo('/api/clients', { query }), { keepPreviousData: true });
}

/** One client; nothing is read for an empty domain. */
export function useClient(clientDomain: string) {
  return useAnswer(clientDomain === '' ? null : pathTo('/api/clients/:domain', { params: { domain: clientDomain } }));
}
