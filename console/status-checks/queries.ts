/** When the next status check of a scope can run. One's own plan decides, or the plan of the team's owner. */
import useSWR from 'swr';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { useSubscription } from '../billing/queries.ts';
import { type ApiError, get } from '../platform/api/client.ts';

interface NextCheck {
  /** undefined: not known yet; null: it can be run now. */
  readonly nextCheckDate: string | null | undefined;
  /** Whose plan decides; null: one's own. */
  readonly ownerId: string | null;
}

export function useNextCheck(teamId: string | null): NextCheck {
  const { data: own } = useSubscription();
  const { data: team } = useSWR<TeamAnswer, ApiError>(
    teamId === null ? null : `/api/teams/${encodeURIComponent(teamId)}`,
    get<TeamAnswer>,
  );
  if (teamId === null) return { nextCheckDate: own?.nextCheckDate, ownerId: null };
  return { nextCheckDate: team?.nextCheckDate, ownerId: team?.ownerId ?? null };
}
