/** A scope's newest status check, followed through the event stream, and the way to start one. */
import { useCallback, useEffect, useState } from 'react';
import useSWR, { mutate } from 'swr';
import type {
  StartedStatusCheckAnswer,
  StatusCheckAnswer,
} from '../../query-service/contract/answers/status-checks.ts';
import { ApiError, get, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { formatOutcome, messages } from './messages.ts';
import { promptUpgrade } from './upgrade-prompt.ts';

/** Runs that this tab has seen going on: their end is news. */
const seenRuns = new Set<string>();

/** Says how a run ended, once, to those who saw it going on. */
function announce(run: StatusCheckAnswer): void {
  if (run.state === 'running') {
    seenRuns.add(run.runId);
    return;
  }
  if (!seenRuns.delete(run.runId)) return;
  if (run.state === 'whole') notify(messages.finished, { lines: [formatOutcome(run)] });
  else notify(messages.brokenOff, { lines: [formatOutcome(run), messages.brokenOffHint], severity: 'destructive' });
  void revalidateLists(['account', 'links', 'stats', 'teams']);
}

function statusChecksUrl(teamId: string | null): string {
  return teamId === null ? '/api/status-checks' : `/api/status-checks?teamId=${encodeURIComponent(teamId)}`;
}

/** `teamId` null: one's own links. */
export function useStatusCheck(teamId: string | null) {
  const key = statusChecksUrl(teamId);
  const { data, isLoading } = useSWR<readonly StatusCheckAnswer[], ApiError>(key, get<readonly StatusCheckAnswer[]>);
  const [starting, setStarting] = useState(false);
  const run = data?.[0] ?? null;

  useEffect(() => {
    if (run !== null) announce(run);
  }, [run]);

  const start = useCallback(async () => {
    setStarting(true);
    try {
      const { runId } = await send<StartedStatusCheckAnswer>('POST', '/api/status-checks', { body: { teamId } });
      seenRuns.add(runId);
      await mutate(key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'cooldown') {
        promptUpgrade(teamId);
        await revalidateLists(['account', 'teams']);
      } else if (error.code === 'no-links') notify(messages.noLinks, { lines: [messages.noLinksHint] });
      else if (error.status !== 401) notify(messages.failed, { lines: [error.message], severity: 'destructive' });
    } finally {
      setStarting(false);
    }
  }, [key, teamId]);

  return { run, known: !isLoading, starting, start };
}
