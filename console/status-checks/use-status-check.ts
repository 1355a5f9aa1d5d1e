/** The status checks of the lists of a page, followed through the event stream, and the way to start them. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { mutate } from 'swr';
import type { CheckableListAnswer, StatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { ApiError, pathTo, send } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useTeams } from '../session/my-teams.ts';
import { denialReason } from '../session/permissions.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { listsOfClient, summarizeLists, sumRuns } from './lists-to-check.ts';
import { formatOutcome, formatVisits, messages } from './messages.ts';
import { promptUpgrade } from './upgrade-prompt.ts';

const LISTS = pathTo('/api/checkable-lists');

/** Runs that this tab has seen in progress. */
const seenRuns = new Set<string>();

/** Shows the result of runs that this tab has seen in progress, once the last of them has ended. */
function announce(lists: readonly CheckableListAnswer[]): void {
  const runs = lists.flatMap(({ run }) => run ?? []);
  for (const { state, runId } of runs) if (state === 'running') seenRuns.add(runId);
  if (runs.some(({ state }) => state === 'running')) return;
  const ended = runs.filter(({ runId }) => seenRuns.delete(runId));
  if (ended.length === 0) return;
  const sums = sumRuns(ended);
  const lines = [formatOutcome(sums), formatVisits(sums)].filter((line) => line !== null);
  const isWhole = ended.every(({ state }: StatusCheckAnswer) => state === 'whole');
  if (isWhole) notify(messages.finished, { lines });
  else notify(messages.brokenOff, { lines: [...lines, messages.brokenOffHint], severity: 'destructive' });
  void revalidateLists(['account', 'links', 'stats', 'teams']);
}

/** The links of a page: of a team, of a client in every list, or (both null) of every list that may be checked. */
export interface LinksToCheck {
  readonly teamId?: string | null;
  readonly clientDomain?: string | null;
}

export function useStatusCheck({ teamId = null, clientDomain = null }: LinksToCheck) {
  const now = useNow();
  const { data: all } = useAnswer(LISTS);
  const domain = { params: { domain: clientDomain ?? '' } };
  const { data: client } = useAnswer(clientDomain === null ? null : pathTo('/api/clients/:domain', domain));
  const [starting, setStarting] = useState(false);
  const lists = useMemo(() => {
    if (clientDomain !== null) return client && all && listsOfClient(all, client.scopes);
    return teamId === null ? all : all?.filter((list) => list.teamId === teamId);
  }, [all, teamId, clientDomain, client]);
  const summary = summarizeLists(lists ?? [], now);
  const teams = useTeams(teamId === null);
  // Somebody who only views links has no list to check, though the page is full of links.
  const isShown = (team: TeamAnswer) =>
    client === undefined ? team.links.total > 0 : client.scopes.some((scope) => scope.teamId === team.id);
  const viewed = lists?.every(({ total }) => total === 0) ? teams?.find(isShown) : undefined;
  const refusal = viewed === undefined ? null : denialReason('RunStatusCheck', viewed);
  const waitingFor = summary.waiting?.teamId ?? teamId;

  useEffect(() => {
    if (all !== undefined) announce(all);
  }, [all]);

  const start = useCallback(async () => {
    setStarting(true);
    try {
      const body = { clientDomain, ...(teamId === null ? { all: true } : { teamId }) };
      const { runs } = await send('POST', '/api/status-checks', { body });
      for (const { runId } of runs) seenRuns.add(runId);
      await mutate(LISTS);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'cooldown') {
        promptUpgrade(waitingFor);
        await revalidateLists(['account', 'teams']);
      } else if (error.code === 'no-links') notify(messages.noLinks, { lines: [messages.noLinksHint] });
      else if (error.status !== 401) notify(messages.failed, { lines: [error.message], severity: 'destructive' });
    } finally {
      setStarting(false);
    }
  }, [teamId, clientDomain, waitingFor]);

  return { ...summary, isKnown: lists !== undefined, refusal, starting, start };
}
