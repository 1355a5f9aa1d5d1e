/** One client, and the clients that a search finds. */
import { pathTo } from '../platform/api/client.ts';
import { useAnswer, usePage } from '../platform/api/use-answer.ts';

/** Clients that a search returns at most. */
const SEARCH_LIMIT = 50;

/** The first clients whose name or domain contains a text; of one list if it is named. */
export function useClientSearch(text: string, list?: string) {
  const query = new URLSearchParams({
    page: '1',
    pageSize: String(SEARCH_LIMIT),
    ...(text === '' ? {} : { q: text }),
    ...(list === undefined ? {} : { teamId: list }),
  });
  return usePage(pathTo('/api/clients', { query }), { keepPreviousData: true });
}

/** Where one client is read: in all lists, or in one, which is a team’s id or `personal`. */
export function clientUrl(domain: string, list?: string) {
  const query = new URLSearchParams(list === undefined ? {} : { teamId: list });
  return pathTo('/api/clients/:domain', { params: { domain }, query });
}

/** One client; nothing is read for an empty domain. */
export function useClient(clientDomain: string, list?: string) {
  return useAnswer(clientDomain === '' ? null : clientUrl(clientDomain, list));
}
