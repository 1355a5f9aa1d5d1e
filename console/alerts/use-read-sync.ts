/** Keeps the read marks of the server, of this browser and of its other tabs in step. */

import { useEffect, useLayoutEffect } from 'react';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { markRead } from './commands.ts';
import { readChannel } from './queries.ts';
import { addReadIds, loadReadIds, type ReadList } from './read-alerts-storage.ts';

/** Reads the alerts again when another tab has marked some as read. */
export function useReadInOtherTabs(): void {
  useEffect(() => {
    const reload = () => void revalidateLists(['alerts']);
    readChannel.addEventListener('message', reload);
    return () => readChannel.removeEventListener('message', reload);
  }, []);
}

/**
 * Updates this browser's read marks from the server's. Alerts that were read while the server could not be reached are
 * marked there as soon as it answers again; those it refuses become unread again.
 */
export function useReadSync(name: ReadList, alerts: readonly AlertAnswer[] | undefined): void {
  const { id: userId } = useCurrentUser();
  useLayoutEffect(() => {
    if (alerts === undefined) return;
    const copy = new Set(loadReadIds(name, userId));
    const unsent = alerts.filter(({ id, read }) => !read && copy.has(id));
    addReadIds(
      name,
      userId,
      alerts.filter(({ read }) => read).map(({ id }) => id),
    );
    if (unsent.length > 0) void markRead(unsent, name, userId);
  }, [alerts, name, userId]);
}
