/** The event of what a link costs, in a stream of its own: who may not read it finds no gap among the revisions of the terms. */

import type { Changes, Event } from '../../contract/event.ts';

/** An amount in the currency's smallest unit; 0 means free. */
export interface Price {
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** What a link costs, who sells it, and under which order; null: not known. */
export interface Money {
  readonly price: Price | null;
  readonly vendor: string | null;
  readonly orderNumber: string | null;
}

export const NO_MONEY: Money = { price: null, vendor: null, orderNumber: null };

export type MoneyChanges = Changes<Money>;

export type MoneyEvent = Event<'LinkMoneyChanged', { readonly linkId: string; readonly changes: MoneyChanges }>;
