/** The money of a link as a form holds it. The API's own schema validates it. Pure. */
import { toDecimal } from '../../../command-service/contract/money.ts';
import { readPrice } from '../../../command-service/contract/price-text.ts';
import { InputError, parse } from '../../../command-service/contract/schema/parse.ts';
import { moneySchema } from '../../../command-service/model/money/commands.ts';
import { type Money, NO_MONEY } from '../../../command-service/model/money/events.ts';
import { fieldErrors } from '../../ui/fields/field-errors.ts';

export type MoneyValues = {
  /** As typed: '90', 'USD 90', '1.200,50 €'. */
  readonly price: string;
  readonly currency: string;
  readonly vendor: string;
  readonly orderNumber: string;
};

/** null: nothing is known. */
export function moneyValues(money: Money | null): MoneyValues {
  const { price, vendor, orderNumber } = money ?? NO_MONEY;
  return {
    price: price === null ? '' : toDecimal(price.amount, price.currency),
    currency: price?.currency ?? '',
    vendor: vendor ?? '',
    orderNumber: orderNumber ?? '',
  };
}

/** The body of a request that sets the money. @throws InputError for a price that cannot be understood. */
export function moneyBody({ price, currency, vendor, orderNumber }: MoneyValues) {
  const read = price.trim() === '' ? null : readPrice(price, currency);
  if (read !== null && 'field' in read) throw new InputError({ [read.field]: read.problem });
  return { price: read, vendor: vendor.trim() || null, orderNumber: orderNumber.trim() || null };
}

/** The API's field names as those of the form. */
export function moneyFields(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(fields).map(([name, text]) => [name.replace(/^price\.(amount)?/, '') || 'price', text]);
  return Object.fromEntries(named);
}

/** One message per field; empty if the money can be sent. */
export function moneyProblems(values: MoneyValues): Readonly<Record<string, string>> {
  return moneyFields(fieldErrors(() => parse(moneySchema, moneyBody(values))));
}
