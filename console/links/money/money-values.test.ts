import test from 'ava';
import { moneyBody, moneyProblems, moneyValues } from './money-values.ts';

const EMPTY = { price: '', currency: '', vendor: '', orderNumber: '' };

test('the form shows saved money, and sends it unchanged', (t) => {
  const money = { price: { amount: 120_050, currency: 'EUR' }, vendor: 'Acme, Inc.', orderNumber: null };
  t.deepEqual(moneyValues(money), { price: '1200.50', currency: 'EUR', vendor: 'Acme, Inc.', orderNumber: '' });
  t.deepEqual(moneyBody(moneyValues(money)), money);
  const large = { ...money, price: { amount: 10 ** 12, currency: 'JPY' } };
  t.deepEqual(moneyBody(moneyValues(large)), large);
  t.deepEqual(moneyBody(moneyValues(null)), { price: null, vendor: null, orderNumber: null });
});

test('each problem names its field', (t) => {
  t.deepEqual(moneyProblems(EMPTY), {});
  t.deepEqual(moneyProblems({ ...EMPTY, price: '0', currency: 'eur' }), {});
  t.deepEqual(Object.keys(moneyProblems({ ...EMPTY, price: '90' })), ['currency']);
  t.deepEqual(Object.keys(moneyProblems({ ...EMPTY, price: '120/mo', currency: 'USD' })), ['price']);
  t.deepEqual(Object.keys(moneyProblems({ ...EMPTY, price: '99999999999', currency: 'USD' })), ['price']);
  t.deepEqual(Object.keys(moneyProblems({ ...EMPTY, vendor: 'x'.repeat(201) })), ['vendor']);
});
