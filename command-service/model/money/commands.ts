/** Money commands: the schema of the request body, and the command. */
import * as yup from 'yup';
import { CURRENCIES } from '../../contract/money.ts';
import { line } from '../../contract/schema/fields.ts';
import type { Money } from './events.ts';

/** The largest price, in the currency's smallest unit. */
export const MAX_PRICE = 10 ** 12;
const MAX_ORDER_NUMBER = 100;

const AMOUNT = 'Price must be a whole number of the currency’s smallest unit, such as 9000 for $90';
export const CURRENCY = 'Currency must be a code of ISO 4217, such as USD';

/** Body of PUT /api/links/{id}/money: an absent field is not known. */
export const moneySchema = yup.object({
  price: yup
    .object({
      amount: yup
        .number()
        .typeError(AMOUNT)
        .integer(AMOUNT)
        .min(0, 'Price must not be negative; 0 means free')
        .max(MAX_PRICE, `Price must be at most ${MAX_PRICE.toLocaleString('en')} of the currency’s smallest unit`)
        .required(AMOUNT),
      currency: yup.string().typeError(CURRENCY).oneOf(CURRENCIES, CURRENCY).required(CURRENCY),
    })
    .nullable()
    .default(undefined)
    .optional(),
  vendor: line('Vendor').nullable(),
  orderNumber: line('Order number', MAX_ORDER_NUMBER).nullable(),
});

/** The money of a body. A blank text is not known. */
export function moneyOf({ price, vendor, orderNumber }: yup.InferType<typeof moneySchema>): Money {
  const named = (text: string | null | undefined) => text?.normalize('NFC').trim() || null;
  return {
    price: price ? { amount: price.amount, currency: price.currency } : null,
    vendor: named(vendor),
    orderNumber: named(orderNumber),
  };
}

/** Replaces what is known about the link's money; an absent field stays. */
export interface SetMoney {
  readonly type: 'SetMoney';
  readonly linkId: string;
  readonly money: Partial<Money>;
}
