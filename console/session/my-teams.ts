/** The teams of the person who is signed in. */

import useSWR from 'swr';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { type ApiError, list, type Page } from '../platform/api/client.ts';

export type TeamTab = 'my' | 'joined';

/** @param wanted else nothing is read: a list asks in each of its rows, and most are of no team. */
export function useTeamsOf(tab: TeamTab, wanted = true) {
  return useSWR<Page<TeamAnswer>, ApiError>(wanted ? `/api/teams/${tab}` : null, list<TeamAnswer>);
}

/** All teams one sees, one's own first; undefined while they are not known, or not wanted. */
export function useTeams(wanted = true): readonly TeamAnswer[] | undefined {
  const { data: my } = useTeamsOf('my', wanted);
  const { data: joined } = useTeamsOf('joined', wanted);
  return my === undefined || joined === undefined ? undefined : [...my.rows, ...joined.rows];
}

/** Why they could not be read, and the way to try again; null where nothing failed. */
export function useTeamsFailure(): { readonly message: string; readonly retry: () => void } | null {
  const failed = [useTeamsOf('my'), useTeamsOf('joined')].filter(
    ({ data, error }) => data === undefined && error !== undefined,
  );
  const [first] = failed;
  if (first === undefined) return null;
  return {
    message: first.error?.message ?? '',
    retry: () => {
      for (const { mutate } of failed) void mutate();
    },
  };
}
