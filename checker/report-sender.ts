/** Reports to the server, and repeats each result that the server does not accept. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckOrder, CheckReport } from '../command-service/contract/check-contract.ts';
import type { Logger } from '../infra/ports/process/logger.ts';
import type { CheckResult } from './check.ts';
import { judgeBy } from './verdict/judge-again.ts';

const MAX_PAUSE_MS = 30_000;

interface ReportSenderOptions {
  readonly report: (report: CheckReport) => Promise<void>;
  readonly logger: Logger;
  /** The first pause before a report is repeated; it doubles up to 30 seconds. */
  readonly retryMs: number;
  /** Ends the repetitions: the check stays open. */
  readonly giveUp: AbortSignal;
}

export class ReportSender {
  readonly #options: ReportSenderOptions;
  #isFailing = false;

  constructor(options: ReportSenderOptions) {
    this.#options = options;
  }

  /** Lets the server count attempts that crash the checker. If that fails, the check continues. */
  async note(kind: 'begun' | 'left', orders: readonly CheckOrder[]): Promise<void> {
    const { report } = this.#options;
    await Promise.allSettled(orders.map(({ checkId, linkId }) => report({ kind, checkId, linkId })));
  }

  /** Reports a result until the server accepts it, judged by what its order says about the link. */
  async result(order: CheckOrder, result: CheckResult): Promise<void> {
    const { report, logger, retryMs, giveUp } = this.#options;
    const { checkId, linkId, clientLink, matching = 'exact', articleEnd } = order;
    const observation = articleEnd === undefined ? result.observation : { ...result.observation, articleEnd };
    const verdict = judgeBy(matching, observation, clientLink);
    for (let wait = retryMs; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      try {
        await report({ kind: 'checked', checkId, linkId, observation, verdict });
        if (this.#isFailing) logger.info({}, 'results can be reported again');
        this.#isFailing = false;
        return;
      } catch (error) {
        if (!this.#isFailing) logger.warn({ err: error, checkId }, 'could not report a result; trying again');
        this.#isFailing = true;
      }
      try {
        await pause(wait, undefined, { signal: giveUp });
      } catch {
        return;
      }
    }
  }
}
