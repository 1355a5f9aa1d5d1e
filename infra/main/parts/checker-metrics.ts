/** The checker's figures for `/metrics`: results of checks and visits, waiting orders, and the browsers. */
import type { BrowserUse } from '../../../checker/browser/browser-pool.ts';
import { HOST_CLASSES, type HostQueues } from '../../../checker/politeness/host-queues.ts';
import type { EndedVisit } from '../../../checker/work.ts';
import { LINK_STATUSES, type Visit } from '../../../command-service/contract/observation.ts';
import { counter, gauge, type Metric, type Sample } from '../../ports/process/metric.ts';

interface CheckerSources {
  readonly queues: Pick<HostQueues, 'waiting' | 'running'>;
  /** The browsers for checks, and those for screenshots; null without browsers. */
  readonly browsers: Readonly<Record<'checks' | 'screenshots', () => BrowserUse | null>>;
}

/** Counts results from the start of the process on. */
export class CheckerMetrics {
  readonly #sources: CheckerSources;
  /** Checks by status. */
  readonly #checks = new Map<string, number>(LINK_STATUSES.map((status) => [status, 0]));
  /** Visits by tier, then by result. */
  readonly #visits = { http: new Map<string, number>(), browser: new Map<string, number>() };
  #saved = 0;

  constructor(sources: CheckerSources) {
    this.#sources = sources;
  }

  /** Counts a visit, and the checks that it served. */
  visited({ orders, results }: EndedVisit): void {
    this.#saved += orders.length - 1;
    for (const { clientLink } of orders) {
      const status = results.get(clientLink)?.verdict.status;
      if (status !== undefined) increment(this.#checks, status);
    }
    // All links of a page share its visits; perhaps only some of them needed a browser.
    const visits = new Map(
      [...results.values()].flatMap(({ observation }) => observation.visits.map((each) => [each.by, each])),
    );
    for (const visit of visits.values()) increment(this.#visits[visit.by], resultOf(visit));
  }

  get metrics(): readonly Metric[] {
    const { queues, browsers } = this.#sources;
    const byClass = (value: (waiting: { orders: number; oldestMs: number }) => number): readonly Sample[] => {
      const waiting = queues.waiting();
      return HOST_CLASSES.map((hosts) => ({ labels: { hosts }, value: value(waiting[hosts]) }));
    };
    const byUse = (value: (use: BrowserUse) => number): readonly Sample[] =>
      Object.entries(browsers).flatMap(([purpose, inUse]) => {
        const use = inUse();
        return use === null ? [] : [{ labels: { purpose }, value: value(use) }];
      });
    return [
      {
        ...{ type: 'counter', name: 'linkledger_checker_checks_total', labels: ['status'] },
        help: 'Checks with a result, by the status that the checker found.',
        read: () => [...this.#checks].map(([status, value]) => ({ labels: { status }, value })),
      },
      {
        ...{ type: 'counter', name: 'linkledger_checker_visits_total', labels: ['tier', 'result'] },
        help: 'Visits by tier and result: the class of the status, "challenge", or the reason of the failure.',
        read: () =>
          Object.entries(this.#visits).flatMap(([tier, results]) =>
            [...results].map(([result, value]) => ({ labels: { tier, result }, value })),
          ),
      },
      counter(
        'linkledger_checker_visits_saved_total',
        'Visits that were not needed, because one served several links of a page.',
        () => this.#saved,
      ),
      gauge('linkledger_checker_visits_running', 'Running visits.', () => queues.running),
      {
        ...{ type: 'gauge', name: 'linkledger_checker_orders_waiting', labels: ['hosts'] },
        help: 'Orders that wait here, by class of their hosts: quick, other (slow or new), or resting after trouble.',
        read: () => byClass(({ orders }) => orders),
      },
      {
        ...{ type: 'gauge', name: 'linkledger_checker_oldest_order_seconds', labels: ['hosts'] },
        help: 'How long the oldest of these orders waits.',
        read: () => byClass(({ oldestMs }) => oldestMs / 1_000),
      },
      {
        ...{ type: 'gauge', name: 'linkledger_checker_browsers', labels: ['purpose'] },
        help: 'Browsers that run.',
        read: () => byUse((use) => use.browsers),
      },
      {
        ...{ type: 'gauge', name: 'linkledger_checker_tabs_busy', labels: ['purpose'] },
        help: 'Browser tabs in use.',
        read: () => byUse((use) => use.tabsBusy),
      },
      {
        ...{ type: 'gauge', name: 'linkledger_checker_tab_waiters', labels: ['purpose'] },
        help: 'Visits that wait for a browser tab.',
        read: () => byUse((use) => use.tasksWaiting),
      },
    ];
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function resultOf({ error, challenge, httpStatus }: Visit): string {
  if (error !== null) return error.code;
  if (challenge) return 'challenge';
  return httpStatus === null ? 'no-status' : `${Math.floor(httpStatus / 100)}xx`;
}
