/** When the next status check of a scope can run. One's own plan decides, or the plan of the team's owner. */
import { useSubscription } from '../billing/queries.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';

interface CheckAvailability {
  /** undefined: not known yet; null: it can be run now. */
  readonly nextCheckDate: string | null | undefined;
  /** Whose plan decides; null: one's own. */
  readonly ownerId: string | null;
}

export function useNextCheck(teamId: string | null): CheckAvailability {
  const { data: own } = useSubscription();
  const { data: team } = useAnswer(teamId === null ? null : pathTo('/api/teams/:id', { params: { id: teamId } }));
  if (teamId === null) return { nextCheckDate: own?.nextCheckDate, ownerId: null };
  return { nextCheckDate: team?.nextCheckDate, ownerId: team?.ownerId ?? null };
}
