/** The checker role: makes checks and screenshots. It sees the two queues and nothing else. */
import { openScreenshots } from '../../checker/browser/screenshots.ts';
import { openChecker } from '../../checker/check.ts';
import { takeScreenshots } from '../../checker/take-screenshots.ts';
import { type WorkCounts, work } from '../../checker/work.ts';
import type { CheckQueues, CheckReport } from '../../command-service/check-contract.ts';
import { boundObservation } from '../../command-service/links/bound-observation.ts';
import type { Config } from '../config.ts';
import type { Engine, EngineGauge } from '../ports/engine.ts';
import type { EventShape } from '../ports/event-store.ts';
import type { Logger } from '../ports/logger.ts';
import type { RoleParts } from './role.ts';

/** How long running checks may go on once the process stops. */
const CHECK_GRACE_MS = 2_000;

interface CheckerContext {
  readonly config: Pick<Config, 'checker'>;
  readonly engine: Pick<Engine<EventShape, CheckQueues>, 'checks' | 'screenshots'>;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly stopping: AbortSignal;
}

/** Starts the role. */
export function startChecker({ config, engine, logger, now, stopping }: CheckerContext): RoleParts {
  const { concurrency, ...settings } = config.checker;
  const checker = openChecker({ ...settings, pageContext: true, logger, now });
  const { rateLimiter } = checker;
  const counts: WorkCounts = { checks: 0, visits: 0, visitsSaved: 0 };
  const camera = settings.render === 'never' ? null : openScreenshots({ ...settings, rateLimiter, logger });
  return {
    work: [
      work(
        {
          orders: engine.checks.orders(stopping),
          report: (report) => engine.checks.report(bounded(report)),
          ...{ checker, concurrency, graceMs: CHECK_GRACE_MS, logger, counts },
        },
        stopping,
      ),
      ...(camera === null ? [] : [takeScreenshots(engine.screenshots, camera, logger, stopping)]),
    ],
    gauges: [
      gauge('linkledger_checker_checks', 'Checks with a result since the start.', () => counts.checks),
      gauge('linkledger_checker_visits', 'Visits for these checks.', () => counts.visits),
      gauge(
        'linkledger_checker_visits_saved',
        'Visits that were not needed, because one served several links of a page.',
        () => counts.visitsSaved,
      ),
    ],
    async close() {
      await Promise.all([checker.close(), camera?.close()]);
    },
  };
}

function gauge(name: string, help: string, value: () => number): EngineGauge {
  return { name, help, labels: [], read: async () => [{ labels: {}, value: value() }] };
}

/** A queue may refuse a large report, and the event keeps no more. */
function bounded(report: CheckReport): CheckReport {
  return report.kind === 'checked' ? { ...report, observation: boundObservation(report.observation) } : report;
}
