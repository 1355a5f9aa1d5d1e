/** The alerts of whoever is signed in, and the ways to mark them as read. */

import useSWR from 'swr';
import type { AlertAnswer, AlertTab } from '../../query-service/contract/answers/alerts.ts';
import { type ApiError, list, type Page } from '../platform/api/client.ts';

export const PATH = '/api/alerts';

export const UNREAD = alertsUrl('unread', 1, 1);

/** What is read in one tab is read in the others. */
export const readChannel = new BroadcastChannel('alerts-read');

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
