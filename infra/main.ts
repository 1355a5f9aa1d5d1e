/**
 * The composition root: opens the stores, starts the parts this process plays, and takes them down in order. Run
 * directly it is the server; the demo and the tests start it with settings of their own.
 */
import path from 'node:path';
import type { Router } from '@koa/router';
import { PERSONAL_FIELDS } from '../command-service/events.ts';
import { checksSilentMs } from '../command-service/silence.ts';
import { showProgress } from '../projections/progress.ts';
import { startProjections } from '../projections/projections.ts';
import { views } from '../projections/views.ts';
import { openChanges } from '../query-service/changes.ts';
import { type Config, ConfigError, configOfProcess } from './config.ts';
import { DataFolderError } from './data-folder.ts';
import { openEvidenceFiles } from './evidence-files.ts';
import { createApp } from './http/app.ts';
import { serveConsole } from './http/console.ts';
import type { RequestState } from './http/context.ts';
import type { ErrorMapper } from './http/errors.ts';
import { health } from './http/health.ts';
import { ListenError, listen } from './http/server.ts';
import { Sessions } from './http/sessions.ts';
import { openLog } from './log.ts';
import { openMailer } from './mail.ts';
import { openStores } from './stores.ts';

/** How long running requests and checks may go on once the process is told to stop. */
const REQUEST_GRACE_MS = 4_000;
const CHECK_GRACE_MS = 2_000;
/** After this long the process ends whatever still hangs; what was acknowledged is on disk by then. */
const STOP_LIMIT_MS = 9_000;
const SCHEDULE_EVERY_MS = 60_000;

const CONSOLE_BUILD = path.resolve(import.meta.dirname, '..', 'console', 'dist');

/** A running Linkledger. */
export interface Linkledger {
  /** Where people reach it, without a trailing slash. */
  readonly url: string;
  /** Ends everything in order: answers first, then checks, then views, then files. Call it once. */
  stop(): Promise<void>;
}

/**
 * Starts the parts named in the settings and resolves when requests are answered and every view has seen the whole log.
 * @param say is told the few lines a person at the terminal needs.
 * @throws ListenError, DataFolderError: the message says what to do.
 */
export async function start(config: Config, say: (line: string) => void): Promise<Linkledger> {
  const log = openLog(config.logLevel);
  const now = () => new Date();
  const plays = (service: Config['services'][number]) => config.services.includes(service);
  const stores = await openStores(config, PERSONAL_FIELDS, views, log);
  const { store, feed, reads, expiring } = stores;

  const evidence = openEvidenceFiles(path.join(config.dataDir, 'evidence'), now);

  const stopping = new AbortController();
  const changes = openChanges(reads);
  const projections = startProjections(plays('projections') ? views : [], {
    feed,
    reads,
    log,
    onCommit: changes.committed,
    ...showProgress(process.stderr),
  });
  await projections.caughtUp(await feed.head());

  const sessions = new Sessions({
    store: expiring,
    secret: config.sessionSecret ?? stores.secret('session'),
    secure: config.publicUrl?.startsWith('https:') ?? false,
    now,
  });
  const { router: healthRoutes, measure } = health({
    views: projections.status,
    head: () => feed.head(),
    checksSilentMs: () => checksSilentMs(reads, now()),
    stopping: () => stopping.signal.aborted,
  });
  const routers: Router<RequestState>[] = [healthRoutes];
  const errorMappers: ErrorMapper[] = [];
  const background: Promise<void>[] = [];

  // Sign-in links need the address, which with port 0 is known only once we listen: requests wait that moment.
  let answer: Parameters<typeof listen>[0] = (_, response) => response.writeHead(503).end();
  const server = await listen((request, response) => answer(request, response), config.host, config.port).catch(
    async (error) => {
      await projections.stop();
      await stores.close();
      throw error;
    },
  );
  const url = config.publicUrl ?? `http://localhost:${server.port}`;

  if (plays('command')) {
    const { commandRoutes } = await import('../command-service/routes.ts');
    const { commandProblem } = await import('../command-service/problems.ts');
    const { Outcomes } = await import('../command-service/outcomes.ts');
    const { SignIn } = await import('../command-service/sign-in.ts');
    const outbox = path.join(config.dataDir, 'outbox');
    const mailer = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox, say, now });
    const outcomes = new Outcomes(stopping.signal);
    const identityKey = stores.secret('identity');
    background.push(outcomes.follow(feed));
    errorMappers.push(commandProblem);
    routers.push(
      commandRoutes({
        store,
        outcomes,
        sessions,
        signIn: new SignIn({ store, tickets: expiring, mailer, publicUrl: url, identityKey, now }),
        mailed: config.smtpUrl !== null,
        now,
      }),
    );
  }
  if (plays('query')) {
    const { queryRoutes } = await import('../query-service/routes.ts');
    routers.push(queryRoutes({ reads, evidence, changes, now, stopping: stopping.signal }));
  }
  const app = createApp({
    measure,
    routers,
    console: plays('query') ? await serveConsole(CONSOLE_BUILD) : null,
    sessions,
    remembered: expiring,
    errorMappers,
    log,
    now,
  });
  answer = app.callback();

  let closeChecker = async () => {};
  if (plays('checker')) {
    const { openChecker } = await import('../checker/check.ts');
    const { openCamera } = await import('../checker/picture.ts');
    const { work } = await import('../checker/work.ts');
    const { reportCheck, requestedChecks } = await import('../command-service/check-reports.ts');
    const { keepEvidence } = await import('../command-service/evidence.ts');
    const { concurrency, ...settings } = config.checker;
    const checker = openChecker({ ...settings, surroundings: true, log, now });
    const camera = settings.render === 'never' ? null : openCamera({ ...settings, pace: checker.pace, log });
    closeChecker = async () => {
      await Promise.all([checker.close(), camera?.close()]);
    };
    background.push(
      keepEvidence(
        {
          store,
          feed,
          reads,
          checkpoints: expiring,
          files: evidence,
          quota: config.evidenceQuota,
          takePicture: camera === null ? null : camera.take,
          log,
          now,
        },
        stopping.signal,
      ),
    );
    background.push(
      work(
        {
          orders: requestedChecks(feed, reads, stopping.signal),
          checker,
          report: (order, observation, verdict) => reportCheck(store, order, observation, verdict, now),
          concurrency,
          graceMs: CHECK_GRACE_MS,
          log,
        },
        stopping.signal,
      ),
    );
  }
  if (plays('scheduler')) {
    const { schedule } = await import('../command-service/scheduler.ts');
    background.push(schedule({ store, reads, log, now }, SCHEDULE_EVERY_MS, stopping.signal));
  }

  return {
    url,
    async stop() {
      stopping.abort();
      await Promise.all([server.stop(REQUEST_GRACE_MS), ...background]);
      await closeChecker();
      await projections.stop();
      await stores.close();
    },
  };
}

/** Failures a person can act on are said in their words; anything else is a fault of ours and keeps its stack. */
function fail(error: unknown): never {
  const expected = error instanceof ConfigError || error instanceof DataFolderError || error instanceof ListenError;
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

async function serve(): Promise<void> {
  const config = configOfProcess();
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const linkledger = await start(config, say);
  say(`Linkledger is running at ${linkledger.url}`);
  if (config.smtpUrl === null) {
    say('Sign in with your e-mail address: no mail server is set up, so the sign-in link appears here');
    say(`and in ${path.join(config.dataDir, 'outbox')}. Stop with Ctrl+C.`);
  }
  // npm passes on a signal that the terminal has sent already: the second one must not cut the first one short.
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    linkledger.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

if (import.meta.main) await serve().catch(fail);
