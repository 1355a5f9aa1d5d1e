/** The counts over a list of links: the total and each status. A status filters the list when pressed. */
import Box from '@mui/material/Box';
import type { LinkStatus } from '../../../command-service/events/observation.ts';
import type { LinkCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { useListView } from '../filters/use-list-view.ts';
import { formatNotFound, STATUS_LABELS } from '../messages.ts';
import { STATUS_ORDER, statusStyles } from '../status-styles.ts';
import { messages } from './messages.ts';
import { StatCard } from './StatCard.tsx';
import { StatusBar } from './StatusBar.tsx';

interface StatusCountsProps {
  /** undefined while loading. */
  readonly counts: LinkCountsAnswer | undefined;
  /** The label of removed links on this page. */
  readonly removed: string;
}

export function StatusCounts({ counts, removed }: StatusCountsProps) {
  const { view } = useListView();
  const only = (status: LinkStatus) => view.status.length === 1 && view.status[0] === status;
  return (
    <Box
      component="section"
      aria-label={messages.statistics}
      aria-busy={counts === undefined}
      sx={{ display: 'grid', gap: { xs: 1, md: 2 } }}
    >
      <StatusBar counts={counts ?? { total: 0, live: 0, removed: 0, notFound: 0, pending: 0 }} height={8} />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, md: 2 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        <StatCard label={messages.total} value={counts?.total} />
        {STATUS_ORDER.map((status) => {
          const { Icon, color } = statusStyles[status];
          return (
            <StatCard
              key={status}
              label={status === 'removed' ? removed : STATUS_LABELS[status]}
              value={counts?.[status]}
              note={status === 'removed' ? formatNotFound(counts?.notFound) : undefined}
              icon={<Icon fontSize="small" aria-hidden sx={{ color }} />}
              toggle={{ pressed: only(status), to: { status: only(status) ? [] : [status] } }}
            />
          );
        })}
      </Box>
    </Box>
  );
}
