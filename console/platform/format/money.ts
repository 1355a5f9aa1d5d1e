/** Amounts of money in texts. Pure. */
import { formatMoney as formatIn } from '../../../command-service/contract/money.ts';
import { locale } from '../language/language.ts';

/** '$4.99', as the reader's region writes it. @param amount in the currency's smallest unit */
export function formatMoney(amount: number, currency: string): string {
  return formatIn(amount, currency, locale);
}
