import test from 'ava';
import fc from 'fast-check';
import type { SubscriptionCommand } from '../commands/subscription.ts';
import { BILLING_CYCLES, PLANS, type SubscriptionEvent } from '../events/subscription.ts';
import { cooldownEnd } from '../plans.ts';
import { givenWhenThen, play } from '../testing/given-when-then.ts';
import { subscription } from './subscription.ts';

const scenario = givenWhenThen(subscription);
const userId = 'ann';
const NOW = new Date('2027-01-01T10:00:00.000Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000).toISOString();

const activated: SubscriptionEvent = {
  type: 'PlanActivated',
  data: { userId, plan: 'starter', billingCycle: 'yearly' },
};
const window = (days: number, runId: string | null = 'r1'): SubscriptionEvent => ({
  type: 'StatusCheckWindowOpened',
  data: { userId, nextCheckDate: inDays(days), runId },
});
const open = (days: number, runId = 'r1') =>
  ({ type: 'OpenStatusCheckWindow', userId, nextCheckDate: inDays(days), runId }) as const;
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

test('a repeated finish does not move the cooldown', (t) => {
  scenario(t).given(window(14)).when(open(14)).yields();
  scenario(t).given(window(14)).when(open(13)).yields();
});

test('a person can postpone their own status check, not bring it forward', (t) => {
  scenario(t).given().when(postpone(7)).yields(window(7, null));
  scenario(t).given(window(7)).when(postpone(9)).yields(window(9, null));
  scenario(t).given(window(7)).when(postpone(7)).yields();
  scenario(t).given(window(7)).when(postpone(6)).refused('cooldown');
  scenario(t).given(window(-1)).when(postpone(-2)).yields();
});

test('the cooldown holds on the free plan until its date, is lifted by a paid plan and holds again without one', (t) => {
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
  fc.integer({ min: -3, max: 20 }).map((days) => open(days)),
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
        .flatMap(({ type, data }) => (type === 'StatusCheckWindowOpened' ? [data.nextCheckDate] : []));
      t.deepEqual(dates, [...new Set(dates)].toSorted());
    }),
  );
});
