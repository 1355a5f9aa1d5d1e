/** Keeps the read marks of the server, of this browser and of its other tabs in step. */

import { useEffect, useLayoutEffect } from 'react';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { markRead } from './commands.ts';
import { readChannel } from './queries.ts';
import { addReadIds, loadReadIds, type ReadList } from './read-alerts-storage.ts';

/** Reads the alerts again when another tab has marked some as read, as long as the caller is mounted. */
export function useReadInOtherTabs(): void {
  useEffect(() => {
    const hear = () => void revalidateLists(['alerts']);
    readChannel.addEventListener('message', hear);
    return () => readChannel.removeEventListener('message', hear);
  }, []);
}

/**
 * Keeps this browser's copy after the server's word. What was read while the server could not be told is told as soon
 * as it answers again; what it refuses is unread again.
 */
export function useReadSync(name: ReadList, alerts: readonly AlertAnswer[] | undefined): void {
  const { id: userId } = useCurrentUser();
  useLayoutEffect(() => {
    if (alerts === undefined) return;
    const copy = new Set(loadReadIds(name, userId));
    const owed = alerts.filter(({ id, read }) => !read && copy.has(id));
    addReadIds(
      name,
      userId,
      alerts.filter(({ read }) => read).map(({ id }) => id),
    );
    if (owed.length > 0) void markRead(owed, name, userId);
  }, [alerts, name, userId]);
}
