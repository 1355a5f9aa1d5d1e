/** What one link costs, who sells it, and under which order. */

import { changesBetween, isOf, isUnchanged, withChanges } from '../../contract/events.ts';
import type { Decider } from '../../core/decider.ts';
import type { SetMoney } from './commands.ts';
import { type Money, type MoneyEvent, NO_MONEY } from './events.ts';

/** The stream of one link's money. */
export const streamOf = (linkId: string): string => `money-${linkId}`;

/** What is already known changes nothing. */
function decide(state: Money, { linkId, money: wanted }: SetMoney): readonly MoneyEvent[] {
  const changes = changesBetween(state, wanted);
  return isUnchanged(changes) ? [] : [{ type: 'LinkMoneyChanged', data: { linkId, changes } }];
}

export const money: Decider<Money, SetMoney, MoneyEvent> = {
  streamOf: ({ linkId }) => streamOf(linkId),
  initialState: NO_MONEY,
  evolve: (state, { data }) => withChanges(state, data.changes),
  decide,
  isEvent: (event): event is MoneyEvent => isOf(event, 'money'),
};
