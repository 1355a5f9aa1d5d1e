/** Plans on offer, payments, and their receipts. */

import { readerOf } from '../../../command-service/contract/languages/reader-language.ts';
import { newNonce, pagePolicy } from '../../../infra/http/limits/security-headers.ts';
import { notFound } from '../../../infra/http/request/problem.ts';
import { HTML_PAGE, wholeList } from '../../../infra/http/request/route-facts.ts';
import { payments } from '../../../projections/views/people/payments.ts';
import { NO_SUBSCRIPTION, subscriptions } from '../../../projections/views/people/subscriptions.ts';
import { users } from '../../../projections/views/people/users.ts';
import { nothingSchema } from '../../contract/queries.ts';
import { waitForPosition } from '../../live/read-your-writes.ts';
import { presentOffers, presentPayment } from '../../presenters/payment.ts';
import { receiptPage } from '../../presenters/receipt-page.ts';
import { route } from '../route.ts';

/** The most payments in the list, newest first. */
const MOST = 200;

export const billingRoutes = [
  route({
    method: 'GET',
    path: '/api/billing',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'The paid plans with their prices for you, and the ways to pay.',
    query: nothingSchema,
    answers: { 200: 'BillingAnswer' },
    async handle({ ctx, principal }, deps) {
      await waitForPosition(ctx, deps, subscriptions);
      const current = (await deps.reads.get(subscriptions, principal.userId)) ?? NO_SUBSCRIPTION;
      const { providers } = deps.payments;
      return { providers, offers: presentOffers(current, deps.payments, deps.now()) };
    },
  }),

  route({
    method: 'GET',
    path: '/api/payments',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'Your payments, newest first.',
    query: nothingSchema,
    answers: { 200: wholeList('PaymentAnswer') },
    async handle({ ctx, principal }, deps) {
      await waitForPosition(ctx, deps, payments);
      const { rows } = await deps.reads.find(payments, {
        where: { userId: principal.userId, state: 'paid' },
        sort: { field: 'paidAt', descending: true },
        limit: MOST,
      });
      return rows.flatMap((doc) => presentPayment(doc) ?? []);
    },
  }),

  route({
    method: 'GET',
    path: '/api/payments/:id/receipt',
    action: 'ReadAccount',
    onSelf: true,
    summary: 'The receipt of a payment, as a page to print.',
    answers: { 200: HTML_PAGE },
    errorStatuses: [404],
    async handle({ ctx, principal, params }, deps) {
      await waitForPosition(ctx, deps, payments, users);
      const doc = await deps.reads.get(payments, params.id);
      const payment = doc === null || doc.userId !== principal.userId ? null : presentPayment(doc);
      if (payment === null) throw notFound();
      const person = await deps.reads.get(users, principal.userId);
      const { firstName = '', lastName = '', company = '', email = '' } = person ?? {};
      const buyer = { name: `${firstName} ${lastName}`.trim(), company, email };
      const nonce = newNonce();
      ctx.set('Content-Security-Policy', pagePolicy(nonce));
      ctx.type = 'text/html; charset=utf-8';
      return receiptPage(nonce, readerOf(ctx), { payment, paymentId: doc?.paymentId ?? '', buyer });
    },
  }),
];
