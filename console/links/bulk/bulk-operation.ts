/** A bulk operation as the API takes it. Pure. */
import { BULK_ACTIONS } from '../../../command-service/model/bulk/events.ts';
import type { BulkAction } from '../../../query-service/contract/answers/bulk-operations.ts';

/** The links: these ids, or all that match a filter. */
export type BulkTarget = { readonly ids: readonly string[] } | { readonly filter: Readonly<Record<string, string>> };

export interface BulkChange {
  readonly action: BulkAction;
  readonly change?: Readonly<Record<string, unknown>>;
}

/** The dialog's name in the address. */
export function dialogOf(action: BulkAction): string {
  return `bulk-${action}`;
}

/** The action of a dialog; null for any other dialog. */
export function actionOfDialog(dialog: string | null): BulkAction | null {
  return BULK_ACTIONS.find((action) => dialogOf(action) === dialog) ?? null;
}
