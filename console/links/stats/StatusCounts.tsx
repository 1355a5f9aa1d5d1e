/** The counts over a list of links: the total and each status. A status filters the list when pressed. */
import type { LinkCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { LinkIcon } from '../../ui/layout/icons.tsx';
import type { BaseFilter } from '../filters/list-request.ts';
import { formatNotFound, STATUS_LABELS } from '../messages.ts';
import { STATUS_ORDER, statusStyles } from '../status-styles.ts';
import { messages, type RemovedWord } from './messages.ts';
import { StatStrip } from './StatStrip.tsx';
import { useDeviatesCard } from './use-deviates-card.tsx';
import { useStatusToggle } from './use-status-toggle.ts';

interface StatusCountsProps {
  /** undefined while loading. */
  readonly counts: LinkCountsAnswer | undefined;
  readonly removed: RemovedWord;
  /** The fixed filter of the page. */
  readonly baseFilter: BaseFilter;
}

export function StatusCounts({ counts, removed, baseFilter }: StatusCountsProps) {
  const deviates = useDeviatesCard(baseFilter);
  const toggleOf = useStatusToggle();
  return (
    <StatStrip
      busy={counts === undefined}
      cards={[
        { label: messages.total, value: counts?.total, icon: <LinkIcon aria-hidden /> },
        ...STATUS_ORDER.map((status) => {
          const { Icon, color } = statusStyles[status];
          return {
            label: status === 'removed' ? messages[removed] : STATUS_LABELS[status],
            value: counts?.[status],
            note: status === 'removed' ? formatNotFound(counts?.notFound) : undefined,
            icon: <Icon aria-hidden sx={{ color }} />,
            toggle: toggleOf(status),
          };
        }),
        ...deviates,
      ]}
    />
  );
}
