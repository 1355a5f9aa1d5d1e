import test from 'ava';
import fc from 'fast-check';
import type { SubscriptionCommand } from '../commands/subscription.ts';
import { BILLING_CYCLES, PLANS, type SubscriptionEvent } from '../events/subscription.ts';
import { cooldownEnd } from '../plans.ts';
import type { Scope } from '../scope.ts';
import { givenWhenThen, play } from '../testing/given-when-then.ts';
import { subscription } from './subscription.ts';

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

test('a cooldown is of the links that were checked; a postponement and an old one are of all', (t) => {
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

test('a person can postpone their own status check, not bring it forward', (t) => {
  scenario(t).given().when(postpone(7)).yields(window(7, null));
  scenario(t).given(window(7)).when(postpone(9)).yields(window(9, null));
  scenario(t).given(window(7, null)).when(postpone(7)).yields();
  scenario(t).given(window(7)).when(postpone(6)).refused('cooldown');
  scenario(t).given(window(-1, null)).when(postpone(-2)).yields();
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
