/** The alerts of the signed-in person. */

import type { AlertTab } from '../../query-service/contract/answers/alerts.ts';
import { pathTo } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';

export const PATH = '/api/alerts';

export const UNREAD = alertsUrl('unread', 1, 1);

/** Notifies other tabs of alerts marked as read. */
export const readChannel = new BroadcastChannel('alerts-read');

export function alertsUrl(tab: AlertTab, page: number, pageSize: number, q = '') {
  const query = { page: String(page), pageSize: String(pageSize), tab, ...(q === '' ? {} : { q }) };
  return pathTo('/api/alerts', { query });
}

/** A page of alerts; the previous page stays until the next one has arrived. Nothing is read for null. */
export function useAlerts(path: ReturnType<typeof alertsUrl> | null) {
  return usePage(path, { keepPreviousData: true });
}

/** The number of unread alerts; undefined until it is read. */
export function useUnreadCount(): number | undefined {
  const { data } = usePage(UNREAD);
  return data?.total;
}
