/** What the HTTP edge knows of a request by the time a route sees it. */
import type { ParameterizedContext } from 'koa';
import type { Principal } from '../../command-service/principal.ts';
import { Problem } from './problem.ts';

/** Filled by the edge's middleware (`infra/http/app.ts`) before any route runs. */
export interface RequestState {
  /** Correlates everything that follows from this request; answered as X-Request-Id. */
  requestId: string;
  /** The signed-in person with the limits of their API token; null: nobody is signed in. */
  principal: Principal | null;
  /** The parsed JSON or form body; undefined where there is none. */
  body: unknown;
  /** A new id; from the request's Idempotency-Key where it has one, so that a repetition makes the same ids. */
  newId: () => string;
  /** Set by a route whose answer is shown once and kept nowhere: what a repetition with the same key is told instead. */
  shownOnce?: string;
}

export type RequestContext = ParameterizedContext<RequestState>;

/**
 * The identity the request acts under.
 * @throws Problem 401 when nobody is signed in.
 */
export function requirePrincipal({ state }: { state: RequestState }): Principal {
  if (state.principal === null) throw new Problem(401, 'signed-out', 'Please sign in.');
  return state.principal;
}

/** The id of the signed-in person. @throws Problem 401 when nobody is signed in. */
export function requireUser(ctx: { state: RequestState }): string {
  return requirePrincipal(ctx).userId;
}
