import test from 'ava';
import { documentAfter, EventBuilder } from '../../../infra/testing/event-builder.ts';
import { subscriptions } from './subscriptions.ts';

const userId = 'ann';
const unpaid = { paid: null, paidUntil: null };
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
  t.deepEqual(after(), { id: userId, plan: 'free', billingCycle: 'monthly', nextCheckDate, checked, ...unpaid });
  events.add({ type: 'PlanActivated', stream, data: { userId, ...starter } });
  t.deepEqual(after(), { id: userId, ...starter, nextCheckDate, checked, ...unpaid });
  const to = { plan: 'professional', billingCycle: 'monthly' } as const;
  events.add({ type: 'PlanChanged', stream, data: { userId, from: starter, to } });
  t.deepEqual(after(), { id: userId, ...to, nextCheckDate, checked, ...unpaid });
});

test('an unknown plan counts as free', (t) => {
  const events = new EventBuilder();
  const odd = JSON.parse('{"plan":"platinum","billingCycle":"yearly"}') as typeof starter;
  events.add({ type: 'PlanActivated', stream, data: { userId, ...odd } });
  t.is(documentAfter(subscriptions, userId, events.all)?.plan, 'free');
});

test('the paid time is in the document, and is removed when it ends', (t) => {
  const events = new EventBuilder();
  const after = () => documentAfter(subscriptions, userId, events.all);
  const [from, middle, until] = ['2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z'];
  const paid = (orderId: string, paidFrom: string, paidUntil: string) =>
    events.add({
      type: 'PlanPaid',
      stream,
      data: { userId, orderId, plan: 'starter', billingCycle: 'monthly', paidFrom, paidUntil, value: 499 },
    });
  paid('o1', from, middle);
  t.is(after()?.paidUntil, middle);
  paid('o2', middle, until);
  t.like(after(), { plan: 'starter', paidUntil: until, paid: { from, until, value: 998 } });
  events.add({ type: 'PlanShortened', stream, data: { userId, orderId: 'o2', paidUntil: middle } });
  t.like(after(), { paidUntil: middle, paid: { from, until: middle, value: 499 } });
  const ended = { userId, reason: 'expired', from: { plan: 'starter', billingCycle: 'monthly' } } as const;
  events.add({ type: 'PlanEnded', stream, data: ended });
  t.like(after(), { plan: 'free', paid: null, paidUntil: null });
});
