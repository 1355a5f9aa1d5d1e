/**
 * Payments that nobody reports, plans that end, and the mails before that, on real stores and views, with a clock that
 * the test moves and a stand-in for PayPal.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type Mail, MailError } from '../../infra/ports/process/mailer.ts';
import type { EventMetadata } from '../../infra/ports/storage/event-store.ts';
import { openStores } from '../../infra/testing/apps/stores.ts';
import { EventBuilder, userRegistered, writeAll } from '../../infra/testing/event-builder.ts';
import { PAYPAL, startPayPal } from '../../infra/testing/fakes/paypal.ts';
import { recordingLogger } from '../../infra/testing/recording-logger.ts';
import { waitUntil } from '../../infra/testing/wait-until.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { allViews } from '../../projections/views/all-views.ts';
import { payments as paymentsView } from '../../projections/views/people/payments.ts';
import { subscriptions } from '../../projections/views/people/subscriptions.ts';
import { Payments } from '../billing/payments.ts';
import { PayPal } from '../billing/paypal.ts';
import { PERSONAL_FIELDS } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import { MailOutbox } from '../mail/outbox.ts';
import { sendPlanEndMails } from '../mail/rounds/send-plan-end-mails.ts';
import { order, streamOf } from '../model/payment/decider.ts';
import { user } from '../model/user/decider.ts';
import { planActivation } from '../reactors/plan-activation.ts';
import { runReactor } from '../reactors/run-reactor.ts';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import { endPlans } from './end-plans.ts';
import { GIVE_UP_MS, settlementRounds } from './settle-payments.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2027-01-01T00:00:00.000Z');

async function world(t: ExecutionContext) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'linkledger-payments-'));
  const { logger, said } = recordingLogger();
  let clock = START;
  const now = () => new Date(clock);
  const stores = await openStores({ dataDir }, PERSONAL_FIELDS, allViews, logger, { now, mayRemove: () => true });
  const { store, feed, reads, state } = stores;
  const projections = startProjections(allViews, { feed, reads, logger });
  const paypal = await startPayPal();
  const gateway = new PayPal({
    ...{ clientId: PAYPAL.id, clientSecret: PAYPAL.secret, webhookId: PAYPAL.webhook },
    ...{ apiUrl: paypal.url, publicUrl: 'https://links.example', logger, now },
  });
  const payments = new Payments({ store, gateways: { paypal: gateway }, inrRate: 83, now });
  const stop = new AbortController();
  const round = settlementRounds({ reads, payments, logger, now });
  const caughtUp = async () => projections.caughtUp(await feed.head());
  const sent: Mail[] = [];
  let mailFails = false;
  const mailer = {
    async send(mail: Mail) {
      if (mailFails) throw new MailError('no', 'ECONNECTION');
      sent.push(mail);
    },
  };
  const publicUrl = 'https://links.example';
  const outbox = new MailOutbox({ state, mailer, secret: 'test', isOpen: async () => true, logger, now });
  const unsubscribing = new UnsubscribeLinks('a secret', publicUrl);
  const mails = { reads, state, outbox, unsubscribing, publicUrl, logger, now, clock: { trusted: now } };
  let reactor = Promise.resolve();
  t.teardown(async () => {
    stop.abort();
    await reactor;
    await projections.stop();
    await stores.close();
    await paypal.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const metadata = (): EventMetadata => ({
    ...{ actor: 'ann', correlationId: 'c', causationId: 'c' },
    at: now().toISOString(),
  });
  await writeAll(store, [new EventBuilder().add(userRegistered('ann'))]);
  let orders = 0;
  return {
    ...{ paypal, payments, store, sent, said, metadata, caughtUp },
    async start(plan: 'starter' | 'professional' = 'starter') {
      orders += 1;
      const wanted = { plan, billingCycle: 'monthly' } as const;
      const purchase = { userId: 'ann', wanted, requestId: `r${orders}` };
      const { providerOrderId } = await payments.start('paypal', purchase, metadata());
      await caughtUp();
      return providerOrderId;
    },
    pass(ms: number) {
      clock += ms;
    },
    async settle() {
      await round(stop.signal);
      await caughtUp();
    },
    async end() {
      await endPlans({ store, reads }, metadata());
      await caughtUp();
    },
    async mail() {
      await sendPlanEndMails(mails, stop.signal);
      await outbox.sendDue(stop.signal);
    },
    failMails(fail: boolean) {
      mailFails = fail;
    },
    async react() {
      const { checkpoints, leases } = stores;
      const deps = { feed, checkpoints, leases, logger, now, payments };
      reactor = runReactor(deps, planActivation(deps), stop.signal);
      const head = await feed.head();
      await waitUntil(async () => ((await checkpoints.get('plan-activation')) ?? -1) >= head);
      await caughtUp();
    },
    plan: async () => (await reads.get(subscriptions, 'ann'))?.plan ?? 'free',
    paidUntil: async () => (await reads.get(subscriptions, 'ann'))?.paidUntil,
    payment: async (id: string) => reads.get(paymentsView, `paypal-${id}`),
    events: async (id: string) => (await store.read(streamOf(`paypal-${id}`))).events.map(({ type }) => type),
  };
}

test('a buyer who approved and never returned is charged once, and has the plan', async (t) => {
  const { start, paypal, settle, pass, plan, events } = await world(t);
  const id = await start();
  paypal.approve(id);
  await settle();
  t.is(await plan(), 'free', 'the browser has one minute');
  pass(MINUTE);
  await settle();
  pass(30 * MINUTE);
  await settle();
  t.is(await plan(), 'starter');
  t.is(paypal.order(id).captures.length, 1);
  t.deepEqual(await events(id), ['PaymentStarted', 'PaymentCaptured']);
});

test('a clock that is set back delays no payment', async (t) => {
  const { start, paypal, settle, pass, plan } = await world(t);
  const id = await start();
  pass(10 * MINUTE);
  await settle();
  paypal.approve(id);
  pass(-60 * MINUTE);
  await settle();
  t.is(await plan(), 'starter');
});

test('a capture whose answer was lost, or whose process was killed before the append, is found', async (t) => {
  const { start, paypal, payments, metadata, settle, pass, plan, events } = await world(t);
  const id = await start();
  paypal.approve(id);
  paypal.fail(/\/capture$/, 'lost');
  await t.throwsAsync(payments.settle(`paypal-${id}`, metadata()), { name: 'ProviderUnavailableError' });
  paypal.recover();
  t.is(paypal.order(id).captures.length, 1, 'PayPal took the money');
  t.deepEqual(await events(id), ['PaymentStarted']);
  pass(2 * MINUTE);
  await settle();
  t.deepEqual(await events(id), ['PaymentStarted', 'PaymentCaptured']);
  t.is(paypal.order(id).captures.length, 1);
  t.is(await plan(), 'starter');
});

test('a process that was killed between the capture and the activation activates the plan when it starts again', async (t) => {
  const { start, store, metadata, react, plan } = await world(t);
  const id = await start();
  const captured = { paymentId: 'p1', amount: 499, currency: 'USD' };
  const command = { type: 'RecordFacts', orderId: `paypal-${id}`, captured, refunds: [], failed: null } as const;
  await handle(store, order, command, metadata());
  t.is(await plan(), 'free');
  await react();
  t.is(await plan(), 'starter');
});

test('a payment for a deleted account activates nothing, and the operator finds it in the log once', async (t) => {
  const { start, store, metadata, react, plan, said } = await world(t);
  const id = await start();
  await handle(store, user, { type: 'DeleteAccount', userId: 'ann', heirs: [] }, metadata());
  const captured = { paymentId: 'p1', amount: 499, currency: 'USD' };
  const command = { type: 'RecordFacts', orderId: `paypal-${id}`, captured, refunds: [], failed: null } as const;
  await handle(store, order, command, metadata());
  await react();
  t.is(await plan(), 'free');
  t.deepEqual(said, ['a payment arrived for an account that was deleted: refund it at the payment provider']);
});

test('an order that nobody pays is abandoned within an hour, and still accepted when money arrives', async (t) => {
  const { start, paypal, payments, metadata, settle, pass, payment, plan, caughtUp } = await world(t);
  const id = await start();
  for (let minutes = 0; minutes < 49; minutes += 1) {
    await settle();
    pass(MINUTE);
  }
  t.like(await payment(id), { state: 'open', failure: null });
  pass(GIVE_UP_MS - 49 * MINUTE);
  await settle();
  t.like(await payment(id), { state: 'failed', failure: 'abandoned' });
  const looks = paypal.calls.filter((call) => call.startsWith('GET /v2/')).length;
  t.true(looks < 10, `${looks} calls`);
  paypal.approve(id);
  await payments.settle(`paypal-${id}`, metadata());
  await caughtUp();
  t.like(await payment(id), { state: 'paid', failure: null });
  t.is(await plan(), 'starter');
});

test('a payment that is on its way is not abandoned', async (t) => {
  const { start, paypal, settle, pass, payment, plan } = await world(t);
  const id = await start();
  paypal.approve(id);
  paypal.holdCaptures(true);
  for (let hours = 0; hours < 5; hours += 1) {
    pass(60 * MINUTE);
    await settle();
  }
  t.is((await payment(id))?.state, 'open');
  for (const capture of paypal.order(id).captures) capture.status = 'COMPLETED';
  pass(60 * MINUTE);
  await settle();
  t.is(await plan(), 'starter');
});

test('a provider that is down is asked again; others are settled meanwhile', async (t) => {
  const { start, paypal, settle, pass, payment } = await world(t);
  const [stuck, fine] = [await start(), await start()];
  paypal.approve(fine);
  paypal.fail(new RegExp(stuck), 'error');
  pass(55 * MINUTE);
  await settle();
  t.is((await payment(stuck))?.state, 'open');
  t.is((await payment(fine))?.state, 'paid');
  paypal.recover();
  pass(20 * MINUTE);
  await settle();
  t.like(await payment(stuck), { state: 'failed', failure: 'abandoned' });
});

test('two orders that are both paid extend the plan: no money is lost', async (t) => {
  const { start, paypal, settle, pass, paidUntil } = await world(t);
  const ids = [await start(), await start()];
  for (const id of ids) paypal.approve(id);
  pass(MINUTE);
  await settle();
  const days = (Date.parse((await paidUntil()) ?? '') - START) / DAY;
  t.true(days > 58 && days < 60, `${days} days`);
});

test('a plan ends when its time is over: a mail a week before, another a day before, then the free plan', async (t) => {
  const { start, paypal, settle, pass, plan, end, mail, sent, failMails } = await world(t);
  const id = await start();
  paypal.approve(id);
  pass(MINUTE);
  await settle();
  await mail();
  pass(23 * DAY);
  await mail();
  await end();
  t.is(sent.length, 0, 'eight days are left');
  pass(DAY);
  failMails(true);
  await mail();
  failMails(false);
  await mail();
  t.is(sent.length, 0);
  pass(MINUTE);
  await mail();
  await mail();
  t.is(sent.length, 1);
  t.like(sent[0], { to: 'ann@example.com', subject: 'Your Starter plan ends on February 1, 2027' });
  t.regex(sent[0]?.text ?? '', /https:\/\/links\.example\/settings#billing/);
  pass(6 * DAY);
  await mail();
  await mail();
  t.is(sent.length, 2);
  await end();
  t.is(await plan(), 'starter');
  pass(DAY);
  await end();
  t.is(await plan(), 'free');
  await mail();
  t.is(sent.length, 2);
});

test('a plan that was renewed does not end at the first date', async (t) => {
  const { start, paypal, settle, pass, plan, end, mail, sent } = await world(t);
  const pay = async () => {
    paypal.approve(await start());
    pass(MINUTE);
    await settle();
  };
  await pay();
  pass(25 * DAY);
  await pay();
  pass(7 * DAY);
  await end();
  await mail();
  t.is(await plan(), 'starter');
  t.is(sent.length, 0);
  pass(28 * DAY);
  await end();
  t.is(await plan(), 'free');
});
