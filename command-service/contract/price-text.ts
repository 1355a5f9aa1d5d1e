/** Reads a price as people type it, or as a file has it. Pure; imports no library: the console uses it. */
import { isCurrency, parseMoney } from './money.ts';

const SYMBOLS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR' };
const UNIT = '[A-Za-z]{3}|[$€£¥₹]';
const TEXT = new RegExp(String.raw`^(?:(${UNIT})\s*)?(-?)([\d.,'’ ]*\d[\d.,'’ ]*?)\s*(?:(${UNIT}))?$`);
/** Thousands in groups of three, or as in India: 1,00,000. */
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}$/;

const ONE_AMOUNT = 'Enter one amount, such as 90, 1,200.50 or USD 90';
const NEGATIVE = 'Price must not be negative; 0 means free';
const NO_CURRENCY = 'Currency must be a code of ISO 4217, such as USD';
const OTHER_CURRENCY = 'The price and the currency name two currencies';
const TOO_LARGE = 'This price is too large';
const DECIMALS = 'The price has more decimals than its currency';

/** What a text says, or the field that is wrong and why. */
type ReadPrice =
  | { readonly amount: number; readonly currency: string }
  | { readonly field: 'price' | 'currency'; readonly problem: string };

/**
 * Reads “USD 90”, “1.200,50 €” or, with a currency, “90”. Of two kinds of separators the last is the decimal sign; a single
 * one before three digits separates thousands.
 */
export function readPrice(text: string, currency: string): ReadPrice {
  const wrong = (problem: string, field: 'price' | 'currency' = 'price') => ({ field, problem });
  const [, before, minus, number, after] = TEXT.exec(text.replaceAll(/\s+/g, ' ').trim()) ?? [];
  if (number === undefined || (before !== undefined && after !== undefined)) return wrong(ONE_AMOUNT);
  if (minus === '-') return wrong(NEGATIVE);
  const unit = before ?? after ?? '';
  const typed = SYMBOLS[unit] ?? unit.toUpperCase();
  const chosen = SYMBOLS[currency.trim()] ?? currency.trim().toUpperCase();
  if (typed !== '' && !isCurrency(typed)) return wrong(NO_CURRENCY);
  if (typed === '' && !isCurrency(chosen)) return wrong(NO_CURRENCY, 'currency');
  // A dollar sign stands for every dollar, but € for one currency.
  const isCertain = SYMBOLS[unit] === undefined || unit === '€';
  if (typed !== '' && chosen !== '' && typed !== chosen && isCertain) return wrong(OTHER_CURRENCY);
  const decimal = decimalOf(number);
  if (decimal === null) return wrong(ONE_AMOUNT);
  const named = SYMBOLS[unit] !== undefined && isCurrency(chosen) ? chosen : typed || chosen;
  return parseMoney(decimal, named) ?? wrong(/^\d{14}/.test(decimal) ? TOO_LARGE : DECIMALS);
}

/** A number with a decimal point and without other separators; null if the separators make no sense. */
function decimalOf(number: string): string | null {
  const plain = number.replaceAll(/['’ ]/g, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last === -1) return plain;
  const sign = plain.charAt(last);
  const [whole, fraction] = [plain.slice(0, last), plain.slice(last + 1)];
  const other = sign === '.' ? ',' : '.';
  const isGroup = !whole.includes(other) && (whole.includes(sign) || (fraction.length === 3 && /^[1-9]/.test(whole)));
  if (isGroup) return GROUPED.test(plain.replaceAll('.', ',')) ? plain.replaceAll(sign, '') : null;
  const isWhole = /^\d+$/.test(whole) || GROUPED.test(whole.replaceAll('.', ','));
  return isWhole && !whole.includes(sign) && /^\d+$/.test(fraction)
    ? `${whole.replaceAll(other, '')}.${fraction}`
    : null;
}
