/**
 * The composition root: opens the stores, starts the parts this process plays, and takes them down in order. Run
 * directly it is the server; the demo and the tests start it with settings of their own.
 */
import path from 'node:path';
import { PERSONAL_FIELDS } from '../command-service/events.ts';
import { checkerIdleMs } from '../command-service/scheduled/checker-watchdog.ts';
import { ClockGuard, type Clocks } from '../command-service/scheduled/clock-guard.ts';
import { showProgress } from '../projections/runner/progress-bar.ts';
import { rebuild } from '../projections/runner/rebuild.ts';
import { startProjections } from '../projections/runner/start-projections.ts';
import { allViews } from '../projections/views/all-views.ts';
import { openChanges } from '../query-service/live/changes.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { createPasswordHasher } from './crypto/password-hasher.ts';
import { openEmbeddedEngine, type Stores } from './engines/embedded/engine.ts';
import { DataFolderError } from './engines/embedded/folder/data-folder.ts';
import { openEvidenceFiles } from './engines/embedded/stores/evidence-files.ts';
import { openPhotoFiles } from './engines/embedded/stores/photo-files.ts';
import { startFindThread } from './engines/embedded/threads/find-thread.ts';
import { startViewThread } from './engines/embedded/threads/role-thread.ts';
import { createApp } from './http/app.ts';
import { BrowserBinding } from './http/auth/browser-binding.ts';
import { Sessions } from './http/auth/sessions.ts';
import { serveConsole } from './http/console-assets.ts';
import type { ErrorMapper, ErrorPage } from './http/error-handler.ts';
import { openApi, openApiRoutes } from './http/openapi/document.ts';
import { type Endpoint, mount } from './http/router.ts';
import { ListenError, listen } from './http/server.ts';
import { openMailer } from './mail/smtp-mailer.ts';
import { health } from './observability/health.ts';
import { createLogger } from './observability/logger.ts';
import type { Logger } from './ports/logger.ts';

/** How long running requests and checks may go on once the process is told to stop. */
const REQUEST_GRACE_MS = 4_000;
const CHECK_GRACE_MS = 2_000;
/** After this long the process ends whatever still hangs; what was acknowledged is on disk by then. */
const STOP_LIMIT_MS = 9_000;
/** Events from which on it pays to fill a view at once. */
const LONG_LOG = 5_000;
/** Often enough that what a file brought in is visited at once; a round that finds nothing costs a millisecond. */
const SCHEDULE_EVERY_MS = 5_000;

const FOREIGN_IDENTITY_SECRET =
  'identity.secret does not belong to this log: everybody who signs in would get a new, empty account. ' +
  'Put back the identity.secret from the same backup as events.db, then start again.';

const CONSOLE_BUILD = path.resolve(import.meta.dirname, '..', 'console', 'dist');

/** A running Linkledger. */
export interface Linkledger {
  /** Where people reach it, without a trailing slash. */
  readonly url: string;
  /** Ends everything in order: answers first, then checks, then views, then files. Call it once. */
  stop(): Promise<void>;
}

const MACHINE_CLOCKS: Clocks = { now: () => new Date(), monotonicMs: () => performance.now() };

/**
 * Starts the parts named in the settings and resolves when requests are answered and every view has seen the whole log.
 * @param say is told the few lines a person at the terminal needs.
 * @throws ListenError, DataFolderError: the message says what to do.
 */
export async function start(
  config: Config,
  say: (line: string) => void,
  clocks: Clocks = MACHINE_CLOCKS,
): Promise<Linkledger> {
  const logger = createLogger(config.logLevel);
  const { now } = clocks;
  const clock = new ClockGuard(clocks, logger);
  const plays = (service: Config['services'][number]) => config.services.includes(service);
  const stores = await openEmbeddedEngine(config, PERSONAL_FIELDS, allViews, logger, {
    now,
    mayRemove: () => clock.trusted() !== null,
  });
  const { store, feed, expiring } = stores;
  const sessionSecret = await sessionSecretOf(config, stores);
  if (plays('projections')) await fillAnew(stores, logger);
  const finder = startFindThread({
    ...{ reads: stores.reads, file: stores.files.views, schemas: allViews, logger },
    hasWriter: plays('projections'),
  });
  const { reads } = finder;

  const passwords = createPasswordHasher();
  const evidence = openEvidenceFiles(path.join(config.dataDir, 'evidence'), now);
  const photoFiles = openPhotoFiles(path.join(config.dataDir, 'photos'));

  const stopping = new AbortController();
  const changes = openChanges(reads, logger);
  const projections = plays('projections')
    ? startViewThread({
        ...{ stores, elsewhere: finder.elsewhere, logger, logLevel: config.logLevel, onCommit: changes.notifyCommit },
        views: allViews.map(({ name }) => name),
        ...showProgress(process.stderr),
      })
    : startProjections([], { feed, reads, logger });
  const close = async () => {
    await projections.stop();
    await finder.stop();
    await stores.close();
  };
  await projections.caughtUp(await feed.head());
  if (plays('command')) {
    const { fitsIdentities } = await import('../command-service/identity/accounts.ts');
    if (!(await fitsIdentities(reads, stores.secret('identity')))) {
      await close();
      throw new DataFolderError(FOREIGN_IDENTITY_SECRET);
    }
  }
  await clock.compareWithRecorded(reads);

  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const { ApiTokens } = await import('../command-service/identity/api-tokens.ts');
  const { viewTokens } = await import('../query-service/access/token-authenticator.ts');
  const tokenDeps = { reads, uses: expiring, now };
  const sessions = new Sessions({
    store: expiring,
    tokens: plays('command') ? new ApiTokens({ store, ...tokenDeps }) : viewTokens(tokenDeps),
    secret: sessionSecret,
    secure,
    now,
  });
  const { endpoints: healthEndpoints, measure } = health({
    views: projections.status,
    head: () => feed.head(),
    checksSilentMs: () => checkerIdleMs(reads, now(), clock.steadySince()),
    clock: () => clock.status(),
    stopping: () => stopping.signal.aborted,
  });
  const endpoints: Endpoint[] = [...healthEndpoints];
  const errorMappers: ErrorMapper[] = [];
  let problemPage: ErrorPage = () => false;
  const background: Promise<void>[] = [clock.watch(stopping.signal)];

  // Sign-in links need the address, which with port 0 is known only once we listen: requests wait that moment.
  let answer: Parameters<typeof listen>[0] = (_, response) => response.writeHead(503).end();
  const server = await listen((request, response) => answer(request, response), config.host, config.port).catch(
    async (error) => {
      await close();
      throw error;
    },
  );
  const url = config.publicUrl ?? `http://localhost:${server.port}`;

  let closeMailer = () => {};
  if (plays('command')) {
    const { commandRoutes } = await import('../command-service/http/routes.ts');
    const { accountRoutes } = await import('../command-service/http/account/routes.ts');
    const { toProblem } = await import('../command-service/http/error-mapper.ts');
    const { signInProblemPage } = await import('../command-service/http/account/sign-in-problem-page.ts');
    const { CheckReplies } = await import('../command-service/links/check-replies.ts');
    const { Photos } = await import('../command-service/identity/photos.ts');
    const { runAccountErasure } = await import('../command-service/reactors/account-erasure.ts');
    const { runShareRevocation } = await import('../command-service/reactors/share-revocation.ts');
    const { ShareMailer } = await import('../command-service/mail/share-mail.ts');
    const { EmailSignIn } = await import('../command-service/identity/email-sign-in.ts');
    const { runJobs } = await import('../command-service/jobs/job-runner.ts');
    const { runCheckSchedule } = await import('../command-service/reactors/check-schedule.ts');
    const { runAlertMails } = await import('../command-service/reactors/alert-mails.ts');
    const { Accounts } = await import('../command-service/identity/accounts.ts');
    const { OAuthClient } = await import('../command-service/identity/oauth/oauth-client.ts');
    const { ProviderSignIn } = await import('../command-service/identity/oauth/oauth-sign-in.ts');
    const { runTeamDeletion } = await import('../command-service/reactors/team-deletion.ts');
    const { followTokens } = await import('../command-service/reactors/token-revocation.ts');
    const { InvitationMail } = await import('../command-service/mail/invitation-mail.ts');
    const outbox = path.join(config.dataDir, 'outbox');
    const mailer = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, outbox, say, logger, now });
    closeMailer = mailer.close;
    const outcomes = new CheckReplies(stopping.signal);
    const identityKey = stores.secret('identity');
    const accounts = new Accounts({ store, identityKey, now });
    const providers = new OAuthClient({ setups: config.providers, publicUrl: url, now });
    const photos = new Photos(store, photoFiles);
    background.push(outcomes.follow(feed));
    background.push(runJobs({ store, feed, reads, claims: expiring, outcomes, logger, now }, stopping.signal));
    background.push(runTeamDeletion({ store, feed, reads, checkpoints: expiring, logger, now }, stopping.signal));
    background.push(runCheckSchedule({ store, feed, reads, checkpoints: expiring, logger, now }, stopping.signal));
    background.push(
      runAccountErasure(
        {
          ...{ store, feed, reads, sessions, photos, identityKey, logger, now },
          ...{ checkpoints: expiring, forget: stores.forget, scrub: stores.scrub },
        },
        stopping.signal,
      ),
    );
    background.push(
      runAlertMails({ feed, reads, kept: expiring, mailer, publicUrl: url, logger, now, clock }, stopping.signal),
    );
    background.push(followTokens({ store, feed, reads, checkpoints: expiring, logger, now }, stopping.signal));
    background.push(runShareRevocation({ store, feed, reads, checkpoints: expiring, logger, now }, stopping.signal));
    errorMappers.push(toProblem);
    problemPage = signInProblemPage;
    endpoints.push(
      ...mount([...commandRoutes, ...accountRoutes], {
        store,
        feed,
        reads,
        claims: expiring,
        alertMarks: expiring,
        outcomes,
        sessions,
        marks: new BrowserBinding(secure),
        accounts,
        signIn: new EmailSignIn({
          ...{ accounts, tickets: expiring, mailer, publicUrl: url, now },
          mailsPerNetwork: config.signInMailsPerNetwork,
        }),
        providerSignIn: new ProviderSignIn({ providers, accounts, kept: expiring, identityKey, logger, now }),
        sharing: new ShareMailer({ reads, feed, passwords, mailer, limits: expiring, publicUrl: url, logger, now }),
        invitationMail: new InvitationMail({ mailer, counters: expiring, publicUrl: url, logger, now }),
        photos,
        identityKey,
        mailed: config.smtpUrl !== null,
        now,
      }),
    );
  }
  if (plays('query')) {
    const { queryRoutes } = await import('../query-service/http/routes.ts');
    const sharing = { expiring, passwords, publicUrl: url };
    endpoints.push(
      ...mount(queryRoutes, {
        ...{ reads, evidence, photos: photoFiles, changes, sharing, sessions, now },
        ...{ alertMarks: expiring, tokenUses: expiring },
        providers: config.providers,
        stopping: stopping.signal,
      }),
    );
  }
  // Whichever services this process plays, the description is of all of them: they are behind one origin.
  const { allRoutes } = await import('./roles/all-routes.ts');
  const { default: schemas } = await import('../query-service/contract/answers/schemas.json', {
    with: { type: 'json' },
  });
  const document = openApi(allRoutes, { url, cookie: sessions.cookie, schemas });
  endpoints.push(...mount(openApiRoutes, { document }));
  const app = createApp({
    measure,
    endpoints,
    console: plays('query') ? await serveConsole(CONSOLE_BUILD) : null,
    sessions,
    trustedProxies: config.trustedProxies,
    https: secure,
    idempotencyStore: expiring,
    errorMappers,
    problemPage,
    logger,
    now,
  });
  answer = app.callback();

  let closeChecker = async () => {};
  if (plays('checker')) {
    const { openChecker } = await import('../checker/check.ts');
    const { openScreenshots } = await import('../checker/browser/screenshots.ts');
    const { work } = await import('../checker/work.ts');
    const { recordReport, requestedChecks } = await import('../command-service/links/check-reports.ts');
    const { keepEvidence } = await import('../command-service/reactors/evidence-capture.ts');
    const { concurrency, ...settings } = config.checker;
    const checker = openChecker({ ...settings, pageContext: true, logger, now });
    const camera =
      settings.render === 'never' ? null : openScreenshots({ ...settings, rateLimiter: checker.rateLimiter, logger });
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
          logger,
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
          report: (order, observation, verdict) => recordReport(store, order, observation, verdict, now),
          concurrency,
          graceMs: CHECK_GRACE_MS,
          logger,
        },
        stopping.signal,
      ),
    );
  }
  if (plays('scheduler')) {
    const { schedule } = await import('../command-service/scheduled/scheduler.ts');
    background.push(schedule({ store, reads, logger, now, clock }, SCHEDULE_EVERY_MS, stopping.signal));
  }

  return {
    url,
    async stop() {
      stopping.abort();
      await Promise.all([server.stop(REQUEST_GRACE_MS), ...background]);
      await closeChecker();
      closeMailer();
      await close();
    },
  };
}

async function sessionSecretOf(config: Config, stores: Stores): Promise<string> {
  try {
    return config.sessionSecret ?? stores.secret('session');
  } catch (error) {
    await stores.close();
    throw error;
  }
}

/**
 * Fills views that begin at nothing, where the log is long. Nobody is answered before they are whole, so nobody misses
 * their indexes: made at the end they take half the time, and are read faster ever after.
 */
async function fillAnew({ rebuilding, feed, reads }: Stores, logger: Logger): Promise<void> {
  if (rebuilding.length === 0 || (await feed.head()) < LONG_LOG) return;
  await rebuild(allViews, rebuilding, { feed, reads, logger }, process.stderr);
}

/** Failures a person can act on are said in their words; anything else is a fault of ours and keeps its stack. */
function fail(error: unknown): never {
  const expected = error instanceof ConfigError || error instanceof DataFolderError || error instanceof ListenError;
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

async function serve(): Promise<void> {
  const config = loadConfig();
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
