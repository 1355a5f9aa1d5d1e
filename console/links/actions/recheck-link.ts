/** Asks for a check and says what came of it. Outside React: a check goes on when its row is scrolled away. */
import { useSyncExternalStore } from 'react';
import type { CheckResultAnswer } from '../../../query-service/contract/answers/links.ts';
import { ApiError, send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { promptUpgrade } from '../../status-checks/upgrade-prompt.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { linkPath } from '../link-queries.ts';
import { messages } from '../messages.ts';

let running: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  running = next;
  for (const listener of listeners) listener();
}

/** This tab is waiting for a check of the link. */
export function useRechecking(linkId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running.has(linkId),
  );
}

const OUTCOMES = {
  live: messages.stillLive,
  removed: messages.hasBeenRemoved,
  pending: messages.unableToVerify,
} as const;

/** Rechecks a link of a team (null: one’s own) and reports the result in a toast. */
export async function recheckLink(linkId: string, teamId: string | null): Promise<void> {
  if (running.has(linkId)) return;
  set(new Set(running).add(linkId));
  try {
    const { checkResult } = await send<{ checkResult: CheckResultAnswer }>('POST', `${linkPath(linkId)}/recheck`);
    notify(OUTCOMES[checkResult.status] ?? messages.unableToVerify, { lines: [checkResult.reason] });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cooldown') promptUpgrade(teamId);
    else
      notify(messages.recheckFailed, {
        lines: error instanceof ApiError ? [error.message] : [],
        severity: 'destructive',
      });
  } finally {
    set(new Set([...running].filter((id) => id !== linkId)));
    await revalidateLists(['links', 'stats'], [linkId]);
  }
}
