/** The clients whose links the signed-in person can see. */
import { useMemo } from 'react';
import type { ClientAnswer } from '../../query-service/contract/answers/clients.ts';
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';
import { type CardsView, queryOf } from '../ui/lists/use-card-list.ts';
import type { ClientSort } from './client-sort.ts';

/** One page of clients; the previous page stays until the next one has arrived. */
export function useClients(view: CardsView, { sort, dir }: ClientSort) {
  const query = queryOf(view);
  query.set('sort', sort);
  query.set('dir', dir);
  return usePage(pathTo('/api/clients', { query }), { keepPreviousData: true });
}

/** What has to be looked up for each client of that page; undefined until it is read. */
export function useClientActivity(
  view: CardsView,
  { sort, dir }: ClientSort,
): ReadonlyMap<string, ClientAnswer> | undefined {
  const query = queryOf(view);
  query.set('sort', sort);
  query.set('dir', dir);
  query.set('activity', 'true');
  const { data } = usePage(pathTo('/api/clients', { query }), { keepPreviousData: true });
  return useMemo(() => data && new Map(data.rows.map((client) => [client.clientDomain, client])), [data]);
}

/** The clients of a team's links. */
export function useTeamClients(teamId: string) {
  return usePage(pathTo('/api/teams/:id/clients', { params: { id: teamId } }));
}
