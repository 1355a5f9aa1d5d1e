/** Starts the roles that a process plays, on one engine, and stops them in order. */

import { ClockGuard, type Clocks } from '../../../command-service/clock/clock-guard.ts';
import type { CheckQueues } from '../../../command-service/contract/check-contract.ts';
import type { LinkledgerEvent } from '../../../command-service/contract/events.ts';
import { fitsIdentities } from '../../../command-service/identity/accounts.ts';
import { ApiTokens } from '../../../command-service/identity/api-tokens.ts';
import { mailTargets } from '../../../command-service/mail/mail-target.ts';
import { MailOutbox } from '../../../command-service/mail/outbox.ts';
import { openPdfPrinter } from '../../../command-service/reports/print-pdf.ts';
import { checkerIdleMs } from '../../../command-service/scheduled/checker-watchdog.ts';
import { UnsubscribeLinks } from '../../../command-service/unsubscribe/unsubscribe-links.ts';
import type { ViewCommit } from '../../../projections/runner/run-projection.ts';
import type { RunningProjections } from '../../../projections/runner/start-projections.ts';
import { allViews } from '../../../projections/views/all-views.ts';
import { links } from '../../../projections/views/links/links.ts';
import { viewTokens } from '../../../query-service/access/token-authenticator.ts';
import { createPasswordHasher } from '../../crypto/password-hasher.ts';
import { openEngine } from '../../engines/open-engine.ts';
import { Sessions } from '../../http/auth/sessions.ts';
import { openMailer } from '../../mail/smtp-mailer.ts';
import type { HealthSource } from '../../observability/health.ts';
import { createLogger } from '../../observability/logger.ts';
import { Metrics } from '../../observability/metrics.ts';
import { type AppendFacts, observeLog } from '../../observability/observed-log.ts';
import type { ViewLag } from '../../observability/view-lag.ts';
import type { EngineOptions } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import { StartError } from '../../ports/process/start-error.ts';
import { type Config, isHttps } from '../config/config.ts';
import type { Service } from '../config/process.ts';
import { openLog } from '../parts/open-log.ts';
import { openPastViews } from '../parts/past-views.ts';
import type { LinkledgerEngine, RoleContext, RoleParts } from '../parts/role.ts';
import type { Traces } from '../parts/traces.ts';
import { openViewLag } from '../parts/view-lags.ts';
import { Installation } from '../status/installation.ts';
import { createProcessApp, openEdge } from './edge.ts';
import { answerWhileStarting, StartProgress } from './starting.ts';

/** How long running requests may go on once the process stops. */
const REQUEST_GRACE_MS = 4_000;

const FOREIGN_IDENTITY_SECRET =
  'identity.secret does not belong to this log: everybody who signs in would get a new, empty account. ' +
  'Put back the identity.secret from the same backup as events.db, then start again.';

const MACHINE_CLOCKS: Clocks = { now: () => new Date(), monotonicMs: () => performance.now() };

/** The roles that read the log. The query role reads views, and the checker reads neither. */
const LOG_ROLES: readonly Service[] = ['command', 'projections', 'reactors', 'relay'];

/** A running process of Linkledger. */
export interface RunningServer {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** The port it listens on. */
  readonly port: number;
  /** Stops everything in order: requests, checks, views, files. Call it once. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Prints the few lines that a person at the terminal needs. */
  readonly print: (line: string) => void;
  readonly clocks?: Clocks;
  /** Default: the configured engine. */
  readonly open?: (options: EngineOptions) => Promise<LinkledgerEngine>;
}

/**
 * Starts the configured roles and resolves when requests are answered and, on an engine of a single process, every view
 * has read the whole log.
 * @throws StartError: the message says what to do.
 */
export async function start(config: Config, options: StartOptions): Promise<RunningServer> {
  const { print, clocks = MACHINE_CLOCKS, open = openEngine<LinkledgerEvent, CheckQueues> } = options;
  const logger = createLogger(config.logLevel);
  const { now } = clocks;
  const clock = new ClockGuard(clocks, logger);
  const engine = await open({
    ...{ dataDir: config.dataDir, logLevel: config.logLevel, schemas: allViews, logger, now },
    ...{ servers: config.servers, secrets: config.secrets, mayRemove: () => clock.trusted() !== null },
  });
  try {
    return await startRoles(config, engine, { print, clocks, clock, logger });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

interface Process {
  readonly print: (line: string) => void;
  readonly clocks: Clocks;
  readonly clock: ClockGuard;
  readonly logger: ReturnType<typeof createLogger>;
}

async function startRoles(config: Config, engine: LinkledgerEngine, process: Process): Promise<RunningServer> {
  const { print, clock, logger } = process;
  const { now } = process.clocks;
  const plays = (role: Service) => config.services.includes(role);
  const readsLog = LOG_ROLES.some(plays);
  const readsViews = readsLog || plays('query');
  const [stopping, closing] = [new AbortController(), new AbortController()];
  const closers: (() => void)[] = [];

  const metrics = new Metrics();
  for (const metric of engine.metrics) metrics.add(metric);
  const traces = await openTraces(config, logger);
  const onAppend = (append: AppendFacts<LinkledgerEvent>) => {
    metrics.appended(append);
    traces?.appended(append);
  };
  const onCommit = (view: string, commit: ViewCommit) => {
    metrics.committed(view, commit.ms);
    traces?.committed(view, commit);
  };
  const log = once(() => observeLog(openLog(engine, logger), onAppend));
  const sessionSecret = readsViews ? engine.secrets.secret('session') : '';

  const progress = new StartProgress();
  const installation = new Installation({
    ...{ config, engine, hasStores: readsViews, logger, now },
    filling: () => progress.views(),
    clockTrouble: () => clock.trouble(),
  });

  const projectionsRole = plays('projections') ? await import('../roles/projections.ts') : null;
  const edge = await openEdge(
    config,
    logger,
    answerWhileStarting({ roles: config.services, progress, clock: () => clock.status() }),
  );
  const reporting = installation.report(stopping.signal);
  try {
    if (projectionsRole !== null && !engine.isShared) progress.fillsUpTo(await log().head());
    await projectionsRole?.fillNewViews(engine, logger, ({ view, position }) => progress.reached(view, position));
  } catch (error) {
    stopping.abort();
    await Promise.all([reporting, edge.stop(0)]);
    throw error;
  }
  const projections =
    projectionsRole?.runProjections({ engine, logger, now, onCommit, namesCauses: traces !== null }) ?? null;
  try {
    // Another process may keep some views, and queries answer while they catch up.
    if (!engine.isShared) await projections?.caughtUp(await log().head());
    if (plays('command') && !(await fitsIdentities(engine.views, engine.secrets.secret('identity')))) {
      throw new StartError(FOREIGN_IDENTITY_SECRET);
    }
    if (readsViews) await clock.compareWithRecorded(engine.views);
    const mailer = once(() => {
      const { smtpUrl, mailFrom: from, outbox } = config;
      const mailer = openMailer({ smtpUrl, from, outbox, say: print, logger, now });
      closers.push(() => mailer.close());
      return metrics.countMails(mailer);
    });
    const context: RoleContext = {
      ...{ config, engine, publicUrl: edge.publicUrl, logger, now, clock, metrics, traces, log },
      stopping: stopping.signal,
      closing: closing.signal,
      passwords: once(() => createPasswordHasher()),
      past: once(() => {
        const past = openPastViews(engine);
        closers.push(() => past.close());
        return past;
      }),
      printer: once(() => openPdfPrinter(engine.prints, logger, stopping.signal)),
      describeSystem: () => installation.describe(),
      sessions: once(() => {
        const tokenDeps = { reads: engine.views, uses: engine.state, now };
        const tokens = plays('command') ? new ApiTokens({ store: log(), ...tokenDeps }) : viewTokens(tokenDeps);
        return new Sessions({ store: engine.values, tokens, secret: sessionSecret, secure: isHttps(config), now });
      }),
      mailer,
      unsubscribing: once(() => new UnsubscribeLinks(engine.secrets.secret('identity'), edge.publicUrl)),
      outbox: once(() => openOutbox(context, sessionSecret)),
    };
    const parts = await startEach(context, plays);
    const lag = openViewLag(engine, { ownViews: projections, reads: plays('query'), log });
    const health = healthOf(context, projections, lag);
    edge.answerWith(await createProcessApp(context, parts, health));
    installation.runs({ health, roles: parts.flatMap(({ report }) => report ?? []) });
    const work = [
      reporting,
      clock.watch(stopping.signal),
      ...(lag === null ? [] : [lag.run(stopping.signal)]),
      ...parts.flatMap((part) => part.work ?? []),
    ];
    return {
      url: edge.publicUrl,
      port: edge.port,
      async stop() {
        stopping.abort();
        await Promise.all([edge.stop(REQUEST_GRACE_MS), ...work]);
        closing.abort();
        await Promise.all(parts.flatMap((part) => part.lateWork ?? []));
        await Promise.all(parts.map((part) => part.close?.()));
        for (const close of closers) await close();
        await projections?.stop();
        await engine.close();
        await traces?.stop();
      },
    };
  } catch (error) {
    stopping.abort();
    await Promise.all([reporting, edge.stop(0)]);
    await projections?.stop();
    throw error;
  }
}

function openOutbox(context: RoleContext, secret: string): MailOutbox {
  const { engine, logger, now } = context;
  const targets = mailTargets(context.log(), engine.blobs, context.unsubscribing());
  return new MailOutbox({ state: engine.state, mailer: context.mailer(), secret, ...targets, logger, now });
}

/** null: no traces are wanted, and OpenTelemetry is not loaded. */
async function openTraces({ traces }: Config, logger: Logger): Promise<Traces | null> {
  if (traces === null) return null;
  const [{ Traces }, { openSpanSender }] = await Promise.all([
    import('../parts/traces.ts'),
    import('../../observability/otlp.ts'),
  ]);
  return new Traces(openSpanSender(traces.share, logger));
}

/** Loads and starts only the roles that the process plays. */
async function startEach(context: RoleContext, plays: (role: Service) => boolean): Promise<readonly RoleParts[]> {
  const parts: RoleParts[] = [];
  if (plays('command')) parts.push((await import('../roles/command.ts')).startCommand(context));
  if (plays('query')) parts.push((await import('../roles/query.ts')).startQuery(context));
  if (plays('reactors')) parts.push((await import('../roles/reactors.ts')).startReactors(context));
  if (plays('checker')) parts.push((await import('../roles/checker.ts')).startChecker(context));
  if (plays('relay')) parts.push((await import('../roles/relay.ts')).startRelay(context));
  return parts;
}

/** How many events the slowest view still has to read. */
async function eventsBehind(log: { head(): Promise<number> }, views: readonly { readonly position: number }[]) {
  return (await log.head()) - Math.min(...views.map(({ position }) => position));
}

/** Creates a value at the first call and returns the same value afterwards. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What this process reports of itself, by its roles. */
function healthOf(
  { config, engine, log, clock, now, stopping }: RoleContext,
  projections: Pick<RunningProjections, 'status'> | null,
  lag: ViewLag | null,
): HealthSource {
  const plays = (role: Service) => config.services.includes(role);
  const readsLog = LOG_ROLES.some(plays);
  return {
    roles: config.services,
    ...{ views: projections?.status, stopping: () => stopping.aborted, clock: () => clock.status() },
    stores: {
      ...(readsLog && { log: () => log().head() }),
      ...((readsLog || plays('query')) && { views: () => engine.views.position(links) }),
    },
    ...(readsLog && { head: () => log().head() }),
    // On the shared engine positions are addresses in the log, not counts.
    ...(!engine.isShared && projections !== null && { behind: () => eventsBehind(log(), projections.status()) }),
    ...(lag !== null && { viewLags: () => lag.seconds() }),
    ...(plays('reactors') && { checksSilentMs: () => checkerIdleMs(engine.views, now(), clock.steadySince()) }),
  };
}
