/** What one link costs, who sells it, and under which order. */

import { isOf } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { SetMoney } from './commands.ts';
import { type Money, type MoneyChanges, type MoneyEvent, moneyAfter, NO_MONEY } from './events.ts';

/** The stream of one link's money. */
export const streamOf = (linkId: string): string => `money-${linkId}`;

const FIELD_NAMES = Object.keys(NO_MONEY) as readonly (keyof Money)[];

/** What is already known changes nothing. */
function decide(state: Money, { linkId, money: wanted }: SetMoney): readonly MoneyEvent[] {
  const changed = FIELD_NAMES.filter((field) => JSON.stringify(state[field]) !== JSON.stringify(wanted[field]));
  if (changed.length === 0) return [];
  const changes: MoneyChanges = Object.fromEntries(
    changed.map((field) => [field, { from: state[field], to: wanted[field] }]),
  );
  return [{ type: 'LinkMoneyChanged', data: { linkId, changes } }];
}

export const money: Decider<Money, SetMoney, MoneyEvent> = {
  streamOf: ({ linkId }) => streamOf(linkId),
  initialState: NO_MONEY,
  evolve: (state, { data }) => moneyAfter(state, data.changes),
  decide,
  isEvent: (event): event is MoneyEvent => isOf(event, 'money'),
};
