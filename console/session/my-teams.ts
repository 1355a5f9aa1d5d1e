/** The teams of the person who is signed in. */

import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';

export type TeamTab = 'my' | 'joined';

/** @param wanted else nothing is read: a list asks in each of its rows, and most are of no team. */
export function useTeamsOf(tab: TeamTab, wanted = true) {
  return usePage(wanted ? pathTo(`/api/teams/${tab}`) : null);
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
