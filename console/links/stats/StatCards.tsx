/** The figures above the table. Live, Removed and Expiring Soon filter it; pressed again, they remove the filter. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { LiveIcon, PendingIcon, RemovedIcon } from '../../ui/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import type { BaseFilter } from '../filters/list-request.ts';
import { useListView } from '../filters/use-list-view.ts';
import { formatNotFound, messages as linkMessages } from '../messages.ts';
import { messages } from './messages.ts';
import { type Card, StatCard } from './StatCard.tsx';
import { useStats } from './use-stats.ts';

interface StatCardsProps {
  readonly baseFilter?: BaseFilter;
  /** Opens the clients behind the number. */
  readonly onClients?: () => void;
  /** The path of the page with the clients. */
  readonly clientsAt?: string;
  /** The path of the page with all links that expire soon. */
  readonly expiringAt?: string;
}

export function StatCards({ baseFilter = {}, onClients, clientsAt, expiringAt }: StatCardsProps) {
  const { data: stats, error, mutate } = useStats(baseFilter);
  const { view } = useListView();
  const only = (status: 'live' | 'removed') => view.status.length === 1 && view.status[0] === status;
  const toggleStatus = (status: 'live' | 'removed') => ({
    pressed: only(status),
    to: { status: only(status) ? [] : [status] },
  });
  const unknown = error !== undefined && stats === undefined;
  const cards: readonly Card[] = [
    { label: messages.totalLinks, value: stats?.total, wide: true },
    {
      label: messages.live,
      value: stats?.live,
      icon: <LiveIcon fontSize="small" aria-hidden sx={{ color: 'success.main' }} />,
      toggle: toggleStatus('live'),
    },
    {
      label: messages.removed,
      value: stats?.removed,
      note: formatNotFound(stats?.notFound),
      icon: <RemovedIcon fontSize="small" aria-hidden sx={{ color: 'error.main' }} />,
      toggle: toggleStatus('removed'),
    },
    {
      label: messages.uniqueClients,
      value: stats?.uniqueClients,
      ...(onClients === undefined ? {} : { onPress: onClients }),
      ...(clientsAt === undefined ? {} : { to: clientsAt }),
    },
    {
      label: linkMessages.expiringSoon,
      value: stats?.expiringSoon,
      icon: <PendingIcon fontSize="small" aria-hidden sx={{ color: 'warning.main' }} />,
      toggle: { pressed: view.expiring, to: { expiring: !view.expiring } },
      ...(expiringAt === undefined ? {} : { more: { to: expiringAt, label: messages.allExpiring } }),
    },
  ];
  if (unknown) {
    return (
      <Typography component="div" role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {messages.statsFailed} {error.message}{' '}
        <Button size="small" sx={{ ml: 1 }} onClick={() => void mutate()}>
          {common.retry}
        </Button>
      </Typography>
    );
  }
  return (
    <Box
      component="section"
      aria-label={messages.statistics}
      aria-busy={stats === undefined}
      sx={{
        display: 'grid',
        gap: { xs: 1, md: 2 },
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(5, minmax(0, 1fr))',
          md: 'repeat(3, minmax(0, 1fr))',
        },
      }}
    >
      {cards.map((card) => (
        <StatCard key={card.label} {...card} />
      ))}
    </Box>
  );
}
