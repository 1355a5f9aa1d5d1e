/** A scope's newest status check, followed through the event stream, and the way to start one. */
import { useCallback, useEffect, useState } from 'react';
import useSWR, { mutate } from 'swr';
import type {
  StartedStatusCheckAnswer,
  StatusCheckAnswer,
} from '../../query-service/contract/answers/status-checks.ts';
import { ApiError, get, send } from '../platform/api/client.ts';
import { refresh } from '../platform/live/use-live-updates.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { outcomeInWords, words } from './messages.ts';
import { offerUpgrade } from './upgrade-prompt.ts';

/** Runs that this tab has seen going on: their end is news. */
const watched = new Set<string>();

/** Says how a run ended, once, to those who saw it going on. */
function announce(run: StatusCheckAnswer): void {
  if (run.state === 'running') {
    watched.add(run.runId);
    return;
  }
  if (!watched.delete(run.runId)) return;
  if (run.state === 'whole') notify(words.finished, { lines: [outcomeInWords(run)] });
  else notify(words.brokenOff, { lines: [outcomeInWords(run), words.brokenOffHint], tone: 'destructive' });
  void refresh(['account', 'links', 'stats', 'teams']);
}

function keyOf(teamId: string | null): string {
  return teamId === null ? '/api/status-checks' : `/api/status-checks?teamId=${encodeURIComponent(teamId)}`;
}

/** `teamId` null: one's own links. */
export function useStatusCheck(teamId: string | null) {
  const key = keyOf(teamId);
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
      watched.add(runId);
      await mutate(key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'cooldown') {
        offerUpgrade();
        await refresh(['account', 'teams']);
      } else if (error.code === 'no-links') notify(words.noLinks, { lines: [words.noLinksHint] });
      else if (error.status !== 401) notify(words.failed, { lines: [error.message], tone: 'destructive' });
    } finally {
      setStarting(false);
    }
  }, [key, teamId]);

  return { run, known: !isLoading, starting, start };
}
