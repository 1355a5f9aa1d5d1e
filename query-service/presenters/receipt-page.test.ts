import test from 'ava';
import type { PaymentAnswer } from '../contract/answers/billing.ts';
import { receiptPage } from './receipt-page.ts';

const payment: PaymentAnswer = {
  id: 'o1',
  number: 'LL-20260310-0A1B2C3D',
  plan: 'professional',
  billingCycle: 'yearly',
  provider: 'razorpay',
  amount: 829_170,
  currency: 'INR',
  refunded: 100,
  paidAt: '2026-03-10T23:59:00.000Z',
};
const buyer = { name: '<b>Ann', company: 'Tea & Co', email: 'ann@example.com' };
const page = (language: 'en' | 'de', locale: string) =>
  receiptPage('n', { language, locale }, { payment, paymentId: 'pay_1', buyer });

test('a receipt has its words, date and amounts in the reader’s language', (t) => {
  const english = page('en', 'en-US');
  for (const text of [
    '<html lang="en" dir="ltr">',
    'Receipt',
    'March 10, 2026',
    'Professional, one year',
    '₹8,291.70 INR',
    '₹1.00 INR',
  ])
    t.true(english.includes(text), text);
  const german = page('de', 'de-AT');
  for (const text of ['lang="de"', 'Beleg', '10. März 2026', 'Professional, ein Jahr', 'Erstattet', 'Razorpay, pay_1'])
    t.true(german.includes(text), text);
  t.regex(german, /₹\s8\.291,70 \(INR\)/);
});

test('names are text, never markup', (t) => {
  const german = page('de', 'de-DE');
  t.true(german.includes('&lt;b&gt;Ann<br>Tea &amp; Co<br>ann@example.com'));
});
