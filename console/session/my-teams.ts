/** The teams of the signed-in person. */

import { useEffect, useState } from 'react';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';
import { whenIdle } from '../platform/timing/idle.ts';

const LONGEST_WAIT_MS = 5_000;

export type TeamTab = 'my' | 'joined';

/** @param wanted false reads nothing: a list calls this in each row, and most rows have no team. */
export function useTeamsOf(tab: TeamTab, wanted = true) {
  return usePage(wanted ? pathTo(`/api/teams/${tab}`) : null);
}

/** All teams of the person, their own first; undefined while loading or not wanted. */
export function useTeams(wanted = true): readonly TeamAnswer[] | undefined {
  const { data: my } = useTeamsOf('my', wanted);
  const { data: joined } = useTeamsOf('joined', wanted);
  return my === undefined || joined === undefined ? undefined : [...my.rows, ...joined.rows];
}

/** The id of the only team, to propose it; '' if there are none or several. */
export function onlyTeamId(teams: readonly TeamAnswer[]): string {
  const [only, ...others] = teams;
  return only === undefined || others.length > 0 ? '' : only.id;
}

/** Reads the teams once the browser is idle, so that a form that proposes one opens at once. */
export function useTeamsWhenIdle(): void {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true), LONGEST_WAIT_MS), []);
  useTeams(isIdle);
}

/** Why the teams could not be loaded, and the way to try again; null without a failure. */
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
