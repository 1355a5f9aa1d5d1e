import test from 'ava';
import fc from 'fast-check';
import { formatMoney, parseMoney, toDecimal } from './money.ts';

test('an amount is read in the smallest unit of its currency', (t) => {
  t.deepEqual(parseMoney('4.99', 'USD'), { amount: 499, currency: 'USD' });
  t.deepEqual(parseMoney('49.9', 'USD'), { amount: 4_990, currency: 'USD' });
  t.deepEqual(parseMoney('5', 'USD'), { amount: 500, currency: 'USD' });
  t.deepEqual(parseMoney('1.234', 'KWD'), { amount: 1_234, currency: 'KWD' });
});

test('a currency without decimals has no cents', (t) => {
  t.deepEqual(parseMoney('499', 'JPY'), { amount: 499, currency: 'JPY' });
  t.deepEqual(parseMoney('499.00', 'JPY'), { amount: 499, currency: 'JPY' });
  t.is(parseMoney('4.99', 'JPY'), null);
  t.is(toDecimal(499, 'JPY'), '499');
  t.is(formatMoney(499, 'JPY'), '¥499');
});

test('a text that is not an amount is refused', (t) => {
  for (const value of ['', '-1', '1e3', '4,99', '4.999', ' 4.99', 'NaN', '99999999999999', 4.99, null]) {
    t.is(parseMoney(value, 'USD'), null, String(value));
  }
  for (const currency of ['usd', 'US', 'DOLLAR', '', null, 840]) t.is(parseMoney('4.99', currency), null);
});

test('writing and reading an amount are inverse', (t) => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.constantFrom('USD', 'INR', 'JPY', 'KWD'), (amount, currency) => {
      t.deepEqual(parseMoney(toDecimal(amount, currency), currency), { amount, currency });
    }),
  );
  t.is(toDecimal(5, 'USD'), '0.05');
  t.is(formatMoney(41_417, 'INR'), '₹414.17');
});
