/**
 * Settles payments that nobody reported: the browser was closed, the answer to a capture was lost, a webhook did not
 * arrive. We ask the provider after a minute, then less and less often; unpaid orders are abandoned within an hour.
 */

import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { inRounds } from '../../infra/ports/process/rounds.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { payments as view } from '../../projections/views/people/payments.ts';
import type { Payments } from '../billing/payments.ts';
import { ProviderRefusedError, ProviderUnavailableError } from '../billing/provider-client.ts';
import { DomainError } from '../core/errors.ts';

interface SettleDeps {
  readonly reads: ReadStore;
  readonly payments: Pick<Payments, 'settle'>;
  readonly logger: Logger;
  readonly now: () => Date;
}

const MINUTE_MS = 60_000;
/** A browser settles its own payment in the first minute. */
const FIRST_MS = MINUTE_MS;
/** An order that is unpaid at this age is abandoned. */
export const GIVE_UP_MS = 50 * MINUTE_MS;
/** The time between two looks at a pending payment, or at one whose provider does not answer. */
const LATER_MS = 10 * MINUTE_MS;
/** The most orders in a round. */
const BATCH = 1_000;

/** Settles open payments every `everyMs` until aborted. */
export async function settlePayments(deps: SettleDeps, everyMs: number, signal: AbortSignal): Promise<void> {
  const round = settlementRounds(deps);
  const trouble = { logger: deps.logger, failing: 'could not settle payments; trying again' };
  await inRounds(() => round(signal), everyMs, trouble, signal);
}

/** Returns a function that settles what is due now. It stores when each open order is due next. */
export function settlementRounds({ reads, payments, logger, now }: SettleDeps): (signal: AbortSignal) => Promise<void> {
  let due = new Map<string, { readonly at: number; readonly waitMs: number }>();
  return async (signal) => {
    const { rows } = await reads.find(view, {
      where: { state: 'open' },
      sort: { field: 'startedAt', descending: false },
      limit: BATCH,
    });
    const next: typeof due = new Map();
    for (const { id, startedAt } of rows) {
      if (signal.aborted) return;
      const [at, started] = [now().getTime(), Date.parse(startedAt)];
      const age = at - started;
      const attempt = due.get(id) ?? { at: started + FIRST_MS, waitMs: FIRST_MS };
      // An order that would wait longer than its pause is due: the clock was set back.
      if (at < attempt.at && attempt.at - at <= attempt.waitMs) {
        next.set(id, attempt);
        continue;
      }
      const waitMs = age >= GIVE_UP_MS ? LATER_MS : Math.min(age, GIVE_UP_MS - age);
      next.set(id, { at: at + waitMs, waitMs });
      try {
        await payments.settle(id, metadata(at), { giveUp: age >= GIVE_UP_MS });
      } catch (error) {
        // These errors were logged by the call itself, or the provider was removed from the settings.
        const isKnown = [ProviderUnavailableError, ProviderRefusedError, DomainError].some(
          (kind) => error instanceof kind,
        );
        if (!isKnown) logger.error({ err: error, orderId: id }, 'could not settle a payment; trying again');
      }
    }
    due = next;
  };
}

function metadata(at: number): EventMetadata {
  const id = uuidv7();
  return { actor: 'system', correlationId: id, causationId: id, at: new Date(at).toISOString() };
}
