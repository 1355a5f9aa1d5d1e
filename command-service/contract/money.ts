/** Amounts of money: integers in the currency's smallest unit (ISO 4217), never fractions. */

export const CURRENCIES = Intl.supportedValuesOf('currency');

/** Whether a text is the code of a currency in ISO 4217. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.includes(code);
}

/** The decimals of a currency: 2 for USD, 0 for JPY; null for an unknown currency. */
function decimalsOf(currency: string): number | null {
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  return (
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? null
  );
}

/** Reads '4.99' USD as 499, and '500' JPY as 500; null for anything else, and for too many decimals. */
export function parseMoney(value: unknown, currency: unknown): { amount: number; currency: string } | null {
  if (typeof value !== 'string' || typeof currency !== 'string') return null;
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,4}))?$/.exec(value) ?? [];
  if (decimals === null || whole === undefined) return null;
  const paddedFraction = fraction.padEnd(decimals, '0');
  if (/[1-9]/.test(paddedFraction.slice(decimals))) return null;
  return { amount: Number(whole + paddedFraction.slice(0, decimals)), currency };
}

/** 499 USD as '4.99', 500 JPY as '500'. */
export function toDecimal(amount: number, currency: string): string {
  const decimals = decimalsOf(currency) ?? 0;
  const digits = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** For people: '$4.99', '₹414.17'. */
export function formatMoney(amount: number, currency: string, locale = 'en-US'): string {
  const decimals = decimalsOf(currency) ?? 0;
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 10 ** decimals);
}
