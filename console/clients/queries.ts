/** The clients whose links the signed-in person can see. */
import { useMemo } from 'react';
import type { ClientAnswer } from '../../query-service/contract/answers/clients.ts';
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';
import { type CardsView, queryOf } from '../ui/lists/use-card-list.ts';
import type { ClientOrder } from './client-sort.ts';

function clientsPath(view: CardsView, { sort, dir }: ClientOrder, more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({ ...Object.fromEntries(queryOf(view)), sort, dir, ...more });
  return pathTo('/api/clients', { query });
}

/** One page of clients; the previous page stays until the next one has arrived. */
export function useClients(view: CardsView, order: ClientOrder) {
  return usePage(clientsPath(view, order), { keepPreviousData: true });
}

/**
 * The same page with the facts that the server looks up for each client, by client domain. A request of its own: the list
 * does not wait for it. undefined until it is answered.
 * @param wanted false reads nothing.
 */
export function useClientActivity(
  view: CardsView,
  order: ClientOrder,
  wanted: boolean,
): ReadonlyMap<string, ClientAnswer> | undefined {
  const path = wanted ? clientsPath(view, order, { activity: 'true' }) : null;
  const { data } = usePage(path, { keepPreviousData: true });
  return useMemo(() => data && new Map(data.rows.map((client) => [client.clientDomain, client])), [data]);
}

/** The clients of a team's links. */
export function useTeamClients(teamId: string) {
  return usePage(pathTo('/api/teams/:id/clients', { params: { id: teamId } }));
}
