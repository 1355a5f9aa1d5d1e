import test from 'ava';
import { givenWhenThen } from '../../testing/given-when-then.ts';
import { moneyOf, moneySchema, type SetMoney } from './commands.ts';
import { money } from './decider.ts';
import { type Money, NO_MONEY } from './events.ts';

const scenario = givenWhenThen(money);
const linkId = 'l1';
const set = (to: Partial<Money>): SetMoney => ({ type: 'SetMoney', linkId, money: { ...NO_MONEY, ...to } });
const price = { amount: 9_000, currency: 'USD' };

test('setting money records the old and the new value of each changed field, once', (t) => {
  const first = { type: 'LinkMoneyChanged', data: { linkId, changes: { price: { from: null, to: price } } } } as const;
  scenario(t).given().when(set({})).yields();
  scenario(t).given().when(set({ price })).yields(first);
  scenario(t).given(first).when(set({ price })).yields();
  scenario(t)
    .given(first)
    .when(set({ vendor: 'Northside' }))
    .yields({
      type: 'LinkMoneyChanged',
      data: { linkId, changes: { price: { from: price, to: null }, vendor: { from: null, to: 'Northside' } } },
    });
});

test('setting some of the money leaves the rest as it is', (t) => {
  const known = { price: { from: null, to: price }, orderNumber: { from: null, to: 'PO-7' } };
  scenario(t)
    .given({ type: 'LinkMoneyChanged', data: { linkId, changes: known } })
    .when({ type: 'SetMoney', linkId, money: { vendor: 'Northside', price: null } })
    .yields({
      type: 'LinkMoneyChanged',
      data: { linkId, changes: { price: { from: price, to: null }, vendor: { from: null, to: 'Northside' } } },
    });
});

test('a price of 0 is free, which is not unknown', (t) => {
  const free = { amount: 0, currency: 'EUR' };
  scenario(t)
    .given()
    .when(set({ price: free }))
    .yields({ type: 'LinkMoneyChanged', data: { linkId, changes: { price: { from: null, to: free } } } });
});

test('texts are trimmed and composed, and blank ones are not known', (t) => {
  const body = { price: null, vendor: '  Cafe\u0301 ', orderNumber: '   ' };
  t.deepEqual(moneyOf(moneySchema.validateSync(body, { strict: true })), {
    ...{ price: null, vendor: 'Café', orderNumber: null },
  });
  t.deepEqual(moneyOf(moneySchema.validateSync({}, { strict: true })), NO_MONEY);
});

test('a wrong price, currency, vendor or order number is refused with a sentence', (t) => {
  const problemsOf = (body: unknown): string => {
    try {
      moneySchema.validateSync(body, { strict: true, abortEarly: false });
      return '';
    } catch (error) {
      return (error as { errors: readonly string[] }).errors.join(' ');
    }
  };
  const priced = (amount: unknown, currency: unknown = 'USD') => problemsOf({ price: { amount, currency } });
  t.is(priced(10 ** 12), '');
  t.regex(priced(10 ** 12 + 1), /at most 1,000,000,000,000/);
  t.is(priced(-5), 'Price must not be negative; 0 means free');
  t.regex(priced(4.99), /whole number/);
  t.regex(priced('90'), /whole number/);
  t.regex(priced(null), /whole number/);
  for (const unknown of ['usd', 'ABC', 'US', '$', '', null, 5]) t.regex(priced(90, unknown), /ISO 4217/);
  t.is(priced(90, 'JPY'), '');
  t.regex(problemsOf({ price: { amount: 90 } }), /ISO 4217/);
  t.regex(problemsOf({ vendor: 'x'.repeat(201) }), /at most 200/);
  t.regex(problemsOf({ vendor: 'two\nlines' }), /on one line/);
  t.regex(problemsOf({ orderNumber: 'x'.repeat(101) }), /at most 100/);
});
