/** The toast of a command that failed. */
import { ApiError } from '../../platform/api/client.ts';
import { notify } from './toast-store.ts';

/**
 * Says in a toast why the API refused a command; a session that has ended is told elsewhere.
 * @throws the error, if it is not of the API
 */
export function notifyRefusal(title: string, error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  if (error.status !== 401) notify(title, { lines: [error.message], severity: 'destructive' });
}
