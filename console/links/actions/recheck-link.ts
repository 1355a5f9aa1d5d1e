/** Requests a check and shows its result in a toast. Outside React: it continues when its row is scrolled away. */
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { createStore, useStore } from '../../platform/store/create-store.ts';
import { promptUpgrade } from '../../status-checks/upgrade-prompt.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { formatResult } from '../reasons.ts';
import { messages } from './messages.ts';

const running = createStore<ReadonlySet<string>>(() => new Set());

/** Whether this tab waits for a check of the link. */
export function useIsRechecking(linkId: string): boolean {
  return useStore(running, (links) => links.has(linkId));
}

const RESULT_LABELS = {
  live: messages.stillLive,
  removed: messages.hasBeenRemoved,
  pending: messages.unableToVerify,
} as const;

/** Rechecks a link of a team (null: one’s own) and reports the result in a toast. */
export async function recheckLink(linkId: string, teamId: string | null): Promise<void> {
  if (running.get().has(linkId)) return;
  running.set(new Set(running.get()).add(linkId));
  try {
    const { checkResult } = await send('POST', '/api/links/:id/recheck', { params: { id: linkId } });
    notify(RESULT_LABELS[checkResult.status] ?? messages.unableToVerify, {
      lines: [formatResult(checkResult)],
      stays: checkResult.status !== 'live',
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cooldown') promptUpgrade(teamId);
    else
      notify(messages.recheckFailed, {
        lines: error instanceof ApiError ? [error.message] : [],
        severity: 'destructive',
      });
  } finally {
    running.set(new Set([...running.get()].filter((id) => id !== linkId)));
    await revalidateLists(['links', 'stats'], [linkId]);
  }
}
