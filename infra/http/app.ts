/** The one HTTP application: both services' routes and the console behind one origin. */
import { constants } from 'node:zlib';
import type { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import type { ExpiringStore } from '../ports/expiring-store.ts';
import type { Logger } from '../ports/logger.ts';
import { type ActionOf, requireTokenScope } from './auth/bearer-token.ts';
import { requireSameOrigin } from './auth/same-origin.ts';
import type { Sessions } from './auth/sessions.ts';
import { clientAddress } from './client-address.ts';
import { type ErrorMapper, type ErrorPage, handleErrors, isClientsEnd } from './error-handler.ts';
import { idempotent } from './idempotency.ts';
import { readBody } from './request-body.ts';
import type { RequestState } from './request-context.ts';
import { securityHeaders } from './security-headers.ts';

export interface AppOptions {
  /** Sees every request first and its answer last. */
  readonly measure: Middleware<RequestState>;
  readonly routers: readonly Router<RequestState>[];
  /** Serves what no route answers; left out, such paths are 404. */
  readonly console: Middleware<RequestState> | null;
  readonly sessions: Sessions;
  /** What requests ask for, to be held against what API tokens may. */
  readonly actionOf: ActionOf;
  /** How many reverse proxies are in front. */
  readonly trustedProxies?: number;
  /** Whether people reach it over https. */
  readonly https: boolean;
  readonly idempotencyStore: ExpiringStore;
  readonly errorMappers: readonly ErrorMapper[];
  /** Left out: every failure is answered as JSON. */
  readonly problemPage?: ErrorPage;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** The edge in the order a request meets it. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.use(clientAddress(options.trustedProxies ?? 0));
  app.use(options.measure);
  app.use(securityHeaders(options));
  // Quick settings: an answer is compressed each time, a file of the console only until the browser has it.
  app.use(
    compress({
      filter: (type) => /json|javascript|css|html|svg/.test(type),
      br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    }),
  );
  app.use(handleErrors(options.logger, options.errorMappers, options.problemPage));
  app.use(requireSameOrigin());
  app.use(options.sessions.identify());
  app.use(requireTokenScope(options.actionOf));
  app.use(readBody());
  app.use(idempotent(options.idempotencyStore, options.now));
  for (const router of options.routers) app.use(router.routes());
  if (options.console !== null) app.use(options.console);
  // A client that goes away while its answer is being written is not a fault of ours.
  app.on('error', (error: Error) => {
    if (!isClientsEnd(error)) options.logger.error({ err: error }, 'an answer could not be written');
  });
  return app;
}
