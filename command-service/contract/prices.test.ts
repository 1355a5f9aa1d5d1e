import test from 'ava';
import { chargeIn, type Paying, periodEnd, priceList, priceOf, quote, remainingValue } from './prices.ts';

const NOW = new Date('2027-01-16T00:00:00.000Z');
const FREE: Paying = { plan: 'free', billingCycle: 'monthly', paid: null };
const FROM = '2027-01-01T00:00:00.000Z';
const UNTIL = '2027-01-31T00:00:00.000Z';
const starter = (until = UNTIL): Paying => ({
  plan: 'starter',
  billingCycle: 'monthly',
  paid: {
    from: FROM,
    until,
    value: 499,
    orders: [{ orderId: 'o1', ms: Date.parse(until) - Date.parse(FROM), value: 499 }],
  },
});

test('prices are those of the price list, and in rupees at the rate of the installation', (t) => {
  t.is(priceOf('starter', 'monthly'), 499);
  t.is(priceOf('starter', 'yearly'), 4_990);
  t.is(priceOf('professional', 'monthly'), 999);
  t.is(priceOf('professional', 'yearly'), 9_990);
  t.is(chargeIn('USD', 499, 83), 499);
  t.is(chargeIn('INR', 499, 83), 41_417);
  t.is(chargeIn('INR', 9_990, 83), 829_170);
  t.is(chargeIn('INR', 499, 83.33), 41_582);
});

test('the price list has four different prices in each currency', (t) => {
  const amounts = (['USD', 'INR'] as const).map((currency) => priceList(currency, 83).map(({ amount }) => amount));
  t.deepEqual(amounts, [
    [499, 4_990, 999, 9_990],
    [41_417, 414_170, 82_917, 829_170],
  ]);
});

test('a period is a month or a year by the calendar', (t) => {
  t.is(periodEnd('2027-01-31T10:00:00.000Z', 'monthly'), '2027-02-28T10:00:00.000Z');
  t.is(periodEnd('2028-02-29T10:00:00.000Z', 'yearly'), '2029-02-28T10:00:00.000Z');
});

test('somebody on the free plan pays the list price', (t) => {
  const wanted = { plan: 'professional', billingCycle: 'yearly' } as const;
  t.deepEqual(quote(FREE, wanted, NOW), { price: 9_990, credit: 0, due: 9_990, creditOf: null });
});

test('an upgrade credits the whole days that are left', (t) => {
  const wanted = { plan: 'professional', billingCycle: 'monthly' } as const;
  // 15 of 30 days of $4.99.
  t.deepEqual(quote(starter(), wanted, NOW), { price: 999, credit: 249, due: 750, creditOf: 'o1' });
  t.is(remainingValue(starter().paid, new Date('2027-01-16T00:00:00.001Z')), 232);
  t.is(remainingValue(starter().paid, new Date(UNTIL)), 0);
  t.is(remainingValue(starter().paid, new Date('2026-01-01')), 499);
});

test('a person can buy their present plan again in its last seven days', (t) => {
  const wanted = { plan: 'starter', billingCycle: 'monthly' } as const;
  t.is(quote(starter(), wanted, NOW), 'current');
  t.deepEqual(quote(starter(), wanted, new Date('2027-01-24T00:00:00.000Z')), {
    ...{ price: 499, credit: 0, due: 499, creditOf: null },
  });
  t.is(quote({ ...FREE, plan: 'starter' }, wanted, NOW), 'current');
});

test('a plan that costs no more than what is left of the present one cannot be bought', (t) => {
  const yearly: Paying = { ...starter('2028-01-01T00:00:00.000Z'), billingCycle: 'yearly' };
  const paid = yearly.paid && { ...yearly.paid, value: 4_990 };
  t.is(quote({ ...yearly, paid }, { plan: 'professional', billingCycle: 'monthly' }, NOW), 'covered');
  t.not(quote({ ...yearly, paid }, { plan: 'professional', billingCycle: 'yearly' }, NOW), 'covered');
});

test('a plan that was never charged gives no credit', (t) => {
  const free: Paying = { plan: 'starter', billingCycle: 'monthly', paid: null };
  t.like(quote(free, { plan: 'professional', billingCycle: 'monthly' }, NOW), { credit: 0, due: 999 });
});
