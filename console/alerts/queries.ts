/** The alerts of the signed-in person. */

import useSWR from 'swr';
import type { AlertAnswer, AlertTab } from '../../query-service/contract/answers/alerts.ts';
import { type ApiError, list, type Page } from '../platform/api/client.ts';

export const PATH = '/api/alerts';

export const UNREAD = alertsUrl('unread', 1, 1);

/** Tells other tabs that alerts were marked as read. */
export const readChannel = new BroadcastChannel('alerts-read');

export function alertsUrl(tab: AlertTab, page: number, pageSize: number): string {
  return `${PATH}?${new URLSearchParams({ page: String(page), pageSize: String(pageSize), tab })}`;
}

/** A page of alerts; the previous page stays until the next one has arrived. Nothing is read for null. */
export function useAlerts(path: string | null) {
  return useSWR<Page<AlertAnswer>, ApiError>(path, list<AlertAnswer>, { keepPreviousData: true });
}

/** How many are unread; undefined while that is not known. */
export function useUnreadCount(): number | undefined {
  const { data } = useSWR<Page<AlertAnswer>, ApiError>(UNREAD, list<AlertAnswer>);
  return data?.total;
}
