/** Alerts for tests. */
import type { AlertAnswer } from '../../query-service/contract/answers/alerts.ts';

/** An unread system alert that leads nowhere, with `more`. */
export function alert(id: string, more: Partial<AlertAnswer> = {}): AlertAnswer {
  const at = '2026-05-12T10:00:00Z';
  return {
    id,
    type: 'system',
    title: '',
    message: '',
    at,
    read: false,
    linkId: null,
    reportId: null,
    news: null,
    teamId: null,
    ...more,
  };
}
