/** The HTTP application: the routes of both services and the console behind one origin. */
import { Stream } from 'node:stream';
import { constants } from 'node:zlib';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import type { Logger } from '../../ports/process/logger.ts';
import type { Principal } from '../../ports/process/principal.ts';
import type { ExpiringStore } from '../../ports/storage/expiring-store.ts';
import { requireTokenScope } from '../auth/bearer-token.ts';
import { confirmWhileSent } from '../auth/confirm-while-sent.ts';
import { requireSameOrigin } from '../auth/same-origin.ts';
import type { Sessions } from '../auth/sessions.ts';
import { idempotent } from '../limits/idempotency.ts';
import { securityHeaders } from '../limits/security-headers.ts';
import { clientAddress } from '../request/client-address.ts';
import { Problem } from '../request/problem.ts';
import { discardRest, readBody } from '../request/request-body.ts';
import type { RequestContext, RequestState } from '../request/request-context.ts';
import { logRequests } from '../request/request-log.ts';
import { type ErrorMapper, type ErrorPage, handleErrors, isClientDisconnect } from './error-handler.ts';
import { createRouter, type Endpoint } from './router.ts';

interface AppOptions {
  /** Sees every request first and its answer last. */
  readonly measure: Middleware<RequestState>;
  readonly endpoints: readonly Endpoint[];
  /** Serves paths without a route; null: such paths are 404. */
  readonly console: Middleware<RequestState> | null;
  readonly sessions: Sessions;
  /** How many reverse proxies are in front. */
  readonly trustedProxies?: number;
  /** Whether the public address is https. */
  readonly https: boolean;
  readonly idempotencyStore: ExpiringStore;
  /** The session secret of the installation. */
  readonly secret: string;
  /** Whether other processes answer requests, too. */
  readonly isShared: boolean;
  /** The roles of a person. */
  readonly permissionsOf: (principal: Principal) => Promise<readonly string[]>;
  /** Whether a person has all these roles now. */
  readonly hasPermissions: (principal: Principal, roles: readonly string[]) => Promise<boolean>;
  /** The teams of a person. */
  readonly teamsOf: (principal: Principal) => Promise<readonly string[]>;
  readonly errorMappers: readonly ErrorMapper[];
  /** Absent: every failure is answered as JSON. */
  readonly problemPage?: ErrorPage;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** The middlewares in the order of a request. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>();
  const router = createRouter(options.endpoints);
  app.use(clientAddress(options.trustedProxies ?? 0));
  app.use(options.measure);
  app.use(router.match);
  app.use(securityHeaders(options));
  app.use(logRequests(options.logger));
  app.use(withoutRefusedEncodings);
  app.use(confirmWhileSent(options.teamsOf));
  // Compressed quickly rather than well: each answer is compressed anew, and browsers cache the console's files.
  app.use(
    compress({
      filter: (type) => /json|javascript|css|html|svg/.test(type),
      br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    }),
  );
  app.use(endFailedAnswers);
  app.use(encodeJson);
  app.use(discardRest());
  app.use(handleErrors(options.logger, options.errorMappers, options.problemPage));
  app.use(requireSameOrigin(options.https));
  app.use(options.sessions.identify());
  app.use(requireTokenScope());
  app.use(readBody());
  app.use(idempotent({ ...options, store: options.idempotencyStore }));
  app.use(router.answer);
  if (options.console !== null) app.use(options.console);
  // A client that disconnects while its answer is being written is not an error.
  app.on('error', (error: Error, ctx: RequestContext) => {
    const { requestId } = ctx.state;
    const problem = error instanceof Problem ? error : options.errorMappers.map((map) => map(error)).find(Boolean);
    if (problem)
      options.logger.info({ requestId, code: problem.code }, 'an answer ended early: it was refused meanwhile');
    else if (!isClientDisconnect(error, ctx)) options.logger.error({ err: error }, 'could not write an answer');
  });
  return app;
}

/** If the client accepts none of the encodings, the answer is sent without one (RFC 9110 12.5.3). */
const withoutRefusedEncodings: Middleware<RequestState> = (ctx, next) => {
  if (ctx.acceptsEncodings('zstd', 'br', 'gzip', 'deflate', 'identity') === false) ctx.compress = false;
  return next();
};

/** A streamed answer that fails midway ends with its connection: compression would leave it open. */
const endFailedAnswers: Middleware<RequestState> = async (ctx, next) => {
  await next();
  if (ctx.body instanceof Stream) ctx.body.once('error', () => ctx.res.destroy());
};

/** Converts an answer to JSON once: Koa would do so whenever it needs the answer's length. */
const encodeJson: Middleware<RequestState> = async (ctx, next) => {
  await next();
  const { body } = ctx;
  const isValue = typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !(body instanceof Stream);
  if (isValue) ctx.body = Buffer.from(JSON.stringify(body));
};
