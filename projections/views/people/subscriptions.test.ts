import test from 'ava';
import { documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import { subscriptions } from './subscriptions.ts';

const userId = 'ann';
const stream = 'subscription-ann';
const starter = { plan: 'starter', billingCycle: 'yearly' } as const;

test('a subscription has its plan, its cycle and the ends of its last cooldowns', (t) => {
  const events = new EventBuilder();
  const after = () => documentAfter(subscriptions, userId, events.all);
  t.is(after(), null);
  const nextCheckDate = '2027-01-15T10:00:00.000Z';
  events.add({ type: 'StatusCheckWindowOpened', stream, data: { userId, nextCheckDate, runId: 'r1' } });
  const scope = 'team:t1';
  events.add({ type: 'StatusCheckWindowOpened', stream, data: { userId, nextCheckDate, runId: 'r2', scope } });
  const checked = { [scope]: nextCheckDate };
  t.deepEqual(after(), { id: userId, plan: 'free', billingCycle: 'monthly', nextCheckDate, checked });
  events.add({ type: 'PlanActivated', stream, data: { userId, ...starter } });
  t.deepEqual(after(), { id: userId, ...starter, nextCheckDate, checked });
  const to = { plan: 'professional', billingCycle: 'monthly' } as const;
  events.add({ type: 'PlanChanged', stream, data: { userId, from: starter, to } });
  t.deepEqual(after(), { id: userId, ...to, nextCheckDate, checked });
});

test('an unknown plan counts as free', (t) => {
  const events = new EventBuilder();
  const odd = JSON.parse('{"plan":"platinum","billingCycle":"yearly"}') as typeof starter;
  events.add({ type: 'PlanActivated', stream, data: { userId, ...odd } });
  t.is(documentAfter(subscriptions, userId, events.all)?.plan, 'free');
});
