/** The figure of links that deviate from what was agreed; pressed, it filters the list. None without any terms. */
import { ANY_DEVIATION } from '../../../query-service/contract/list-options.ts';
import { CloseIcon } from '../../ui/layout/icons.tsx';
import type { BaseFilter } from '../filters/list-request.ts';
import { useListView } from '../filters/use-list-view.ts';
import { messages } from './messages.ts';
import type { Card } from './StatStrip.tsx';
import { useStats } from './use-stats.ts';

export function useDeviatesCard(baseFilter: BaseFilter): readonly Card[] {
  const deviating = useStats(baseFilter).data?.deviating ?? null;
  const { view, change } = useListView();
  if (deviating === null) return [];
  const pressed = view.deviation.join() === ANY_DEVIATION;
  return [
    {
      label: messages.deviating,
      value: deviating,
      icon: <CloseIcon aria-hidden sx={{ color: 'error.main' }} />,
      toggle: { pressed, onToggle: () => change({ deviation: pressed ? [] : [ANY_DEVIATION] }) },
    },
  ];
}
