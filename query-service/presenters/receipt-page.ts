/** A receipt as a page to print. */
import { formatMoney } from '../../command-service/money.ts';
import { escapeHtml as html } from '../../infra/http/escape-html.ts';
import type { PaymentAnswer } from '../contract/answers/billing.ts';

interface Receipt {
  readonly payment: PaymentAnswer;
  /** The provider's id of the payment. */
  readonly paymentId: string;
  readonly buyer: { readonly name: string; readonly company: string; readonly email: string };
}

const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; padding: 48px 24px; background: #fff; color: #16181d;
  font: 15px/24px Inter, ui-sans-serif, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 640px; margin: 0 auto; }
.brand { font-weight: 650; margin: 0 0 32px; }
h1 { font-size: 22px; line-height: 32px; font-weight: 650; letter-spacing: -0.015em; margin: 0 0 24px; }
dl { display: grid; grid-template-columns: minmax(96px, 176px) minmax(0, 1fr); margin: 0; border-top: 1px solid #dfe2e8; }
dt, dd { margin: 0; padding: 12px 0; border-bottom: 1px solid #dfe2e8; overflow-wrap: anywhere; }
dt { color: #5b616e; padding-right: 16px; }
.total { font-weight: 650; }
.hint { margin: 24px 0 0; color: #5b616e; }
@page { margin: 20mm; }
@media print { body { padding: 0; } .hint { display: none; } }
`;

const PLANS: Readonly<Record<PaymentAnswer['plan'], string>> = { starter: 'Starter', professional: 'Professional' };
const PERIODS: Readonly<Record<PaymentAnswer['billingCycle'], string>> = { monthly: 'one month', yearly: 'one year' };
const PROVIDERS: Readonly<Record<PaymentAnswer['provider'], string>> = { paypal: 'PayPal', razorpay: 'Razorpay' };

/** The HTML of a receipt. */
export function receiptPage(nonce: string, { payment, paymentId, buyer }: Receipt): string {
  const { number, plan, billingCycle, provider, amount, currency, refunded, paidAt } = payment;
  const day = new Date(paidAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const buyerLines = [buyer.name, buyer.company, buyer.email].filter((line) => line !== '').map(html);
  const rows: readonly (readonly [string, string])[] = [
    ['Number', html(number)],
    ['Date', html(day)],
    ['Buyer', buyerLines.join('<br>')],
    ['Plan', html(`${PLANS[plan]}, ${PERIODS[billingCycle]}`)],
    ['Paid with', html(`${PROVIDERS[provider]}, ${paymentId}`)],
    ['Amount', `<span class="total">${html(`${formatMoney(amount, currency)} ${currency}`)}</span>`],
    ...(refunded === 0 ? [] : [['Refunded', html(`${formatMoney(refunded, currency)} ${currency}`)] as const]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>Receipt ${html(number)} · Linkledger</title>
<style nonce="${html(nonce)}">${STYLE}</style>
</head>
<body><main>
<p class="brand">Linkledger</p>
<h1>Receipt</h1>
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('\n')}</dl>
<p class="hint">Print this page, or save it as a PDF, with your browser.</p>
</main></body>
</html>
`;
}
