/** For tests: the real routes behind the real edge's errors, over a real log, real projections and a real read store. */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import Koa from 'koa';
import { Agent, request } from 'undici';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { type RunningProjections, startProjections } from '../../../projections/runner/start-projections.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import type { QueryDeps } from '../../../query-service/deps.ts';
import { queryRoutes } from '../../../query-service/http/routes.ts';
import { summaryOf } from '../../../query-service/live/change-summary.ts';
import { openChanges } from '../../../query-service/live/changes.ts';
import type { SharingDeps } from '../../../query-service/shares/share-access.ts';
import { createPasswordHasher } from '../../crypto/password-hasher.ts';
import { openSqliteEvents } from '../../engines/embedded/log/event-log.ts';
import { openBlobFiles } from '../../engines/embedded/stores/blob-store.ts';
import { openSqliteExpiring } from '../../engines/embedded/stores/expiring-store.ts';
import { openSqliteViews } from '../../engines/embedded/views/view-store.ts';
import { readHere } from '../../engines/run-here.ts';
import type { RequestState } from '../../http/request/request-context.ts';
import { handleErrors } from '../../http/routing/error-handler.ts';
import { createRouter, mount } from '../../http/routing/router.ts';
import { openPastViews } from '../../main/parts/past-views.ts';
import { personPrincipal } from '../../ports/process/principal.ts';
import type { ReadStore } from '../../ports/storage/read-store.ts';
import { EventBuilder, recordingLog, writeAll } from '../event-builder.ts';

/** The clock of every test here. */
export const NOW = '2026-03-10T12:00:00.000Z';

interface Answered<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON. */
  readonly body: Body;
}

type Given = readonly [...Parameters<EventBuilder['add']>];

/** Starts a server. `deps` are put over the usual ones; `wrap` makes the read store, `share` what the shares see. */
export async function openQueries(
  t: ExecutionContext,
  deps: Partial<QueryDeps> = {},
  wrap: (reads: ReadStore) => ReadStore = (reads) => reads,
  share: (sharing: SharingDeps) => SharingDeps = (sharing) => sharing,
) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'queries-'));
  const feed = openSqliteEvents<LinkledgerEvent>(path.join(folder, 'events.db'));
  const reads = openSqliteViews(path.join(folder, 'views.db'), allViews);
  const blobs = openBlobFiles(folder, () => new Date(NOW));
  const expiring = openSqliteExpiring(path.join(folder, 'sessions.db'), deps.now ?? (() => new Date(NOW)));
  const sharing = share({
    expiring,
    viewCounts: expiring,
    passwords: createPasswordHasher(),
    publicUrl: 'https://links.example',
  });
  const logger = recordingLog();
  const changes = openChanges(reads, logger);
  const stopping = new AbortController();
  const following = changes.follow(stopping.signal);
  const start = () =>
    startProjections(allViews, {
      feed,
      reads,
      logger,
      noteOf: summaryOf,
    });
  let projections: RunningProjections = start();

  const app = new Koa<RequestState>();
  const now = () => new Date(NOW);
  const router = createRouter(
    mount(queryRoutes, {
      reads: wrap(reads),
      past: openPastViews({ runReader: (reader) => readHere({ views: reads, logger }, reader) }),
      blobs,
      changes,
      sharing,
      alertMarks: expiring,
      channelState: expiring,
      issueMails: expiring,
      tokenUses: expiring,
      sessions: { list: async () => [], isValid: async () => true },
      providers: [],
      payments: { providers: [], inrRate: 83 },
      admins: [],
      signUp: { mode: 'open', domains: [], sentence: null },
      describeSystem: () => Promise.reject(new Error('There is one process, without the roles of an installation.')),
      now,
      stopping: stopping.signal,
      ...deps,
    }),
  );
  app.use(router.match);
  app.use(handleErrors(logger, []));
  app.use(async (ctx, next) => {
    Object.assign(ctx.state, {
      requestId: 'r',
      body: undefined,
      principal: ctx.get('X-Test-User') === '' ? null : personPrincipal(ctx.get('X-Test-User')),
    });
    await next();
  });
  app.use(router.answer);
  app.on('error', () => undefined);
  // On a busy machine the server's own limit would cut a kept connection that its client is about to use again.
  const server = http.createServer({ keepAliveTimeout: 0 }, app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ keepAliveTimeout: 100 });
  t.teardown(async () => {
    stopping.abort();
    await following;
    await agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await projections.stop();
    await feed.close();
    reads.close();
    expiring.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const events = new EventBuilder();
  return {
    url,
    agent,
    feed,
    reads,
    blobs,
    expiring,
    changes,
    stopping,
    log: logger,
    /** Appends, without waiting for the views. Answers the position of the last event. */
    async append(...given: Given[]): Promise<number> {
      await writeAll(
        feed,
        given.map((event) => events.add(...event)),
      );
      return feed.head();
    },
    /** Appends, and waits for the views. */
    async given(...given: Given[]): Promise<number> {
      const position = await this.append(...given);
      await projections.caughtUp(position);
      return position;
    },
    /** Stops the projections until the answered function is called. */
    async pauseProjections(): Promise<() => void> {
      await projections.stop();
      return () => {
        projections = start();
      };
    },
    /** Sends a request as ann or another person; '' has no session. */
    async get<Body = unknown>(
      pathAndQuery: string,
      headers: Record<string, string> = {},
      user = 'ann',
    ): Promise<Answered<Body>> {
      const answer = await request(`${url}${pathAndQuery}`, {
        dispatcher: agent,
        headers: { 'X-Test-User': user, ...headers },
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

/** Lets the process run until `condition` holds; the test's own time limit ends a wait that never does. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}
