/** A scope's newest status check, followed through the event stream, and the way to start one. */
import { useCallback, useEffect, useState } from 'react';
import { mutate } from 'swr';
import type { StatusCheckAnswer } from '../../query-service/contract/answers/status-checks.ts';
import { ApiError, pathTo, send } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { formatOutcome, messages } from './messages.ts';
import { promptUpgrade } from './upgrade-prompt.ts';

/** Runs that this tab has seen in progress. */
const seenRuns = new Set<string>();

/** Shows the result of a run once, if this tab has seen the run in progress. */
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

function statusChecksUrl(teamId: string | null) {
  return pathTo('/api/status-checks', teamId === null ? {} : { query: { teamId } });
}

/** `teamId` null: one's own links. */
export function useStatusCheck(teamId: string | null) {
  const key = statusChecksUrl(teamId);
  const { data, isLoading } = useAnswer(key);
  const [starting, setStarting] = useState(false);
  const run = data?.[0] ?? null;

  useEffect(() => {
    if (run !== null) announce(run);
  }, [run]);

  const start = useCallback(async () => {
    setStarting(true);
    try {
      const { runId } = await send('POST', '/api/status-checks', { body: { teamId } });
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
