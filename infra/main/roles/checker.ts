/** The checker role: makes checks, screenshots and PDFs. It reaches only the queues. */
import { answerOrders } from '../../../checker/answer-orders.ts';
import { openChecker } from '../../../checker/check.ts';
import { HostQueues } from '../../../checker/politeness/host-queues.ts';
import type { HostRateLimiter } from '../../../checker/politeness/host-rate-limiter.ts';
import { NO_PRINTER, openPrinter } from '../../../checker/render/printer.ts';
import { openScreenshots, type Screenshots } from '../../../checker/render/screenshots.ts';
import { PER_HOST, work } from '../../../checker/work.ts';
import { boundObservation } from '../../../command-service/checks/bound-observation.ts';
import type { CheckQueues, CheckReport, ScreenshotOrder } from '../../../command-service/contract/check-contract.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Logger } from '../../ports/process/logger.ts';
import type { EventShape } from '../../ports/storage/event-store.ts';
import type { Config } from '../config/config.ts';
import { CheckerMetrics } from '../parts/checker-metrics.ts';
import type { RoleParts } from '../parts/role.ts';
import type { Traces } from '../parts/traces.ts';

/** How long running checks may go on once the process stops. */
const CHECK_GRACE_MS = 2_000;

interface CheckerContext {
  readonly config: Pick<Config, 'checker'>;
  readonly engine: Pick<Engine<EventShape, CheckQueues>, 'checks' | 'screenshots' | 'prints'>;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly traces?: Pick<Traces, 'visited'> | null;
  readonly stopping: AbortSignal;
}

/** Starts the role. */
export function startChecker(context: CheckerContext): RoleParts {
  const { config, engine, logger, now, stopping } = context;
  const { concurrency, ...settings } = config.checker;
  const checker = openChecker({ ...settings, pageContext: true, logger, now });
  const { rateLimiter } = checker;
  const camera = settings.render === 'never' ? null : openScreenshots({ ...settings, rateLimiter, logger });
  const printer = settings.render === 'never' ? NO_PRINTER : openPrinter({ ...settings, logger });
  const queues = new HostQueues(PER_HOST, rateLimiter);
  const browsers = { checks: () => checker.browserUse(), screenshots: () => camera?.browserUse() ?? null };
  const figures = new CheckerMetrics({ queues, browsers });
  for (const metric of figures.metrics) context.metrics.add(metric);
  return {
    work: [
      work(
        {
          orders: engine.checks.orders(stopping),
          isLost: (order) => engine.checks.isLost(order),
          report: (report) => engine.checks.report(bounded(report)),
          ...{ checker, queues, concurrency, graceMs: CHECK_GRACE_MS, logger },
          onVisit(visit) {
            figures.visited(visit);
            context.traces?.visited(visit);
          },
        },
        stopping,
      ),
      answerOrders(
        engine.prints,
        async ({ checkId, page }) => ({ checkId, print: await printer.print(page, stopping) }),
        logger,
        stopping,
      ),
      ...(camera === null
        ? []
        : [answerOrders(engine.screenshots, (order) => pictureOf(camera, order, stopping), logger, stopping)]),
    ],
    report: async () => ({ resting: restingHosts(rateLimiter, now()) }),
    async close() {
      await Promise.all([checker.close(), camera?.close(), printer.close()]);
    },
  };
}

async function pictureOf(camera: Screenshots, order: ScreenshotOrder, signal: AbortSignal) {
  const { checkId, articleLink, clientLink, matching } = order;
  return { checkId, screenshot: await camera.take(articleLink, clientLink, signal, matching) };
}

/** The most hosts in a report. */
const MOST_HOSTS = 20;

function restingHosts(rateLimiter: HostRateLimiter, now: Date) {
  const all = rateLimiter.resting();
  const hosts = all
    .slice(0, MOST_HOSTS)
    .map(({ host, ms }) => ({ host, until: new Date(now.getTime() + ms).toISOString() }));
  return { count: all.length, hosts };
}

/** A queue may refuse a large report, and the event stores no more. */
function bounded(report: CheckReport): CheckReport {
  return report.kind === 'checked' ? { ...report, observation: boundObservation(report.observation) } : report;
}
