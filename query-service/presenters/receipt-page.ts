/** A receipt as a page to print. */

import german from '../../command-service/contract/languages/de/receipt.json' with { type: 'json' };
import english from '../../command-service/contract/languages/en/receipt.json' with { type: 'json' };
import { textsOf } from '../../command-service/contract/languages/texts.ts';
import { htmlAttributes, type ReaderLanguage } from '../../command-service/contract/languages.ts';
import { formatMoney } from '../../command-service/contract/money.ts';
import { escapeHtml as html } from '../../infra/http/request/escape-html.ts';
import { formatDay } from '../../projections/rules/calendar-days.ts';
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
const PROVIDERS: Readonly<Record<PaymentAnswer['provider'], string>> = { paypal: 'PayPal', razorpay: 'Razorpay' };

const receiptTexts = textsOf({ en: english, de: german });

/** The HTML of a receipt in the reader's language. */
export function receiptPage(nonce: string, reader: ReaderLanguage, { payment, paymentId, buyer }: Receipt): string {
  const { text, language, locale } = receiptTexts(reader);
  const { number, plan, billingCycle, provider, amount, currency, refunded, paidAt } = payment;
  const money = (value: number) => html(text('money', { amount: formatMoney(value, currency, locale), currency }));
  const buyerLines = [buyer.name, buyer.company, buyer.email].filter((line) => line !== '').map(html);
  const rows: readonly (readonly [string, string])[] = [
    [text('number'), html(number)],
    [text('date'), html(formatDay(paidAt, locale))],
    [text('buyer'), buyerLines.join('<br>')],
    [text('plan'), html(text(billingCycle, { plan: PLANS[plan] }))],
    [text('paidWith'), html(text('payment', { provider: PROVIDERS[provider], id: paymentId }))],
    [text('amount'), `<span class="total">${money(amount)}</span>`],
    ...(refunded === 0 ? [] : [[text('refunded'), money(refunded)] as const]),
  ];
  return `<!doctype html>
<html ${htmlAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${html(text('title', { number }))} · Linkledger</title>
<style nonce="${html(nonce)}">${STYLE}</style>
</head>
<body><main>
<p class="brand">Linkledger</p>
<h1>${html(text('heading'))}</h1>
<dl>${rows.map(([name, value]) => `<dt>${html(name)}</dt><dd>${value}</dd>`).join('\n')}</dl>
<p class="hint">${html(text('print'))}</p>
</main></body>
</html>
`;
}
