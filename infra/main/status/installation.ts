/** The state of the installation: what this process reports about itself, and the reports of all processes together. */
import { randomUUID } from 'node:crypto';
import { allViews } from '../../../projections/views/all-views.ts';
import { seals } from '../../../projections/views/ledger/seals.ts';
import { checks } from '../../../projections/views/links/checks.ts';
import type {
  SystemAnswer,
  SystemProblemAnswer,
  SystemViewAnswer,
} from '../../../query-service/contract/answers/system.ts';
import { diskSpace } from '../../engines/embedded/folder/disk-space.ts';
import type { HealthSource } from '../../observability/health.ts';
import type { Engine, QueueTypes } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import type { EventShape } from '../../ports/storage/event-store.ts';
import type { ReadStore } from '../../ports/storage/read-store.ts';
import type { Config } from '../config/config.ts';
import { checkFolder } from '../doctor/data-folder.ts';
import { findingsOf, isProblem } from '../doctor/finding.ts';
import { doubtfulSettings } from '../doctor/settings.ts';
import { problemsOf } from './problems.ts';
import { describeProcess, type ProcessReport, type RoleReport } from './process-report.ts';
import { ProcessReports } from './process-reports.ts';

/** How old the findings about settings and folder may be, in milliseconds. */
const FINDINGS_MS = 60_000;
/** The most hosts in an answer. */
const MAX_HOSTS = 20;

/** The parts of the engine that are used; `values` only if processes share it. */
type ReportedEngine = Pick<Engine<EventShape, QueueTypes>, 'isShared' | 'values' | 'views'>;

interface InstallationDeps {
  readonly config: Config;
  readonly engine: ReportedEngine;
  /** Whether this process uses the stores: a checker alone does not, and reports nothing. */
  readonly hasStores: boolean;
  /** The views that are filled while the process starts. */
  readonly filling: () => readonly { readonly view: string }[];
  /** What is wrong with the clock; null if it is trusted. */
  readonly clockTrouble: () => string | null;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** What a running process knows. */
interface RunningProcess {
  readonly health: Pick<HealthSource, 'views' | 'viewLags' | 'checksSilentMs' | 'stopping'>;
  readonly roles: readonly (() => Promise<RoleReport>)[];
}

export class Installation {
  readonly #deps: InstallationDeps;
  readonly #reports: ProcessReports;
  readonly #id = randomUUID();
  readonly #startedAt: Date;
  #running: RunningProcess | null = null;
  #findings: { readonly at: number; readonly found: readonly SystemProblemAnswer[] } | null = null;

  constructor(deps: InstallationDeps) {
    this.#deps = deps;
    this.#startedAt = deps.now();
    const { engine, logger, now } = deps;
    this.#reports = new ProcessReports({
      values: engine.isShared && deps.hasStores ? engine.values : null,
      own: () => this.#own(),
      logger,
      now,
    });
  }

  /** The start is over: from now on the process reports what it knows. */
  runs(running: RunningProcess): void {
    this.#running = running;
    this.#reports.reportSoon();
  }

  /** Reports to the other processes until aborted. */
  report(signal: AbortSignal): Promise<void> {
    return this.#reports.run(signal);
  }

  /** The state of the whole installation. Only a process that reads views may call it. */
  async describe(): Promise<SystemAnswer> {
    const { config, engine, now } = this.#deps;
    const [reports, open, sealed] = await Promise.all([
      this.#reports.list(),
      engine.views.find(checks, { where: { state: 'open' }, sort: { field: 'since', descending: false }, limit: 1 }),
      newestSeal(engine.views),
    ]);
    const views = allViews.map(({ name }) => viewOf(name, reports)).toSorted(byName);
    const silent = reports.flatMap(({ checksSilentSeconds }) => checksSilentSeconds ?? []);
    const { servers } = config;
    // A checker beside Kafka has no store to report to.
    const roles = config.services.filter((role) => role !== 'checker');
    const needed = servers === null ? roles : ['command', 'query', 'projections', 'reactors', 'relay'];
    return {
      at: now().toISOString(),
      engines: {
        log: servers === null ? 'SQLite' : 'EventStoreDB',
        views: servers === null ? 'SQLite' : 'MongoDB',
        checks: reports.some(({ usesKafka }) => usesKafka) ? 'Kafka' : 'memory',
      },
      signUp: config.signUp,
      problems: problemsOf({ reports, views, roles: needed, now: now() }),
      processes: reports.map(({ process }) => process),
      views,
      checks: {
        open: open.total,
        oldestSince: open.rows[0]?.since ?? null,
        silentSeconds: silent.length === 0 ? null : Math.max(...silent),
      },
      resting: restingIn(reports),
      // Each of these comes from the process that holds its lease.
      mails: reports.flatMap(({ mails }) => mails ?? [])[0] ?? null,
      backup: reports.flatMap(({ backup }) => backup ?? [])[0] ?? null,
      disk: reports.flatMap(({ disk }) => disk ?? [])[0] ?? null,
      seal: sealed,
    };
  }

  async #own(): Promise<ProcessReport> {
    const { config, filling } = this.#deps;
    const describe = (state: 'starting' | 'running' | 'stopping') =>
      describeProcess(this.#id, config.services, this.#startedAt, state);
    if (this.#running === null) {
      const views = filling().map(({ view }) => ({ view, state: 'filling' as const, lagSeconds: 0, error: null }));
      return { process: describe('starting'), views, problems: [] };
    }
    const { health, roles } = this.#running;
    const parts: RoleReport = Object.assign({}, ...(await Promise.all(roles.map((report) => report()))));
    const silentMs = await health.checksSilentMs?.();
    return {
      ...parts,
      process: describe(health.stopping() ? 'stopping' : 'running'),
      views: await this.#views(health),
      ...(silentMs !== undefined && { checksSilentSeconds: Math.round(silentMs / 1_000) }),
      ...(config.servers?.kafka && { usesKafka: true }),
      ...(config.servers === null && { disk: { folder: config.dataDir, ...(await diskSpace(config.dataDir)) } }),
      problems: await this.#problems(),
    };
  }

  /** The views that this process keeps. */
  async #views({ views, viewLags }: RunningProcess['health']): Promise<readonly SystemViewAnswer[]> {
    const lags = new Map((await viewLags?.())?.map(({ view, seconds }) => [view, seconds]));
    return (views?.() ?? []).map(({ view, state, error }): SystemViewAnswer => {
      const lagSeconds = Math.round(lags.get(view) ?? 0);
      const common = { view, lagSeconds, error: error ?? null };
      if (state === 'stopped') return { ...common, state: 'stopped' };
      if (error !== undefined) return { ...common, state: 'failing' };
      return { ...common, state: lagSeconds > 0 ? 'behind' : 'following' };
    });
  }

  async #problems(): Promise<readonly SystemProblemAnswer[]> {
    const { config, clockTrouble, now } = this.#deps;
    const at = now().getTime();
    if (this.#findings === null || Math.abs(at - this.#findings.at) > FINDINGS_MS) {
      const folder = config.servers === null ? await checkFolder(config.dataDir) : [];
      this.#findings = { at, found: [...folder, ...doubtfulSettings(config)].filter(isProblem) };
    }
    const trouble = clockTrouble();
    return [...(trouble === null ? [] : [findingsOf('clock').warning(trouble, null)]), ...this.#findings.found];
  }
}

async function newestSeal(reads: ReadStore): Promise<SystemAnswer['seal']> {
  const { rows } = await reads.find(seals, { sort: { field: 'day', descending: true }, limit: 1 });
  return rows[0] === undefined ? null : { day: rows[0].day, count: rows[0].count, sealedAt: rows[0].sealedAt };
}

/** While a view passes from one process to another, both report it: the report of the process that follows counts. */
function viewOf(name: string, reports: readonly ProcessReport[]): SystemViewAnswer {
  const reported = reports.flatMap(({ views }) => views.filter(({ view }) => view === name));
  const following = reported.find(({ state }) => state === 'following');
  return following ?? reported[0] ?? { view: name, state: 'unkept', lagSeconds: 0, error: null };
}

function byName(one: SystemViewAnswer, other: SystemViewAnswer): number {
  return one.view < other.view ? -1 : 1;
}

function restingIn(reports: readonly ProcessReport[]): SystemAnswer['resting'] {
  const all = reports.flatMap(({ resting }) => resting ?? []);
  if (all.length === 0) return null;
  const hosts = all.flatMap((each) => each.hosts).toSorted((one, other) => (one.until < other.until ? 1 : -1));
  return { count: all.reduce((sum, { count }) => sum + count, 0), hosts: hosts.slice(0, MAX_HOSTS) };
}
