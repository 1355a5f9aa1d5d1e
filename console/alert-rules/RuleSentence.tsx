/** A rule as a sentence; with `change`, each part of the sentence is a button that opens its menu. */
import type { ReactNode } from 'react';
import { type AlertRule, GROUPINGS } from '../../command-service/model/alert-rule/events.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { element, formatKinds, formatPace, formatQuiet, GROUP_LABELS, messages, PART_LABELS } from './messages.ts';
import type { RuleAnswer, RulesOwner } from './rules.ts';
import { Choices, Slot } from './Slot.tsx';
import { useReceiver, useReceivers, useWhere } from './use-names.ts';
import { WhatMenu } from './WhatMenu.tsx';
import { isByDay, PaceMenu, QuietMenu } from './WhenMenus.tsx';
import { WhereMenu } from './WhereMenu.tsx';

interface RuleSentenceProps {
  readonly rule: AlertRule & Partial<Pick<RuleAnswer, 'missing'>>;
  readonly owner: RulesOwner;
  readonly change?: (change: Partial<AlertRule>) => void;
}

export function RuleSentence({ rule, owner, change }: RuleSentenceProps) {
  const { when, group } = rule;
  const receivers = useReceivers(owner);
  const to = useReceiver(rule, owner);
  const where = useWhere(rule, owner);
  const { data: settings } = useAnswer(owner === null ? pathTo('/api/user/settings') : null);
  const zone = (owner ?? settings)?.calendar.timeZone ?? 'UTC';
  const set = (next: Partial<AlertRule>) => change?.(next);
  const part = (name: keyof typeof PART_LABELS, text: string, menu: ReactNode) =>
    change === undefined ? (
      text
    ) : (
      <Slot label={PART_LABELS[name]} text={text}>
        {menu}
      </Slot>
    );
  const times = { when, zone, change: (next: AlertRule['when']) => set({ when: next }) };
  const who = (
    <Choices label={PART_LABELS.to} choices={receivers} chosen={rule.to} choose={(next) => set({ to: next })} />
  );
  const groups = GROUPINGS.map((value) => ({
    value,
    label: GROUP_LABELS[value],
    ...(value === 'incident' && { hint: messages.incidentHint }),
  }));
  return element(isByDay(when) ? 'sentenceByDay' : 'sentence', {
    to: owner === null ? to : part('to', to, who),
    pace: part('pace', formatPace(when.pace, when), <PaceMenu {...times} />),
    kinds: part('kinds', formatKinds(rule), <WhatMenu rule={rule} change={set} />),
    where: part(
      'where',
      where,
      <WhereMenu owner={owner} where={rule.where} text={where} choose={(next) => set({ where: next })} />,
    ),
    group: part(
      'group',
      GROUP_LABELS[group],
      <Choices label={PART_LABELS.group} choices={groups} chosen={group} choose={(next) => set({ group: next })} />,
    ),
    quiet: part('quiet', formatQuiet(when.quiet), <QuietMenu {...times} />),
  });
}
