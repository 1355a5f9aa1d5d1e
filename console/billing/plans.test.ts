import test from 'ava';
import { PAID_PLANS } from '../../command-service/contract/prices.ts';
import { CYCLES, parsePlanDialog, planDialog, priceOf } from './plans.ts';

test('prices are those of the price list, to the cent', (t) => {
  t.is(priceOf('starter', 'monthly'), '$4.99');
  t.is(priceOf('starter', 'yearly'), '$49.90');
  t.is(priceOf('professional', 'monthly'), '$9.99');
  t.is(priceOf('professional', 'yearly'), '$99.90');
});

test('every choice of a plan has an address that leads back to it', (t) => {
  for (const plan of PAID_PLANS)
    for (const cycle of CYCLES) t.deepEqual(parsePlanDialog(planDialog(plan, cycle)), { plan, cycle });
  t.is(parsePlanDialog(planDialog('free', 'yearly'))?.plan, 'free');
  for (const other of [null, 'add', 'plan-', 'plan-gold-monthly']) t.is(parsePlanDialog(other), null);
});
