/** Marks alerts as read. */

import { mutate } from 'swr';
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';
import { ApiError, type ListPage, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { PATH, readChannel, UNREAD } from './queries.ts';
import { addReadIds, type ReadList, removeReadIds } from './read-alerts-storage.ts';

/** Answers after which the server may accept the marks later: no answer, signed out, rate limited, busy. */
const RETRYABLE: readonly number[] = [0, 401, 429, 503];

/** Shows alerts as read at once, then marks them on the server. */
export async function markRead(alerts: readonly AlertAnswer[], name: ReadList, userId: string): Promise<void> {
  const ids = alerts.filter(({ read }) => !read).map(({ id }) => id);
  if (ids.length === 0) return;
  addReadIds(name, userId, ids);
  void showRead(new Set(ids));
  void mutate<ListPage<AlertAnswer>>(
    UNREAD,
    (now) => now && { ...now, total: Math.max(0, now.total - ids.length) },
    false,
  );
  try {
    const { unread } = await send('POST', '/api/alerts/read', { body: { ids } });
    readChannel.postMessage('some');
    await mutate<ListPage<AlertAnswer>>(UNREAD, (now) => now && { ...now, total: unread }, false);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (RETRYABLE.includes(error.status)) return;
    removeReadIds(name, userId, ids);
    notifyFailure(error);
    await revalidateLists(['alerts']);
  }
}

/** Resolves to whether the server marked all alerts as read. */
export async function markAllRead(): Promise<boolean> {
  try {
    await send('POST', '/api/alerts/read', { body: { all: true } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notifyFailure(error);
    return false;
  }
  readChannel.postMessage('all');
  notify(messages.allRead);
  await revalidateLists(['alerts']);
  return true;
}

function notifyFailure({ message }: ApiError): void {
  notify(messages.markFailed, { lines: [message], severity: 'destructive' });
}

/** Updates every cached page of alerts. */
function showRead(ids: ReadonlySet<string>): Promise<unknown> {
  return mutate<ListPage<AlertAnswer>>(
    (key) => typeof key === 'string' && key.startsWith(`${PATH}?`),
    (now) => now && { ...now, rows: now.rows.map((alert) => (ids.has(alert.id) ? { ...alert, read: true } : alert)) },
    { revalidate: false },
  );
}
