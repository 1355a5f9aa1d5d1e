/** Buying plans on the whole system, with stand-ins for PayPal and Razorpay that follow their published APIs. */
import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import { request } from 'undici';
import { ORDERS_PER_HOUR } from '../../../../command-service/http/billing/payments.ts';
import type { SubscriptionAnswer } from '../../../../query-service/contract/answers/account.ts';
import type { BillingAnswer, PaymentAnswer } from '../../../../query-service/contract/answers/billing.ts';
import type { RazorpayOrderAnswer } from '../../../../query-service/contract/answers/command-results.ts';
import { type Actor, signUpActors } from '../../actors/team.ts';
import { startServer } from '../../apps/server.ts';
import { PAYPAL, startPayPal } from '../../fakes/paypal.ts';
import { RAZORPAY, startRazorpay } from '../../fakes/razorpay.ts';

const [paypal, razorpay] = [await startPayPal(), await startRazorpay()];
const settings = {
  CHECKER_RENDER: 'never',
  LOG_LEVEL: 'silent',
  ...{ PAYPAL_CLIENT_ID: PAYPAL.id, PAYPAL_CLIENT_SECRET: PAYPAL.secret, PAYPAL_WEBHOOK_ID: PAYPAL.webhook },
  ...{ RAZORPAY_KEY_ID: RAZORPAY.id, RAZORPAY_KEY_SECRET: RAZORPAY.secret },
  RAZORPAY_WEBHOOK_SECRET: RAZORPAY.webhook,
  ...{ PAYPAL_API_URL: paypal.url, RAZORPAY_API_URL: razorpay.url },
};
const app = await startServer([], settings);
const newcomer = signUpActors(app);
/** In sequence: of two mails to one person the last one counts. */
let last: Promise<unknown> = Promise.resolve();
const somebody = (): Promise<Actor> => {
  const next = last.then(newcomer);
  last = next;
  return next;
};

test.after.always(async () => {
  await app.close();
  await paypal.close();
  await razorpay.close();
});

const STARTER = { plan: 'starter', billingCycle: 'monthly' } as const;
const PRO = { plan: 'professional', billingCycle: 'monthly' } as const;

const planOf = async (who: Actor) => (await who.get<SubscriptionAnswer>('/api/subscription')).body;
const paymentsOf = async (who: Actor) => (await who.get<PaymentAnswer[]>('/api/payments')).body;
const orderWith = async (who: Actor, body: object = STARTER) =>
  (await who.send<{ id: string }>('POST', '/order', { ...body, intent: 'CAPTURE' })).body.id;
const captureOf = (who: Actor, id: string) => who.send<{ code: string; id: string }>('POST', `/order/${id}/capture`);
const rupeesOf = async (who: Actor, body: object = STARTER) =>
  (await who.send<RazorpayOrderAnswer>('POST', '/api/razorpay/create-order', body)).body;
const verify = (who: Actor, body: object) => who.send<{ code: string }>('POST', '/api/razorpay/verify-payment', body);

async function post(path: string, body: string, headers: Readonly<Record<string, string>>) {
  const answer = await request(app.url + path, { method: 'POST', headers, body });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** The person has the plan, and paid once. */
async function assertPaidOnce(t: ExecutionContext, who: Actor): Promise<void> {
  // The provider's own request tells no position to the person, who reads next.
  await app.settled();
  t.is((await planOf(who)).plan, 'starter');
  t.is((await paymentsOf(who)).length, 1);
  const months = Date.parse((await planOf(who)).paidUntil ?? '') - Date.now();
  t.true(months < 32 * 24 * 60 * 60 * 1000, 'one month was paid');
}

test('the offers name both providers, their prices and nothing secret', async (t) => {
  const ann = await somebody();
  const { body } = await ann.get<BillingAnswer>('/api/billing');
  t.deepEqual(
    body.providers.map(({ provider, currency, script }) => [provider, currency, script]),
    [
      ['paypal', 'USD', `${paypal.url}/web-sdk/v6/core`],
      ['razorpay', 'INR', `${razorpay.url}/v1/checkout.js`],
    ],
  );
  const starter = body.offers.find(({ plan, billingCycle }) => plan === 'starter' && billingCycle === 'monthly');
  t.like(starter, { state: 'available', price: 499, credit: 0 });
  t.deepEqual(starter?.due, [
    { provider: 'paypal', amount: 499, currency: 'USD' },
    { provider: 'razorpay', amount: 41_417, currency: 'INR' },
  ]);
  t.notRegex(JSON.stringify(body), /secret/);
});

test('a plan is bought with PayPal: order, approval, capture', async (t) => {
  const ann = await somebody();
  t.regex((await ann.get<{ clientToken: string }>('/setup', {})).body.clientToken, /^client-/);
  const started = await ann.send<{ id: string }>('POST', '/order', {
    ...STARTER,
    ...{ amount: '4.99', currency: 'USD', intent: 'CAPTURE' },
  });
  t.is(started.status, 201);
  const { id } = started.body;
  t.deepEqual(paypal.order(id).amount, { currency_code: 'USD', value: '4.99' });
  const early = await captureOf(ann, id);
  t.deepEqual([early.status, early.body.code], [409, 'payment-declined']);
  t.is((await planOf(ann)).plan, 'free');
  paypal.approve(id);
  const captured = await captureOf(ann, id);
  t.deepEqual([captured.status, captured.body], [200, { id, status: 'COMPLETED' } as never]);
  await assertPaidOnce(t, ann);
  t.like((await paymentsOf(ann))[0], { provider: 'paypal', amount: 499, currency: 'USD', refunded: 0 });
});

test('a plan is bought with Razorpay: order, payment, signature', async (t) => {
  const bob = await somebody();
  const order = await rupeesOf(bob, { ...STARTER, amount: '414.17', currency: 'INR' });
  t.like(order, { success: true, key_id: RAZORPAY.id, amount: 41_417, currency: 'INR' });
  const payment = razorpay.pay(order.order_id);
  const verified = await verify(bob, razorpay.signed(payment));
  t.deepEqual([verified.status, verified.body], [200, { success: true } as never]);
  await assertPaidOnce(t, bob);
  t.is((await verify(bob, razorpay.signed(payment))).status, 200);
  await assertPaidOnce(t, bob);
});

test('a payment that Razorpay only authorized is captured', async (t) => {
  const bob = await somebody();
  const { order_id: id } = await rupeesOf(bob);
  const payment = razorpay.pay(id, 'authorized');
  t.is((await verify(bob, razorpay.signed(payment))).status, 200);
  t.is(payment.status, 'captured');
  await assertPaidOnce(t, bob);
});

test('the price, the user and the currency of the browser do not count', async (t) => {
  const eve = await somebody();
  for (const lie of [{ amount: '0.01' }, { currency: 'JPY' }, { amount: '4.99', currency: 'INR' }]) {
    const { status, body } = await eve.send<{ code: string }>('POST', '/order', { ...STARTER, ...lie });
    t.deepEqual([status, body.code], [409, 'price-changed']);
  }
  t.is((await eve.send('POST', '/order', { plan: 'free', billingCycle: 'monthly' })).status, 400);
  t.is((await eve.send('POST', '/order', { ...STARTER, userId: 'somebody' })).status, 400);
  t.is((await eve.send('POST', '/order', { ...STARTER, intent: 'AUTHORIZE' })).status, 400);
  t.is((await eve.send('POST', '/order', '{"plan":')).status, 400);
  const { status, body } = await eve.send<{ code: string }>('PATCH', '/api/subscription', PRO);
  t.deepEqual([status, body.code], [403, 'payment-required']);
  t.is((await planOf(eve)).plan, 'free');
});

test('an amount with its currency names the plan that has this price', async (t) => {
  const [ann, bob] = [await somebody(), await somebody()];
  const id = await orderWith(ann, { amount: 9.99, currency: 'USD' });
  t.deepEqual(paypal.order(id).amount, { currency_code: 'USD', value: '9.99' });
  paypal.approve(id);
  t.is((await captureOf(ann, id)).status, 200);
  await app.settled();
  t.like(await planOf(ann), { plan: 'professional', billingCycle: 'monthly' });
  for (const amount of ['4141.70', 49.9 * 83]) {
    t.like(await rupeesOf(bob, { amount, currency: 'INR' }), { success: true, amount: 414_170, currency: 'INR' });
  }
  // An upgrade costs less than its list price.
  const dear = await orderWith(ann, { amount: '99.9', currency: 'USD' });
  t.true(Number(paypal.order(dear).amount.value) < 99);
});

test('an amount that is no price is refused with the prices', async (t) => {
  const eve = await somebody();
  const dollars =
    'starter monthly $4.99, starter yearly $49.90, professional monthly $9.99, professional yearly $99.90.';
  for (const wrong of [
    { amount: '0.01', currency: 'USD' },
    { amount: 499, currency: 'USD' },
    { amount: '4.999', currency: 'USD' },
    { amount: '414.17', currency: 'INR' },
  ]) {
    const { status, body } = await eve.send<{ code: string; message: string }>('POST', '/order', wrong);
    t.deepEqual([status, body.code], [409, 'unknown-price'], JSON.stringify(wrong));
    t.true(body.message.endsWith(dollars), body.message);
  }
  const rupees = await eve.send<{ message: string }>('POST', '/api/razorpay/create-order', {
    ...{ amount: '4.99', currency: 'USD' },
  });
  t.is(rupees.status, 409);
  t.regex(rupees.body.message, /starter monthly ₹414\.17,/);
  for (const half of [
    {},
    { amount: '4.99' },
    { currency: 'USD' },
    { plan: 'starter', amount: '4.99', currency: 'USD' },
  ]) {
    t.is((await eve.send('POST', '/order', half)).status, 400, JSON.stringify(half));
  }
});

test('a wrong signature of a payment activates nothing', async (t) => {
  const eve = await somebody();
  const { order_id: id } = await rupeesOf(eve);
  const fields = razorpay.signed(razorpay.pay(id));
  for (const wrong of [
    { razorpay_signature: 'f'.repeat(64) },
    { razorpay_payment_id: 'pay_x' },
    { razorpay_signature: 'x' },
  ]) {
    const { status, body } = await verify(eve, { ...fields, ...wrong });
    t.deepEqual([status, body.code], [400, 'payment-not-verified']);
  }
  t.is((await planOf(eve)).plan, 'free');
});

test('a valid signature for another order, and another person’s order, activate nothing for me', async (t) => {
  const [ann, eve] = [await somebody(), await somebody()];
  const { order_id: hers } = await rupeesOf(ann);
  const { order_id: mine } = await rupeesOf(eve, PRO);
  const signed = razorpay.signed(razorpay.pay(hers));
  t.is((await verify(eve, { ...signed, razorpay_order_id: mine })).status, 400);
  t.is((await verify(eve, signed)).status, 404);
  const id = await orderWith(ann);
  paypal.approve(id);
  t.is((await captureOf(eve, id)).status, 404);
  t.is((await captureOf(eve, 'UNKNOWN0ORDER0000')).status, 404);
  t.is(paypal.order(id).status, 'APPROVED');
  t.is((await planOf(eve)).plan, 'free');
});

test('an unpaid order activates nothing, whatever the browser says', async (t) => {
  const eve = await somebody();
  const { order_id: id } = await rupeesOf(eve);
  const failed = razorpay.pay(id, 'failed');
  const { status, body } = await verify(eve, razorpay.signed(failed));
  t.deepEqual([status, body.code], [409, 'payment-declined']);
  t.is((await planOf(eve)).plan, 'free');
});

test('an amount or currency that was changed at the provider activates nothing', async (t) => {
  const eve = await somebody();
  for (const change of [{ amount: 100 }, { currency: 'JPY' }]) {
    const { order_id: id } = await rupeesOf(eve);
    const payment = Object.assign(razorpay.pay(id), change);
    const { status, body } = await verify(eve, razorpay.signed(payment));
    t.deepEqual([status, body.code], [409, 'payment-failed']);
  }
  // 499 yen are not 4.99 dollars.
  for (const amount of [
    { currency_code: 'JPY', value: '499' },
    { currency_code: 'USD', value: '0.01' },
  ]) {
    const id = await orderWith(eve);
    paypal.order(id).amount = amount;
    paypal.approve(id);
    t.is((await captureOf(eve, id)).body.code, 'payment-failed');
    t.is(paypal.order(id).status, 'APPROVED', 'no money is taken');
  }
  t.is((await planOf(eve)).plan, 'free');
  t.deepEqual(await paymentsOf(eve), []);
});

test('a declined payment can be tried again on the same order', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  paypal.declineNext();
  t.is((await captureOf(ann, id)).body.code, 'payment-declined');
  t.is((await captureOf(ann, id)).status, 200);
  await assertPaidOnce(t, ann);
});

test('browser and webhook at once: one capture, one activation', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  const [, , ...statuses] = await Promise.all([
    captureOf(ann, id),
    captureOf(ann, id),
    paypal.notify(app.url, 'CHECKOUT.ORDER.APPROVED', id),
    paypal.notify(app.url, 'CHECKOUT.ORDER.APPROVED', id),
  ]);
  t.deepEqual(statuses, [200, 200]);
  t.is(paypal.order(id).captures.length, 1);
  await assertPaidOnce(t, ann);
  const bob = await somebody();
  const { order_id: order } = await rupeesOf(bob);
  const payment = razorpay.pay(order, 'authorized');
  await Promise.all([
    verify(bob, razorpay.signed(payment)),
    razorpay.notify(app.url, 'payment.authorized', payment),
    razorpay.notify(app.url, 'order.paid', payment),
  ]);
  await assertPaidOnce(t, bob);
});

test('a webhook before the browser returns activates the plan, and the browser finds it done', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  t.is(await paypal.notify(app.url, 'CHECKOUT.ORDER.APPROVED', id), 200);
  await assertPaidOnce(t, ann);
  t.is((await captureOf(ann, id)).status, 200);
  await assertPaidOnce(t, ann);
});

test('webhooks out of order, old ones and unknown ones lead to the same plan', async (t) => {
  const bob = await somebody();
  const { order_id: id } = await rupeesOf(bob);
  const failed = { ...razorpay.pay(id, 'failed') };
  const payment = razorpay.pay(id);
  t.is(await razorpay.notify(app.url, 'payment.captured', payment), 200);
  t.is(await razorpay.notify(app.url, 'payment.failed', failed), 200);
  t.is(await razorpay.notify(app.url, 'payment.authorized', { ...payment, status: 'authorized' }), 200);
  t.is(await razorpay.notify(app.url, 'payment.downtime.started', payment), 200);
  await assertPaidOnce(t, bob);
  const send = ({ body, headers }: { body: string; headers: Readonly<Record<string, string>> }) =>
    post('/api/paypal/webhook', body, headers);
  t.is((await send(paypal.webhook('BILLING.PLAN.CREATED', {}))).status, 200);
  t.is((await send(paypal.webhook('CHECKOUT.ORDER.APPROVED', { id: 'NOT0OURS' }))).status, 200);
});

test('webhooks are refused if they are unsigned, changed, signed with another key, or old', async (t) => {
  const eve = await somebody();
  const id = await orderWith(eve);
  paypal.approve(id);
  const { body, headers } = paypal.webhook('CHECKOUT.ORDER.APPROVED', { id });
  const refused = async (text: string, given: Readonly<Record<string, string>>) => {
    const { status, text: answer } = await post('/api/paypal/webhook', text, given);
    t.deepEqual([status, JSON.parse(answer).code], [400, 'bad-webhook']);
  };
  await refused(body, { 'Content-Type': 'application/json' });
  await refused(body.replace('1.0', '1.1'), headers);
  // The same JSON in other bytes.
  await refused(JSON.stringify(JSON.parse(body)), headers);
  await refused(body, { ...headers, 'PayPal-Transmission-Time': new Date(0).toISOString() });
  await refused(body, { ...headers, 'PayPal-Transmission-Sig': 'AAAA' });
  const old = paypal.webhook('CHECKOUT.ORDER.APPROVED', { id }, { sentAt: new Date(Date.now() - 4 * 86_400_000) });
  await refused(old.body, old.headers);
  await refused('{"id":', headers);

  const { order_id: order } = await rupeesOf(eve);
  const payment = razorpay.pay(order);
  const hook = razorpay.webhook('payment.captured', { payment: { entity: payment } });
  const stale = razorpay.webhook('payment.captured', { payment: { entity: payment } }, new Date(0));
  const json = { 'Content-Type': 'application/json' };
  for (const [text, signature] of [
    [hook.body, ''],
    [hook.body, 'f'.repeat(64)],
    [`${hook.body} `, hook.signature],
    [stale.body, stale.signature],
    // Signed like a payment, not like a webhook.
    [hook.body, razorpay.signed(payment).razorpay_signature ?? ''],
  ] as const) {
    const answer = await post('/api/razorpay/webhook', text, { ...json, 'X-Razorpay-Signature': signature });
    t.is(answer.status, 400);
  }
  t.is((await planOf(eve)).plan, 'free');
  const large = await post('/api/razorpay/webhook', 'x'.repeat(300_000), { ...json, 'X-Razorpay-Signature': '' });
  t.is(large.status, 413);
});

test('a webhook that comes again is answered and not carried out again', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  const { body, headers } = paypal.webhook('CHECKOUT.ORDER.APPROVED', { id });
  t.is((await post('/api/paypal/webhook', body, headers)).status, 200);
  const looks = () => paypal.calls.filter((call) => call === `GET /v2/checkout/orders/${id}`).length;
  const before = looks();
  t.is((await post('/api/paypal/webhook', body, headers)).status, 200);
  t.is(looks(), before);
  await assertPaidOnce(t, ann);
});

test('a refund takes the plan back, a partial one does not, and both are on the receipt', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  await captureOf(ann, id);
  paypal.refund(id, '1.00');
  t.is(await paypal.notify(app.url, 'PAYMENT.CAPTURE.REFUNDED', id), 200);
  await app.settled();
  t.is((await paymentsOf(ann))[0]?.refunded, 100);
  t.is((await planOf(ann)).plan, 'starter');
  paypal.refund(id, '3.99');
  t.is(await paypal.notify(app.url, 'PAYMENT.CAPTURE.REFUNDED', id), 200);
  await app.settled();
  t.is((await planOf(ann)).plan, 'free');
  const [paid] = await paymentsOf(ann);
  t.is(paid?.refunded, 499);
  const receipt = await ann.get<string>(`/api/payments/${paid?.id}/receipt`, {});
  t.regex(receipt.body, /Refunded<\/dt><dd>\$4\.99 USD/);

  const bob = await somebody();
  const { order_id: order } = await rupeesOf(bob);
  const payment = razorpay.pay(order);
  // Refunded before anybody heard of the payment.
  razorpay.refund(payment);
  t.is(await razorpay.notify(app.url, 'refund.processed', payment), 200);
  await app.settled();
  t.is((await paymentsOf(bob))[0]?.refunded, 41_417);
  t.is((await planOf(bob)).plan, 'free');
});

test('a receipt has number, date, amount, plan and buyer, and only its buyer opens it', async (t) => {
  const [ann, eve] = [await somebody(), await somebody()];
  await ann.send('PATCH', '/api/user/profile', { firstName: '<b>Ann', lastName: 'Lee', company: 'Tea & Co' });
  const { order_id: id } = await rupeesOf(ann, { plan: 'professional', billingCycle: 'yearly' });
  await verify(ann, razorpay.signed(razorpay.pay(id)));
  const [paid] = await paymentsOf(ann);
  const { status, body, headers } = await ann.get<string>(`/api/payments/${paid?.id}/receipt`, {});
  t.is(status, 200);
  t.regex(headers['content-security-policy'] ?? '', /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
  const day = new Date(paid?.paidAt ?? '').toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  for (const text of [
    paid?.number ?? '',
    day,
    '₹8,291.70 INR',
    'Professional, one year',
    '&lt;b&gt;Ann Lee',
    'Tea &amp; Co',
  ])
    t.true(body.includes(text), text);
  t.true(body.includes(ann.email));
  t.is((await eve.get(`/api/payments/${paid?.id}/receipt`, {})).status, 404);
  t.is((await ann.get('/api/payments/unknown/receipt', {})).status, 404);
  t.deepEqual(await paymentsOf(eve), []);
});

test('the plan that somebody has cannot be bought again, an upgrade credits the rest, and going back is free', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  await captureOf(ann, id);
  const again = await ann.send<{ code: string }>('POST', '/order', STARTER);
  t.deepEqual([again.status, again.body.code], [409, 'already-yours']);
  const { offers } = (await ann.get<BillingAnswer>('/api/billing')).body;
  const offer = offers.find(({ plan, billingCycle }) => plan === 'professional' && billingCycle === 'monthly');
  const due = offer?.due[0]?.amount ?? 0;
  t.true(offer !== undefined && offer.credit > 470 && due === 999 - offer.credit, JSON.stringify(offer));
  const upgrade = await orderWith(ann, PRO);
  t.is(paypal.order(upgrade).amount.value, (due / 100).toFixed(2));
  paypal.approve(upgrade);
  t.is((await captureOf(ann, upgrade)).status, 200);
  t.is((await planOf(ann)).plan, 'professional');
  const covered = offers.find(({ plan, billingCycle }) => plan === 'starter' && billingCycle === 'monthly');
  t.is(covered?.state, 'current');
  t.is((await ann.send<{ code: string }>('POST', '/order', STARTER)).body.code, 'covered');
  t.is((await ann.send('PATCH', '/api/subscription', { plan: 'free' })).status, 200);
  t.like(await planOf(ann), { plan: 'free', paidUntil: null });
});

test('an account that is deleted while a payment is open is neither charged nor given a plan', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  const { order_id: order } = await rupeesOf(ann);
  t.is((await ann.send('DELETE', '/api/user', { confirmation: ann.email, heirs: [] })).status, 204);
  paypal.approve(id);
  t.is(await paypal.notify(app.url, 'CHECKOUT.ORDER.APPROVED', id), 200);
  t.is(paypal.order(id).captures.length, 0);
  // Razorpay takes the money itself: it is recorded, and the log informs the operator.
  t.is(await razorpay.notify(app.url, 'payment.captured', razorpay.pay(order)), 200);
  t.is((await captureOf(ann, id)).status, 401);
});

test('payments need a session, and an API token cannot pay', async (t) => {
  const ann = await somebody();
  const json = { 'Content-Type': 'application/json' };
  for (const path of ['/order', '/api/razorpay/create-order']) t.is((await post(path, '{}', json)).status, 401);
  const { token } = (await ann.send<{ token: string }>('POST', '/api/tokens', { name: 'A', access: 'write' })).body;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  t.is((await post('/order', JSON.stringify(STARTER), headers)).status, 403);
  const crossSite = { 'Sec-Fetch-Site': 'cross-site' };
  t.is((await ann.send('POST', '/order', STARTER, crossSite)).status, 403);
});

test.serial('a person can start a limited number of payments in an hour', async (t) => {
  const eve = await somebody();
  t.teardown(() => mock.timers.reset());
  // The next hour must not begin in between.
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const statuses: number[] = [];
  for (let each = 0; each <= ORDERS_PER_HOUR; each += 1)
    statuses.push((await eve.send('POST', '/order', STARTER)).status);
  t.deepEqual(statuses, [...Array.from({ length: ORDERS_PER_HOUR }, () => 201), 429]);
});

test.serial('a provider that is down or answers nonsense costs nothing, and the order survives', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  const { order_id: order } = await rupeesOf(ann, PRO);
  paypal.approve(id);
  const signed = razorpay.signed(razorpay.pay(order));
  for (const fault of ['down', 'error', 'html', 'half'] as const) {
    paypal.fail(/^\/v2\//, fault);
    razorpay.fail(/^\/v1\//, fault);
    for (const answer of [
      await captureOf(ann, id),
      await ann.send<{ code: string }>('POST', '/order', STARTER),
      await ann.send<{ code: string }>('POST', '/api/razorpay/create-order', STARTER),
      await verify(ann, signed),
    ]) {
      t.deepEqual([answer.status, answer.body.code], [503, 'provider-unavailable'], fault);
    }
    t.is(await paypal.notify(app.url, 'CHECKOUT.ORDER.APPROVED', id), 503, 'PayPal will send the webhook again');
    paypal.recover();
    razorpay.recover();
  }
  t.is((await planOf(ann)).plan, 'free');
  t.is((await captureOf(ann, id)).status, 200);
  await assertPaidOnce(t, ann);
});

test.serial('if the answer to a capture is lost, the money is taken once and the plan is active', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  paypal.fail(/\/capture$/, 'lost');
  t.is((await captureOf(ann, id)).status, 503);
  paypal.recover();
  t.is(paypal.order(id).captures.length, 1);
  t.is((await captureOf(ann, id)).status, 200);
  t.is(paypal.order(id).captures.length, 1);
  await assertPaidOnce(t, ann);
});

test.serial('a payment that is on its way is answered as such, and activates the plan when it arrives', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  paypal.holdCaptures(true);
  t.is((await captureOf(ann, id)).body.code, 'payment-pending');
  paypal.holdCaptures(false);
  t.is((await planOf(ann)).plan, 'free');
  for (const capture of paypal.order(id).captures) capture.status = 'COMPLETED';
  t.is(await paypal.notify(app.url, 'PAYMENT.CAPTURE.COMPLETED', id), 200);
  await app.settled();
  t.is((await planOf(ann)).plan, 'starter');
});

test.serial('a slow provider is given up after ten seconds', async (t) => {
  const ann = await somebody();
  const id = await orderWith(ann);
  paypal.approve(id);
  paypal.fail(/^\/v2\/checkout\/orders\/\w+$/, 'slow');
  t.is((await captureOf(ann, id)).status, 503);
  paypal.recover();
  t.is((await captureOf(ann, id)).status, 200);
});
