/** What a status check of several lists would check, and the progress of running checks. Pure. */
import type { ClientInScopeAnswer } from '../../query-service/contract/answers/clients.ts';
import type { CheckableListAnswer, StatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';

type RunProgress = Pick<StatusCheckAnswer, 'done' | 'total' | 'live' | 'removed' | 'pending' | 'visited'>;

interface ListsToCheck {
  /** The links that a status check would visit now. */
  readonly ready: number;
  /** The first list that may be checked again, if none may be checked now; null: some may, or there are no links. */
  readonly waiting: { readonly teamId: string | null; readonly until: string } | null;
  /** The runs under way, summed up with those that ended since the first of them started; null: none. */
  readonly running: RunProgress | null;
}

/** The lists with links of a client, each with the number of these links. */
export function listsOfClient(
  lists: readonly CheckableListAnswer[],
  scopes: readonly Pick<ClientInScopeAnswer, 'teamId' | 'total'>[],
): readonly CheckableListAnswer[] {
  return lists.flatMap((list) => {
    const total = scopes.find(({ teamId }) => teamId === list.teamId)?.total ?? 0;
    return total === 0 ? [] : [{ ...list, total }];
  });
}

export function summarizeLists(lists: readonly CheckableListAnswer[], now: number): ListsToCheck {
  const filled = lists.filter(({ total }) => total > 0);
  const isWaiting = ({ nextCheckDate }: CheckableListAnswer) =>
    nextCheckDate !== null && Date.parse(nextCheckDate) > now;
  const ready = filled.filter((list) => !isWaiting(list)).reduce((sum, { total }) => sum + total, 0);
  const [first] = filled
    .flatMap(({ teamId, nextCheckDate: until }) => (until === null ? [] : [{ teamId, until }]))
    .toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until));
  return { ready, waiting: ready === 0 ? (first ?? null) : null, running: runningOf(lists) };
}

function runningOf(lists: readonly CheckableListAnswer[]): RunProgress | null {
  const runs = lists.flatMap(({ run }) => run ?? []);
  const since = runs.filter(({ state }) => state === 'running').map(({ startedAt }) => Date.parse(startedAt));
  if (since.length === 0) return null;
  const first = Math.min(...since);
  return sumRuns(runs.filter(({ finishedAt }) => finishedAt === null || Date.parse(finishedAt) >= first));
}

/** The sums of several runs. */
export function sumRuns(runs: readonly RunProgress[]): RunProgress {
  const sum = (name: Exclude<keyof RunProgress, 'visited'>) => runs.reduce((all, run) => all + run[name], 0);
  return {
    done: sum('done'),
    total: sum('total'),
    live: sum('live'),
    removed: sum('removed'),
    pending: sum('pending'),
    visited: runs.reduce<RunProgress['visited']>(
      (all, { visited: each }) => all && each && { checks: all.checks + each.checks, visits: all.visits + each.visits },
      { checks: 0, visits: 0 },
    ),
  };
}
