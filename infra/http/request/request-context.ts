/** The state of a request, set before its route runs. */
import type { ParameterizedContext } from 'koa';
import type { Principal } from '../../ports/process/principal.ts';
import { Problem } from './problem.ts';
import type { RouteFacts } from './route-facts.ts';

/** How much of one kind of work runs at once. Routes that pass the same object share one limit. */
export interface ConcurrencyLimit {
  readonly perPerson: number;
  readonly inAll: number;
  /** The name of the work, such as "exports", for the refusal. */
  readonly workName: string;
  /** Idle time in ms after which the connection is closed, so that an unread answer frees its slot. */
  readonly idleMs?: number;
}

/** Set by the middleware of `infra/http/routing/app.ts` before a route runs. */
export interface RequestState {
  /** The id of all effects of this request; sent as X-Request-Id. */
  requestId: string;
  /** The route that answers the request; null without a route. */
  route: RouteFacts | null;
  /** The parameters of its path. */
  params: Readonly<Record<string, string>>;
  /** The signed-in person, within the limits of their API token; null if nobody is signed in. */
  principal: Principal | null;
  /**
   * Authenticates the request again: a session or a token may have ended while its body arrived, or while it waited.
   * @throws Problem 401 if it has ended.
   */
  confirmPrincipal: () => Promise<void>;
  /** The parsed JSON or form body; undefined without a body. */
  body: unknown;
  /**
   * Takes a slot of this kind of work for the request, until its answer was sent.
   * @throws Problem 429 if the person has all their slots, 503 if no slot is left.
   */
  acquireSlot: (limit: ConcurrencyLimit) => void;
  /** A new id, derived from the Idempotency-Key if there is one, so that a repeated request makes the same ids. */
  newId: () => string;
  /** A new secret of 128 bits in base64url, derived likewise from the Idempotency-Key and a secret of the installation. */
  newSecret: () => string;
  /** Set by a route whose answer is shown once and never stored: the message for a repeated request with the same key. */
  shownOnce?: string;
}

export type RequestContext = ParameterizedContext<RequestState>;

/** The identity under which the request acts. @throws Problem 401 if nobody is signed in. */
export function requirePrincipal({ state }: { state: RequestState }): Principal {
  if (state.principal === null) throw new Problem(401, 'signed-out', 'Please sign in.');
  return state.principal;
}
