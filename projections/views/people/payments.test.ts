import test from 'ava';
import { documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import { payments } from './payments.ts';

const orderId = 'razorpay-order_1';
const stream = `order-${orderId}`;
const userId = 'ann';
const of = { orderId, userId, paymentId: 'pay_1' };

test('a payment is open, paid, and refunded in parts', (t) => {
  const events = new EventBuilder();
  const after = () => documentAfter(payments, orderId, events.all);
  t.is(after(), null);
  events.add({
    type: 'PaymentStarted',
    stream,
    data: {
      ...{
        orderId,
        userId,
        provider: 'razorpay',
        providerOrderId: 'order_1',
        plan: 'starter',
        billingCycle: 'monthly',
      },
      ...{ amount: 41_417, currency: 'INR', price: 499, credit: 0, creditOf: null },
    },
  });
  t.like(after(), { id: orderId, userId, state: 'open', amount: 41_417, currency: 'INR', paidAt: null, refunded: 0 });
  events.add({ type: 'PaymentFailed', stream, data: { ...of, reason: 'declined' } });
  t.like(after(), { state: 'open', failure: 'declined' });
  events.add({ type: 'PaymentFailed', stream, data: { ...of, reason: 'abandoned', paymentId: null } });
  t.like(after(), { state: 'failed', failure: 'abandoned' });
  events.add({ type: 'PaymentCaptured', stream, data: { ...of, amount: 41_417, currency: 'INR' } });
  t.like(after(), { state: 'paid', failure: null, paymentId: 'pay_1' });
  t.truthy(after()?.paidAt);
  for (const refundId of ['rfnd_1', 'rfnd_2'])
    events.add({ type: 'PaymentRefunded', stream, data: { orderId, userId, refundId, amount: 100, currency: 'INR' } });
  t.is(after()?.refunded, 200);
});
