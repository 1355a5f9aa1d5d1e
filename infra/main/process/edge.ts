/** The edge of a process: listens, and serves the routes of its roles. */

import type { RequestListener } from 'node:http';
import path from 'node:path';
import Koa, { type Middleware } from 'koa';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import german from '../../../command-service/contract/languages/de/console-page.json' with { type: 'json' };
import english from '../../../command-service/contract/languages/en/console-page.json' with { type: 'json' };
import { readerOf } from '../../../command-service/contract/languages/reader-language.ts';
import { htmlAttributes, type Language } from '../../../command-service/contract/languages.ts';
import { roleIn } from '../../../command-service/core/authorize.ts';
import { type MembershipDoc, memberships } from '../../../projections/views/people/memberships.ts';
import { NetworkLimit } from '../../http/limits/connection-limit.ts';
import { openApi, openApiRoutes } from '../../http/openapi/document.ts';
import type { RequestContext, RequestState } from '../../http/request/request-context.ts';
import { createApp } from '../../http/routing/app.ts';
import { type PageLanguage, serveConsole } from '../../http/routing/console-assets.ts';
import { handleErrors } from '../../http/routing/error-handler.ts';
import { createRouter, type Endpoint, mount } from '../../http/routing/router.ts';
import { listen } from '../../http/routing/server.ts';
import { type HealthSource, health } from '../../observability/health.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { type Principal, personPrincipal } from '../../ports/process/principal.ts';
import type { EventStore } from '../../ports/storage/event-store.ts';
import type { ReadStore } from '../../ports/storage/read-store.ts';
import { type Config, isHttps } from '../config/config.ts';
import { purchaseSources } from '../parts/payments.ts';
import type { RoleContext, RoleParts } from '../parts/role.ts';

const CONSOLE_BUILD = path.resolve(import.meta.dirname, '..', '..', '..', 'console', 'dist');

interface Edge {
  readonly publicUrl: string;
  readonly port: number;
  /** From now on requests are answered by the application. */
  answerWith(app: ProcessApp): void;
  /** Accepts no new requests, lets running ones finish for `graceMs`, then disconnects the rest. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts to listen, and answers with `starting` until there is an application. With port 0 the address is only known
 * then, and sign-in links need it.
 * @throws ListenError if the port is taken or the address does not belong to this machine.
 */
export async function openEdge(
  { host, port, metricsPort, publicUrl, trustedProxies }: Config,
  logger: Logger,
  starting: RequestListener,
): Promise<Edge> {
  let app: ProcessApp = { answer: starting, metrics: starting };
  // Behind a proxy every connection has the proxy's address.
  const networks = trustedProxies === 0 ? new NetworkLimit(logger) : null;
  const server = await listen((...call) => app.answer(...call), host, port, { networks });
  const metrics = metricsPort === null ? null : await listen((...call) => app.metrics(...call), host, metricsPort);
  return {
    publicUrl: publicUrl ?? `http://localhost:${server.port}`,
    port: server.port,
    answerWith(next) {
      app = next;
    },
    async stop(graceMs) {
      await Promise.all([server.stop(graceMs), metrics?.stop(graceMs)]);
    },
  };
}

interface ProcessApp {
  readonly answer: RequestListener;
  /** Health and metrics, for the port that only the operator reaches. */
  readonly metrics: RequestListener;
}

/** The application of a process: the routes of its roles, the console if it plays `query`, and its health. */
export async function createProcessApp(
  context: RoleContext,
  parts: readonly RoleParts[],
  source: HealthSource,
): Promise<ProcessApp> {
  const { config, engine, publicUrl, logger, now } = context;
  const { endpoints: healthEndpoints, openEndpoints } = health(source, context.metrics);
  const { metrics: figures, traces } = context;
  const measure = traces === null ? figures.measureRequests : bothMeasure(traces.request, figures.measureRequests);
  const metrics = healthApp(openEndpoints, logger);
  const roleEndpoints = parts.flatMap(({ endpoints = [] }) => endpoints);
  if (roleEndpoints.length === 0) return { answer: healthApp(healthEndpoints, logger, measure), metrics };
  // The document describes all roles, whichever this process plays: they share one origin.
  const { allRoutes } = await import('../parts/all-routes.ts');
  const { default: schemas } = await import('../../../query-service/contract/answers/schemas.json', {
    with: { type: 'json' },
  });
  const { WEBHOOKS: webhooks } = await import('../../../command-service/channels/webhook-description.ts');
  const sessions = context.sessions();
  const document = openApi(allRoutes, { url: publicUrl, cookie: sessions.cookie, schemas, webhooks });
  const endpoints = [...healthEndpoints, ...roleEndpoints, ...mount(openApiRoutes, { document })];
  const problemPage = parts.flatMap((part) => part.problemPage ?? [])[0];
  const app = createApp({
    ...{ measure, endpoints, sessions, logger, now },
    console: config.services.includes('query')
      ? await serveConsole(CONSOLE_BUILD, pageLanguageOf, purchaseSources(config.payments))
      : null,
    trustedProxies: config.trustedProxies,
    https: isHttps(config),
    idempotencyStore: engine.values,
    secret: engine.secrets.secret('session'),
    isShared: engine.isShared,
    permissionsOf: async (principal) =>
      (await membershipsOf(engine.views, principal)).map(({ teamId, role }) => `${teamId} ${role}`),
    hasPermissions: (principal, roles) => hasRoles(context.log(), principal, roles),
    teamsOf: async (principal) => (await membershipsOf(engine.views, principal)).map(({ teamId }) => teamId),
    errorMappers: parts.flatMap(({ errorMappers = [] }) => errorMappers),
    ...(problemPage && { problemPage }),
  });
  return { answer: app.callback(), metrics };
}

const PAGE_TEXTS: Readonly<Record<Language, PageLanguage['texts']>> = { en: english, de: german };

function pageLanguageOf(ctx: RequestContext): PageLanguage {
  const { language } = readerOf(ctx);
  return { attributes: htmlAttributes(language), texts: PAGE_TEXTS[language] };
}

function bothMeasure(outer: Middleware<RequestState>, inner: Middleware<RequestState>): Middleware<RequestState> {
  return (ctx, next) => outer(ctx, () => inner(ctx, next));
}

/** An application with only health and metrics. */
function healthApp(
  endpoints: readonly Endpoint[],
  logger: Logger,
  measure: Middleware<RequestState> = (_, next) => next(),
): RequestListener {
  const { match, answer } = createRouter(endpoints);
  return new Koa<RequestState>().use(measure).use(match).use(handleErrors(logger, [])).use(answer).callback();
}

/** The memberships of a person, according to the views. */
async function membershipsOf(views: ReadStore, { userId }: Principal): Promise<readonly MembershipDoc[]> {
  return (await views.find(memberships, { where: { userId } })).rows;
}

/** Whether a person has these roles in teams, according to the log. */
async function hasRoles(
  log: EventStore<LinkledgerEvent>,
  { userId }: Principal,
  roles: readonly string[],
): Promise<boolean> {
  for (const each of roles) {
    const [teamId = '', role] = each.split(' ');
    if ((await roleIn(log, `team:${teamId}`, personPrincipal(userId))) !== role) return false;
  }
  return true;
}
