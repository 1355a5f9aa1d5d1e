/** The figures over a list of links: all of them, and how many of each status. Pressed, a status narrows the list. */
import Box from '@mui/material/Box';
import type { LinkStatus } from '../../../command-service/events/observation.ts';
import type { LinkCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { LiveIcon, PendingIcon, RemovedIcon } from '../../ui/icons.tsx';
import { messages } from '../../ui/lists/messages.ts';
import { useListView } from '../filters/use-list-view.ts';
import { StatCard } from './StatCards.tsx';
import { StatusBar } from './StatusBar.tsx';

const STATUSES = [
  ['live', LiveIcon, 'success.main'],
  ['pending', PendingIcon, 'warning.main'],
  ['removed', RemovedIcon, 'error.main'],
] as const satisfies readonly (readonly [LinkStatus, unknown, string])[];

interface FiguresProps {
  /** undefined while they are not known. */
  readonly counts: LinkCountsAnswer | undefined;
  /** What removed links are called here. */
  readonly removed: string;
}

export function StatusCounts({ counts, removed }: FiguresProps) {
  const { view } = useListView();
  const only = (status: LinkStatus) => view.status.length === 1 && view.status[0] === status;
  return (
    <Box
      component="section"
      aria-label={messages.statistics}
      aria-busy={counts === undefined}
      sx={{ display: 'grid', gap: { xs: 1, md: 2 } }}
    >
      <StatusBar counts={counts ?? { total: 0, live: 0, removed: 0, pending: 0 }} height={8} />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, md: 2 },
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        <StatCard label={messages.total} value={counts?.total} />
        {STATUSES.map(([status, Icon, color]) => (
          <StatCard
            key={status}
            label={status === 'removed' ? removed : messages[status]}
            value={counts?.[status]}
            icon={<Icon fontSize="small" aria-hidden sx={{ color }} />}
            toggle={{ pressed: only(status), to: { status: only(status) ? [] : [status] } }}
          />
        ))}
      </Box>
    </Box>
  );
}
