/** Maps each failure of a query that is not a Problem yet to its HTTP answer. */
import { Problem } from '../../infra/http/problem.ts';
import { BusyError } from '../../infra/ports/errors.ts';

/** The Problem for an error of this service; null for any other. */
export function queryProblem(error: unknown): Problem | null {
  if (!(error instanceof BusyError)) return null;
  return new Problem(503, 'busy', error.message, { headers: { 'Retry-After': '3' } });
}
