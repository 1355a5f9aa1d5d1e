import test from 'ava';
import fc from 'fast-check';
import { cooldownEnd } from '../../contract/plans.ts';
import type { Scope } from '../../contract/scope.ts';
import { givenWhenThen, play } from '../../testing/given-when-then.ts';
import type { SubscriptionCommand } from './commands.ts';
import { subscription } from './decider.ts';
import { BILLING_CYCLES, PLANS, type SubscriptionEvent } from './events.ts';

const scenario = givenWhenThen(subscription);
const userId = 'ann';
const OWN = 'user:ann';
const TEAM = 'team:t1';
const NOW = new Date('2027-01-01T10:00:00.000Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000).toISOString();

const activated: SubscriptionEvent = {
  type: 'PlanActivated',
  data: { userId, plan: 'starter', billingCycle: 'yearly' },
};
const window = (days: number, runId: string | null = 'r1'): SubscriptionEvent => ({
  type: 'StatusCheckWindowOpened',
  data: { userId, nextCheckDate: inDays(days), runId, ...(runId === null ? {} : { scope: OWN }) },
});
const open = (days: number, scope: Scope = OWN) =>
  ({ type: 'OpenStatusCheckWindow', userId, nextCheckDate: inDays(days), runId: 'r1', scope }) as const;
const postpone = (days: number) =>
  ({ type: 'PostponeStatusCheck', userId, nextCheckDate: inDays(days), now: NOW }) as const;

test('a change from the free plan to a paid one is an activation', (t) => {
  scenario(t).given().when({ type: 'ChangePlan', userId, plan: 'starter', billingCycle: 'yearly' }).yields(activated);
});

test('every other change records the old and the new plan', (t) => {
  const from = { plan: 'starter', billingCycle: 'yearly' } as const;
  const given = scenario(t).given(activated);
  const changed = (
    to: typeof from | { plan: 'professional' | 'free' | 'starter'; billingCycle: 'monthly' | 'yearly' },
  ) => ({ type: 'PlanChanged', data: { userId, from, to } }) as const;
  given
    .when({ type: 'ChangePlan', userId, plan: 'professional' })
    .yields(changed({ plan: 'professional', billingCycle: 'yearly' }));
  given.when({ type: 'ChangePlan', userId, plan: 'free' }).yields(changed({ plan: 'free', billingCycle: 'yearly' }));
  given
    .when({ type: 'ChangePlan', userId, billingCycle: 'monthly' })
    .yields(changed({ plan: 'starter', billingCycle: 'monthly' }));
  given.when({ type: 'ChangePlan', userId, plan: 'starter', billingCycle: 'yearly' }).yields();
  given.when({ type: 'ChangePlan', userId }).yields();
});

test('a finished status check starts a cooldown on the free plan only', (t) => {
  scenario(t).given().when(open(14)).yields(window(14));
  scenario(t).given(activated).when(open(14)).yields();
});

test('a cooldown holds for the checked links; a postponement and an old cooldown hold for all links', (t) => {
  const until = (scope: Scope, ...events: SubscriptionEvent[]) =>
    cooldownEnd(events.reduce(subscription.evolve, subscription.initialState), NOW, scope);
  t.is(until(OWN, window(14)), inDays(14));
  t.is(until(TEAM, window(14)), null);
  t.is(until(TEAM, window(14), window(7, null)), inDays(7));
  t.is(until(OWN, window(14), window(7, null)), inDays(14));
  scenario(t)
    .given(window(14))
    .when(open(14, TEAM))
    .yields({
      type: 'StatusCheckWindowOpened',
      data: { userId, nextCheckDate: inDays(14), runId: 'r1', scope: TEAM },
    });
});

test('a repeated finish does not move the cooldown', (t) => {
  scenario(t).given(window(14)).when(open(14)).yields();
  scenario(t).given(window(14)).when(open(13)).yields();
});

test('a person can postpone their own status check, but not bring it forward', (t) => {
  scenario(t).given().when(postpone(7)).yields(window(7, null));
  scenario(t).given(window(7)).when(postpone(9)).yields(window(9, null));
  scenario(t).given(window(7, null)).when(postpone(7)).yields();
  scenario(t).given(window(7)).when(postpone(6)).refused('cooldown');
  scenario(t).given(window(-1, null)).when(postpone(-2)).yields();
});

test('the cooldown holds on the free plan until its date, is lifted by a paid plan and holds again after it', (t) => {
  const after = (...events: SubscriptionEvent[]) =>
    cooldownEnd(events.reduce(subscription.evolve, subscription.initialState), NOW);
  const back: SubscriptionEvent = {
    type: 'PlanChanged',
    data: {
      userId,
      from: { plan: 'starter', billingCycle: 'yearly' },
      to: { plan: 'free', billingCycle: 'yearly' },
    },
  };
  t.is(after(), null);
  t.is(after(window(1)), inDays(1));
  t.is(after(window(0)), null);
  t.is(after(window(1), activated), null);
  t.is(after(window(1), activated, back), inDays(1));
});

test('an unknown plan counts as free', (t) => {
  const odd = JSON.parse(JSON.stringify(activated).replace('starter', 'platinum')) as SubscriptionEvent;
  scenario(t).given(odd).when(open(14)).yields(window(14));
});

const command = fc.oneof<fc.Arbitrary<SubscriptionCommand>[]>(
  fc.record({
    type: fc.constant('ChangePlan'),
    userId: fc.constant(userId),
    plan: fc.constantFrom(undefined, ...PLANS),
    billingCycle: fc.constantFrom(undefined, ...BILLING_CYCLES),
  }),
  fc.tuple(fc.integer({ min: -3, max: 20 }), fc.constantFrom(OWN, TEAM)).map(([days, scope]) => open(days, scope)),
  fc.integer({ min: -3, max: 20 }).map(postpone),
);

test('a repeated command changes nothing', (t) => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), (commands) => {
      const outcomes = play(
        subscription,
        commands.flatMap((each) => [each, each]),
      );
      for (let index = 1; index < outcomes.length; index += 2) t.deepEqual(outcomes[index], []);
    }),
  );
});

test('the end of a cooldown never moves earlier', (t) => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      const dates = play(subscription, commands)
        .flat()
        .flatMap(({ type, data }) => (type === 'StatusCheckWindowOpened' ? [data] : []));
      for (const place of [undefined, OWN, TEAM]) {
        const ends = dates.flatMap(({ scope, nextCheckDate }) => (scope === place ? [nextCheckDate] : []));
        t.deepEqual(ends, [...new Set(ends)].toSorted());
      }
    }),
  );
});

const MONTH = '2027-02-01T10:00:00.000Z';
type Purchase = Extract<SubscriptionCommand, { type: 'ActivatePaidPlan' }>;
type Paid = Extract<SubscriptionEvent, { type: 'PlanPaid' }>;
const buy = (orderId: string, more: Partial<Purchase> = {}): Purchase => ({
  type: 'ActivatePaidPlan',
  plan: 'starter',
  billingCycle: 'monthly',
  ...{ userId, orderId, price: 499, credit: 0, creditOf: null, now: NOW, ...more },
});
const paid = (orderId: string, more: Partial<Paid['data']> = {}): SubscriptionEvent => ({
  type: 'PlanPaid',
  data: {
    plan: 'starter',
    billingCycle: 'monthly',
    ...{ userId, orderId, paidFrom: NOW.toISOString(), paidUntil: MONTH, value: 499, ...more },
  },
});
const renewed = paid('o2', { paidFrom: MONTH, paidUntil: '2027-03-01T10:00:00.000Z' });
const ended = (reason: 'expired' | 'refunded'): SubscriptionEvent => ({
  type: 'PlanEnded',
  data: { userId, reason, from: { plan: 'starter', billingCycle: 'monthly' } },
});

test('an order activates its plan for one period, and only once', (t) => {
  scenario(t).given().when(buy('o1')).yields(paid('o1'));
  scenario(t).given(paid('o1')).when(buy('o1')).yields();
  scenario(t).given(paid('o1'), ended('expired')).when(buy('o1')).yields();
});

test('the same plan again continues after the paid time', (t) => {
  scenario(t).given(paid('o1')).when(buy('o2')).yields(renewed);
});

test('an upgrade begins at once, with the whole period that was offered', (t) => {
  const upgrade = buy('o2', { plan: 'professional', price: 999, credit: 249, creditOf: 'o1' });
  scenario(t)
    .given(paid('o1'))
    .when(upgrade)
    .yields(paid('o2', { plan: 'professional', value: 999 }));
});

test('a credit that two orders used counts once: the second period is shorter', (t) => {
  const first = buy('o2', { plan: 'professional', price: 999, credit: 499, creditOf: 'o1' });
  const second = buy('o3', { plan: 'professional', billingCycle: 'yearly', price: 9_990, credit: 499, creditOf: 'o1' });
  const given = [paid('o1'), paid('o2', { plan: 'professional', value: 999 })] as const;
  scenario(t).given(given[0]).when(first).yields(given[1]);
  const ms = Date.parse('2028-01-01T10:00:00.000Z') - NOW.getTime();
  // The paid amounts, and what is left of the second order.
  const value = 9_990 - 499 + 999;
  const paidUntil = new Date(NOW.getTime() + Math.floor((ms * value) / 9_990)).toISOString();
  scenario(t)
    .given(...given)
    .when(second)
    .yields(paid('o3', { plan: 'professional', billingCycle: 'yearly', paidUntil, value }));
});

test('a plan that replaces one without a credit is longer by what was left', (t) => {
  const value = 999 + 499;
  const ms = Date.parse(MONTH) - NOW.getTime();
  const paidUntil = new Date(NOW.getTime() + Math.floor((ms * value) / 999)).toISOString();
  scenario(t)
    .given(paid('o1'))
    .when(buy('o2', { plan: 'professional', price: 999 }))
    .yields(paid('o2', { plan: 'professional', paidUntil, value }));
});

test('a plan ends when its paid time is over, not before, and a plan that was never charged does not end', (t) => {
  const end = (now: string) => ({ type: 'EndPaidPlan', userId, now: new Date(now) }) as const;
  scenario(t).given(paid('o1')).when(end('2027-02-01T09:59:59.999Z')).yields();
  scenario(t).given(paid('o1')).when(end(MONTH)).yields(ended('expired'));
  scenario(t).given(paid('o1'), ended('expired')).when(end(MONTH)).yields();
  scenario(t).given(activated).when(end(MONTH)).yields();
  scenario(t).given(paid('o1'), renewed).when(end(MONTH)).yields();
});

test('a refund takes back the time of its order only', (t) => {
  const withdraw = (orderId: string) => ({ type: 'WithdrawPaidPlan', userId, orderId, now: NOW }) as const;
  scenario(t).given(paid('o1')).when(withdraw('o1')).yields(ended('refunded'));
  scenario(t).given(paid('o1')).when(withdraw('o9')).yields();
  scenario(t).given(paid('o1'), ended('refunded')).when(withdraw('o1')).yields();
  scenario(t)
    .given(paid('o1'), renewed)
    .when(withdraw('o2'))
    .yields({ type: 'PlanShortened', data: { userId, orderId: 'o2', paidUntil: MONTH } });
});

const purchase = fc
  .record({
    orderId: fc.constantFrom('o1', 'o2', 'o3', 'o4', 'o5'),
    plan: fc.constantFrom('starter' as const, 'professional' as const),
    day: fc.nat(40),
    creditOf: fc.constantFrom('o1', 'o2', null),
  })
  .map(({ orderId, plan, day, creditOf }) => {
    const credit = creditOf === null ? 0 : 100;
    return buy(orderId, { plan, price: plan === 'starter' ? 499 : 999, credit, creditOf, now: new Date(inDays(day)) });
  });

test('an order counts once, and the paid time is never worth more than all orders together', (t) => {
  fc.assert(
    fc.property(fc.array(purchase, { maxLength: 10 }), (commands) => {
      const bought = play(subscription, commands).flat();
      const orders = bought.flatMap(({ type, data }) => (type === 'PlanPaid' ? [data.orderId] : []));
      t.is(new Set(orders).size, orders.length);
      const worth = commands
        .filter(({ orderId }, index) => commands.findIndex((each) => each.orderId === orderId) === index)
        .reduce((sum, { price }) => sum + price, 0);
      for (const event of bought) if (event.type === 'PlanPaid') t.true(event.data.value <= worth);
    }),
  );
});
