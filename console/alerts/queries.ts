/** The alerts of whoever is signed in, and the ways to mark them as read. */
import { useEffect, useLayoutEffect } from 'react';
import useSWR, { mutate } from 'swr';
import type { AlertAnswer, AlertTab, ReadAlertsAnswer } from '../../query-service/contract/answers/alerts.ts';
import { ApiError, list, type Page, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { addReadIds, type CopyName, loadReadIds, removeReadIds } from './read-alerts-storage.ts';

const PATH = '/api/alerts';
const UNREAD = alertsUrl('unread', 1, 1);

/** What is read in one tab is read in the others. */
const told = new BroadcastChannel('alerts-read');

/** What the server has not taken in, rather than refused. */
const NOT_NOW: readonly number[] = [0, 401, 429, 503];

export function alertsUrl(tab: AlertTab, page: number, pageSize: number): string {
  return `${PATH}?${new URLSearchParams({ page: String(page), pageSize: String(pageSize), tab })}`;
}

/** A page of alerts; the page before stays until the next one is here. `path` null: not yet. */
export function useAlerts(path: string | null) {
  return useSWR<Page<AlertAnswer>, ApiError>(path, list<AlertAnswer>, { keepPreviousData: true });
}

/** How many are unread; undefined while that is not known. */
export function useUnreadCount(): number | undefined {
  const { data } = useSWR<Page<AlertAnswer>, ApiError>(UNREAD, list<AlertAnswer>);
  return data?.total;
}

/** Reads the alerts again when another tab has marked some as read, as long as the caller is mounted. */
export function useOtherTabs(): void {
  useEffect(() => {
    const hear = () => void revalidateLists(['alerts']);
    told.addEventListener('message', hear);
    return () => told.removeEventListener('message', hear);
  }, []);
}

/**
 * Keeps this browser's copy after the server's word. What was read while the server could not be told is told as soon
 * as it answers again; what it refuses is unread again.
 */
export function useReadCopy(name: CopyName, alerts: readonly AlertAnswer[] | undefined): void {
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

/** Shows alerts as read at once and tells the server. */
export async function markRead(alerts: readonly AlertAnswer[], name: CopyName, userId: string): Promise<void> {
  const ids = alerts.filter(({ read }) => !read).map(({ id }) => id);
  if (ids.length === 0) return;
  addReadIds(name, userId, ids);
  void showRead(new Set(ids));
  void mutate<Page<AlertAnswer>>(UNREAD, (now) => now && { ...now, total: Math.max(0, now.total - ids.length) }, false);
  try {
    const { unread } = await send<ReadAlertsAnswer>('POST', `${PATH}/read`, { body: { ids } });
    told.postMessage('some');
    await mutate<Page<AlertAnswer>>(UNREAD, (now) => now && { ...now, total: unread }, false);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (NOT_NOW.includes(error.status)) return;
    removeReadIds(name, userId, ids);
    refused(error);
    await revalidateLists(['alerts']);
  }
}

/** Answers whether the server did it. */
export async function markAllRead(): Promise<boolean> {
  try {
    await send<ReadAlertsAnswer>('POST', `${PATH}/read`, { body: { all: true } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refused(error);
    return false;
  }
  told.postMessage('all');
  notify(messages.allRead);
  await revalidateLists(['alerts']);
  return true;
}

function refused({ message }: ApiError): void {
  notify(messages.markFailed, { lines: [message], severity: 'destructive' });
}

/** In every page of alerts that is on the screen or was. */
function showRead(ids: ReadonlySet<string>): Promise<unknown> {
  return mutate<Page<AlertAnswer>>(
    (key) => typeof key === 'string' && key.startsWith(`${PATH}?`),
    (now) => now && { ...now, rows: now.rows.map((alert) => (ids.has(alert.id) ? { ...alert, read: true } : alert)) },
    { revalidate: false },
  );
}
