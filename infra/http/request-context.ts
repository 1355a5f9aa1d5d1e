/** What the HTTP edge knows of a request by the time a route sees it. */
import type { ParameterizedContext } from 'koa';
import type { TokenGrant } from './auth/grant.ts';
import { Problem } from './problem.ts';

/** Filled by the edge's middleware (`infra/http/app.ts`) before any route runs. */
export interface RequestState {
  /** Correlates everything that follows from this request; answered as X-Request-Id. */
  requestId: string;
  /** The signed-in person, or null. */
  userId: string | null;
  /** The API token the request came with; absent: none. */
  grant?: TokenGrant;
  /** The parsed JSON or form body; undefined where there is none. */
  body: unknown;
  /** A new id; from the request's Idempotency-Key where it has one, so that a repetition makes the same ids. */
  newId: () => string;
  /** Set by a route whose answer is shown once and kept nowhere: what a repetition with the same key is told instead. */
  shownOnce?: string;
}

export type RequestContext = ParameterizedContext<RequestState>;

/**
 * The signed-in person's id.
 * @throws Problem 401 when nobody is signed in.
 */
export function requireUser(ctx: { state: RequestState }): string {
  if (ctx.state.userId === null) throw new Problem(401, 'signed-out', 'Please sign in.');
  return ctx.state.userId;
}
