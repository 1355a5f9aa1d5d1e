import test from 'ava';
import fc from 'fast-check';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { PaymentCommand, PaymentFacts } from './commands.ts';
import { order } from './decider.ts';
import type { PaymentEvent } from './events.ts';

const scenario = givenWhenThen(order);
const orderId = 'paypal-5O190127TN364715T';
const userId = 'ann';

const data: Extract<PaymentEvent, { type: 'PaymentStarted' }>['data'] = {
  plan: 'starter',
  billingCycle: 'monthly',
  provider: 'paypal',
  currency: 'USD',
  ...{ orderId, userId, providerOrderId: '5O190127TN364715T' },
  ...{ amount: 499, price: 499, credit: 0, creditOf: null },
};
const start = { type: 'StartPayment', ...data } as const;
const started: PaymentEvent = { type: 'PaymentStarted', data };
const captured: PaymentEvent = {
  type: 'PaymentCaptured',
  data: { orderId, userId, paymentId: 'p1', amount: 499, currency: 'USD' },
};
const failed = (reason: 'declined' | 'abandoned' | 'wrong-amount', paymentId: string | null = 'p1'): PaymentEvent => ({
  type: 'PaymentFailed',
  data: { orderId, userId, reason, paymentId },
});
const refunded = (refundId: string, amount: number): PaymentEvent => ({
  type: 'PaymentRefunded',
  data: { orderId, userId, refundId, amount, currency: 'USD' },
});

const NOTHING: PaymentFacts = { captured: null, refunds: [], failed: null };
const facts = (more: Partial<PaymentFacts>): PaymentCommand => ({ type: 'RecordFacts', orderId, ...NOTHING, ...more });
const taken = { paymentId: 'p1', amount: 499, currency: 'USD' };

test('an order is started once, and never by another person or for another price', (t) => {
  scenario(t).given().when(start).yields(started);
  scenario(t).given(started).when(start).yields();
  for (const other of [{ userId: 'eve' }, { amount: 1 }, { plan: 'professional' as const }]) {
    scenario(t)
      .given(started)
      .when({ ...start, ...other })
      .refused('order-exists');
  }
});

test('facts about an order that was never started are refused', (t) => {
  scenario(t)
    .given()
    .when(facts({ captured: taken }))
    .refused('not-found');
});

test('a payment of the ordered amount is captured, and only once', (t) => {
  scenario(t)
    .given(started)
    .when(facts({ captured: taken }))
    .yields(captured);
  scenario(t)
    .given(started, captured)
    .when(facts({ captured: taken }))
    .yields();
});

test('another amount or currency is a failure, even with the same number', (t) => {
  for (const wrong of [{ amount: 498 }, { amount: 500 }, { currency: 'INR' }, { currency: 'JPY' }]) {
    scenario(t)
      .given(started)
      .when(facts({ captured: { ...taken, ...wrong } }))
      .yields(failed('wrong-amount'));
  }
  scenario(t)
    .given(started, failed('wrong-amount'))
    .when(facts({ captured: { ...taken, amount: 498 } }))
    .yields();
});

test('money that arrives after the order was abandoned is captured', (t) => {
  scenario(t)
    .given(started, failed('abandoned', null))
    .when(facts({ captured: taken }))
    .yields(captured);
  scenario(t)
    .given(started, failed('declined'))
    .when(facts({ captured: taken }))
    .yields(captured);
});

test('an attempt that failed is recorded once, and not after the capture', (t) => {
  const declined = facts({ failed: { reason: 'declined', paymentId: 'p1' } });
  scenario(t).given(started).when(declined).yields(failed('declined'));
  scenario(t).given(started, failed('declined')).when(declined).yields();
  scenario(t).given(started, captured).when(declined).yields();
});

test('a refund that is reported with the capture, or before it was known, is recorded after it', (t) => {
  const refunds = [{ refundId: 'r1', amount: 499, currency: 'USD' }];
  scenario(t)
    .given(started)
    .when(facts({ captured: taken, refunds }))
    .yields(captured, refunded('r1', 499));
  scenario(t).given(started).when(facts({ refunds })).yields();
});

test('refunds are recorded once each, in the order’s currency and never beyond what was paid', (t) => {
  const refunds = [
    { refundId: 'r1', amount: 100, currency: 'USD' },
    { refundId: 'r1', amount: 100, currency: 'USD' },
    { refundId: 'r2', amount: 100, currency: 'INR' },
    { refundId: 'r3', amount: 400, currency: 'USD' },
    { refundId: 'r4', amount: 399, currency: 'USD' },
  ];
  scenario(t)
    .given(started, captured)
    .when(facts({ captured: taken, refunds }))
    .yields(refunded('r1', 100), refunded('r4', 399));
  scenario(t)
    .given(started, captured, refunded('r1', 100))
    .when(facts({ captured: taken, refunds: refunds.slice(0, 1) }))
    .yields();
});

const money = fc.record({
  amount: fc.constantFrom(499, 498, 100, 0),
  currency: fc.constantFrom('USD', 'INR'),
});
const anyFacts: fc.Arbitrary<PaymentCommand> = fc
  .record({
    captured: fc.option(
      fc.tuple(fc.constantFrom('p1', 'p2'), money).map(([paymentId, each]) => ({ paymentId, ...each })),
    ),
    refunds: fc.array(
      fc.tuple(fc.constantFrom('r1', 'r2', 'r3'), money).map(([refundId, each]) => ({ refundId, ...each })),
      { maxLength: 3 },
    ),
    failed: fc.option(
      fc.record({
        reason: fc.constantFrom('declined' as const, 'abandoned' as const),
        paymentId: fc.constantFrom('p1', null),
      }),
    ),
  })
  .map((each) => ({ type: 'RecordFacts', orderId, ...each }));

test('whatever a provider reports, in any order: at most one capture of the ordered amount, no larger refund', (t) => {
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 12 }), (commands) => {
      const events = play(order, [start, ...commands]).flat();
      const captures = events.flatMap((event) => (event.type === 'PaymentCaptured' ? [event.data] : []));
      const refunds = events.flatMap((event) => (event.type === 'PaymentRefunded' ? [event.data] : []));
      t.true(captures.length <= 1);
      for (const { amount, currency } of captures) t.deepEqual([amount, currency], [499, 'USD']);
      t.true(refunds.reduce((sum, { amount }) => sum + amount, 0) <= 499 * captures.length);
      t.is(new Set(refunds.map(({ refundId }) => refundId)).size, refunds.length);
    }),
  );
});

test('a repeated report changes nothing', (t) => {
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 8 }), anyFacts, (before, last) => {
      t.deepEqual(play(order, [start, ...before, last, last]).at(-1), []);
    }),
  );
});
