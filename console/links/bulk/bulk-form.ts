/** The values of a bulk dialog, and the operation they make. Pure. */
import type { BulkAction } from '../../../query-service/contract/answers/bulk-operations.ts';
import { DURATION_UNITS, joinDuration } from '../duration.ts';
import { type MoneyValues, moneyBody, moneyProblems } from '../money/money-values.ts';
import { addTyped } from '../tags/tag-text.ts';
import { type TermsValues, termsBody, termsProblems } from '../terms/terms-values.ts';
import type { BulkChange } from './bulk-operation.ts';

/** Fields that can be edited for many links, besides those with an action of their own. */
export const EDITABLE = ['duration', 'liveDate', 'pocEmail', 'remarks'] as const;
export type Editable = (typeof EDITABLE)[number];

export interface BulkValues {
  /** null: not chosen yet; empty: nobody. */
  readonly assignedTo: string | null;
  /** null: not chosen yet; empty: one's own. */
  readonly teamId: string | null;
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Typed and not ended by a comma: it counts as a tag. */
  readonly addTyped: string;
  readonly removeTyped: string;
  readonly checked: readonly Editable[];
  readonly amount: string;
  readonly unit: string;
  readonly liveDate: string;
  readonly pocEmail: string;
  readonly remarks: string;
  /** null: not touched yet. */
  readonly terms: TermsValues | null;
  /** null: not touched yet. */
  readonly money: MoneyValues | null;
  /** Empty: no template. */
  readonly templateId: string;
}

export const EMPTY_VALUES: BulkValues = {
  assignedTo: null,
  teamId: null,
  add: [],
  remove: [],
  addTyped: '',
  removeTyped: '',
  checked: [],
  amount: '',
  unit: 'days',
  liveDate: '',
  pocEmail: '',
  remarks: '',
  terms: null,
  money: null,
  templateId: '',
};

function edited(values: BulkValues): Readonly<Record<string, string | null>> | null {
  const change: Record<string, string | null> = {};
  for (const field of values.checked) {
    if (field === 'duration') {
      const unit = DURATION_UNITS.find((each) => each === values.unit) ?? 'days';
      const duration = joinDuration(values.amount, unit);
      // Still being typed.
      if (duration === '') return null;
      change.duration = duration;
    } else change[field] = values[field].trim() || null;
  }
  return values.checked.length === 0 ? null : change;
}

/** The operation; null while something is missing. */
export function operationOf(action: BulkAction, values: BulkValues): BulkChange | null {
  switch (action) {
    case 'edit': {
      const change = edited(values);
      return change === null ? null : { action, change };
    }
    case 'assign':
      return values.assignedTo === null ? null : { action, change: { assignedTo: values.assignedTo || null } };
    case 'move':
      return values.teamId === null ? null : { action, change: { teamId: values.teamId || null } };
    case 'tag': {
      const add = addTyped(values.add, values.addTyped);
      const remove = addTyped(values.remove, values.removeTyped);
      return add.length + remove.length === 0 ? null : { action, change: { add, remove } };
    }
    case 'terms':
      if (values.terms === null || Object.keys(termsProblems(values.terms)).length > 0) return null;
      return { action, change: { ...termsBody(values.terms), templateId: values.templateId || undefined } };
    case 'money': {
      if (values.money === null || Object.keys(moneyProblems(values.money)).length > 0) return null;
      const { price, vendor } = moneyBody(values.money);
      if (price === null && vendor === null) return null;
      return { action, change: { ...(price && { price }), ...(vendor && { vendor }) } };
    }
    case 'remarks':
    case 'recheck':
    case 'trash':
      return { action };
    default:
      action satisfies never;
      return null;
  }
}
