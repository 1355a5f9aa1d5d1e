/** Applies captured and refunded payments to the buyer's plan, also after a crash between the two appends. */
import type { Payments } from '../billing/payments.ts';
import type { Reaction, Reactor, ReactorDeps, Recorded } from './run-reactor.ts';

export interface PlanActivationDeps extends ReactorDeps {
  readonly payments: Pick<Payments, 'activate'>;
}

export function planActivation({ payments, logger }: PlanActivationDeps): Reactor {
  const activate = async ({ position }: Recorded, orderId: string, { metadata }: Reaction) => {
    const { isOrphaned } = await payments.activate(orderId, metadata());
    if (isOrphaned) {
      logger.error(
        { orderId, position },
        'a payment arrived for an account that was deleted: refund it at the payment provider',
      );
    }
    return true;
  };
  return {
    name: 'plan-activation',
    failing: 'could not activate a plan that was paid; trying again',
    handlers: {
      PaymentCaptured: (event, reaction) => activate(event, event.data.orderId, reaction),
      PaymentRefunded: (event, reaction) => activate(event, event.data.orderId, reaction),
      async PaymentFailed({ data: { orderId, reason, paymentId }, position }) {
        if (reason !== 'wrong-amount' || paymentId === null) return false;
        logger.error(
          { orderId, paymentId, position },
          'a payment arrived with another amount than ordered: look at it at the payment provider',
        );
        return true;
      },
    },
  };
}
