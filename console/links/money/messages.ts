/** Texts of the price, the vendor and the order number of links. */
import { formatMoney } from '../../../command-service/contract/money.ts';
import { type Money, NO_MONEY } from '../../../command-service/model/money/events.ts';
import english from '../../languages/en/links.money.json' with { type: 'json' };
import { locale } from '../../platform/language/language.ts';
import { translation } from '../../platform/language/translation.ts';

const { messages } = translation('links.money', english);

export { messages };

/** '$90.00', 'Free'. */
export function formatPrice(price: NonNullable<Money['price']>): string {
  return price.amount === 0 ? messages.free : formatMoney(price.amount, price.currency, locale);
}

/** What is known, with labels. */
export function moneyRows({ price, vendor, orderNumber }: Money): readonly (readonly [label: string, text: string])[] {
  return [
    ...(price === null ? [] : [[messages.price, formatPrice(price)] as const]),
    ...(vendor === null ? [] : [[messages.vendor, vendor] as const]),
    ...(orderNumber === null ? [] : [[messages.orderNumber, orderNumber] as const]),
  ];
}

/** Each field that differs, as it is now. */
export function changedMoney(before: Money | null, now: Money | null): readonly (readonly [string, string])[] {
  const rows = new Map(moneyRows(now ?? NO_MONEY));
  const earlier = new Map(moneyRows(before ?? NO_MONEY));
  return [messages.price, messages.vendor, messages.orderNumber].flatMap((label) =>
    rows.get(label) === earlier.get(label) ? [] : [[label, rows.get(label) ?? messages.none] as const],
  );
}
