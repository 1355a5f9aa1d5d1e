/** The edge of a process: listens, and serves the routes of its roles. */

import type { RequestListener } from 'node:http';
import path from 'node:path';
import Koa from 'koa';
import type { Principal } from '../../command-service/principal.ts';
import { memberships } from '../../projections/views/people/memberships.ts';
import type { Config } from '../config.ts';
import { createApp } from '../http/app.ts';
import { serveConsole } from '../http/console-assets.ts';
import { openApi, openApiRoutes } from '../http/openapi/document.ts';
import type { RequestState } from '../http/request-context.ts';
import { createRouter, mount } from '../http/router.ts';
import { listen } from '../http/server.ts';
import { type HealthSource, health } from '../observability/health.ts';
import type { ReadStore } from '../ports/read-store.ts';
import { purchaseSources } from './payments.ts';
import type { RoleContext, RoleParts } from './role.ts';

const CONSOLE_BUILD = path.resolve(import.meta.dirname, '..', '..', 'console', 'dist');

/** Whether the public URL of this installation uses https. */
export function isHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

interface Edge {
  readonly publicUrl: string;
  readonly port: number;
  /** From now on requests are answered; until then with 503. */
  answerWith(listener: RequestListener): void;
  /** Takes no new requests, lets running ones finish for `graceMs`, then cuts what is left. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts to listen. With port 0 the address is only known then, and sign-in links need it.
 * @throws ListenError when the port is taken or the address is not ours.
 */
export async function openEdge({ host, port, publicUrl }: Config): Promise<Edge> {
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = await listen((request, response) => answer(request, response), host, port);
  return {
    publicUrl: publicUrl ?? `http://localhost:${server.port}`,
    port: server.port,
    answerWith(listener) {
      answer = listener;
    },
    stop: (graceMs) => server.stop(graceMs),
  };
}

/** The application of a process: the routes of its roles, the console where it plays `query`, and its health. */
export async function createProcessApp(
  context: RoleContext,
  parts: readonly RoleParts[],
  source: HealthSource,
): Promise<RequestListener> {
  const { config, engine, publicUrl, logger, now } = context;
  const { endpoints: healthEndpoints, measure } = health(source);
  const roleEndpoints = parts.flatMap(({ endpoints = [] }) => endpoints);
  if (roleEndpoints.length === 0) {
    const { match, answer } = createRouter(healthEndpoints);
    return new Koa<RequestState>().use(measure).use(match).use(answer).callback();
  }
  // The document describes all roles, whichever this process plays: they share one origin.
  const { allRoutes } = await import('./all-routes.ts');
  const { default: schemas } = await import('../../query-service/contract/answers/schemas.json', {
    with: { type: 'json' },
  });
  const sessions = context.sessions();
  const document = openApi(allRoutes, { url: publicUrl, cookie: sessions.cookie, schemas });
  const endpoints = [...healthEndpoints, ...roleEndpoints, ...mount(openApiRoutes, { document })];
  const problemPage = parts.flatMap((part) => part.problemPage ?? [])[0];
  const app = createApp({
    ...{ measure, endpoints, sessions, logger, now },
    console: config.services.includes('query')
      ? await serveConsole(CONSOLE_BUILD, purchaseSources(config.payments))
      : null,
    trustedProxies: config.trustedProxies,
    https: isHttps(config),
    idempotencyStore: engine.values,
    permissionsOf: (principal) => permissionsOf(engine.views, principal),
    errorMappers: parts.flatMap(({ errorMappers = [] }) => errorMappers),
    ...(problemPage && { problemPage }),
  });
  return app.callback();
}

/** The roles of a person in teams, as the views know them. */
async function permissionsOf(views: ReadStore, { userId }: Principal): Promise<readonly string[]> {
  const { rows } = await views.find(memberships, { where: { userId } });
  return rows.map(({ teamId, role }) => `${teamId} ${role}`);
}
