/** Reads what a row says was agreed about its link, and what the link costs. Pure. */

import { readPrice } from '../contract/price-text.ts';
import { InputError, parse } from '../contract/schema/parse.ts';
import type { RowField } from '../model/import/commands.ts';
import { moneyOf, moneySchema } from '../model/money/commands.ts';
import type { Money } from '../model/money/events.ts';
import { termsOf, termsSchema } from '../model/terms/commands.ts';
import {
  type AgreedAnchor,
  type AgreedTerms,
  ANCHOR_RULES,
  changedFields,
  NO_TERMS,
  type Terms,
} from '../model/terms/events.ts';
import { currencyIn } from './column-names.ts';
import { agreedTypesOf } from './link-type.ts';

/** The message for a price that names no currency. */
export const NO_CURRENCY =
  'The price has no currency: write USD 90, add a column for the currency, or choose one for all rows';

type Row = Partial<Record<RowField, string>>;

/** How the columns of terms and money are read. */
export interface AgreedSettings {
  /** The name of the column of agreed link types, which says what its ticks mean. */
  readonly typesColumn: string;
  /** The currency of prices whose rows name none; empty: unknown. */
  readonly currency: string;
}

interface Agreed {
  /** The terms that the row names. */
  readonly terms: Partial<Pick<Terms, 'anchor' | 'linkTypes'>>;
  /** null if the row says nothing about money. */
  readonly money: Money | null;
}

/** One message for each wrong field, or what the row says. @param withMoney without it, the cells of money are not read. */
export function readAgreed(
  row: Row,
  settings: AgreedSettings,
  withMoney: boolean,
): Agreed | { readonly reasons: Readonly<Record<string, string>> } {
  const reasons: Record<string, string> = {};
  const read = <Value>(make: () => Value): Value | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      for (const [name, message] of Object.entries(error.fields)) reasons[columnOf(name)] ??= message;
      return null;
    }
  };
  const terms = read(() => termsIn(row, settings.typesColumn)) ?? {};
  const money = withMoney ? read(() => moneyIn(row, settings.currency)) : null;
  return Object.keys(reasons).length === 0 ? { terms, money } : { reasons };
}

/** The terms of a row: its own before those of the template; null without any. */
export function termsOfRow(own: Agreed['terms'], template: AgreedTerms | null): AgreedTerms | null {
  if (template === null) return Object.keys(own).length === 0 ? null : { terms: { ...NO_TERMS, ...own } };
  const terms = { ...template.terms, ...own };
  const isChanged = changedFields(template.terms, terms).length > 0;
  return { terms, template: template.template && { ...template.template, isChanged } };
}

/** The column of a field of the schemas: 'anchor.texts[3]' is of the agreed anchor. */
function columnOf(name: string): string {
  const [field = ''] = name.split(/[.[]/);
  return field === 'anchor' ? 'agreedAnchor' : field === 'linkTypes' ? 'agreedLinkTypes' : field;
}

function termsIn({ agreedAnchor = '', agreedLinkTypes = '' }: Row, column: string): Agreed['terms'] {
  const anchor = agreedAnchor.trim() === '' ? undefined : anchorIn(agreedAnchor.trim());
  const named = agreedTypesOf(agreedLinkTypes, column);
  if (anchor === undefined && named === undefined) return {};
  // The schema says which words it takes.
  const linkTypes = named === null ? [agreedLinkTypes] : named;
  const terms = termsOf(parse(termsSchema, { ...(anchor && { anchor }), ...(linkTypes && { linkTypes }) }));
  return { ...(anchor && { anchor: terms.anchor }), ...(linkTypes && { linkTypes: terms.linkTypes }) };
}

const RULE = new RegExp(`^(${ANCHOR_RULES.join('|')}):`, 'i');

/** One text, several on lines or between | or ;, or with a rule as an export writes them: 'none-of: here | click'. */
function anchorIn(cell: string): AgreedAnchor {
  const [prefix = '', named] = RULE.exec(cell) ?? [];
  const rule = ANCHOR_RULES.find((each) => each === named?.toLowerCase());
  const text = cell.slice(prefix.length);
  const isOne = rule === 'exactly' || rule === 'contains';
  const texts = isOne ? [text] : text.split(rule === undefined ? /[|;\r\n]/ : /[|\r\n]/);
  const filled = texts.map((each) => each.trim()).filter((each) => each !== '');
  return { rule: rule ?? (filled.length > 1 ? 'one-of' : 'exactly'), texts: filled };
}

function moneyIn({ price = '', currency = '', vendor, orderNumber }: Row, fallback: string): Money | null {
  const money = moneyOf(
    parse(moneySchema, { price: priceIn(price.trim(), currency.trim(), fallback), vendor, orderNumber }),
  );
  return Object.values(money).every((value) => value === null) ? null : money;
}

function priceIn(price: string, currency: string, fallback: string) {
  if (price === '') return null;
  const unit = currencyIn(currency.toUpperCase()) || currency;
  const own = readPrice(price, unit);
  const read = 'field' in own && unit === '' && own.field === 'currency' ? readPrice(price, fallback) : own;
  if (!('field' in read)) return read;
  const lacks = read.field === 'currency' && unit === '' && fallback === '';
  throw new InputError({ [read.field]: lacks ? NO_CURRENCY : read.problem });
}
