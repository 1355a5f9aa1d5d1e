/** The figures above the table. A status and Expiring Soon filter it; pressed again, they remove the filter. */

import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CalendarIcon, ClientsIcon, LinkIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import type { BaseFilter } from '../filters/list-request.ts';
import { useListView } from '../filters/use-list-view.ts';
import { formatNotFound, messages as linkMessages } from '../messages.ts';
import { STATUS_ORDER, statusStyles } from '../status-styles.ts';
import { messages } from './messages.ts';
import { type Card, StatStrip } from './StatStrip.tsx';
import { useDeviatesCard } from './use-deviates-card.tsx';
import { useStats } from './use-stats.ts';
import { useStatusToggle } from './use-status-toggle.ts';

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
  const { view, change } = useListView();
  const deviates = useDeviatesCard(baseFilter);
  const toggleOf = useStatusToggle();
  const unknown = error !== undefined && stats === undefined;
  const cards: readonly Card[] = [
    { label: messages.totalLinks, value: stats?.total, icon: <LinkIcon aria-hidden /> },
    ...STATUS_ORDER.map((status) => {
      const { Icon, color } = statusStyles[status];
      return {
        label: messages[status],
        value: stats?.[status],
        note: status === 'removed' ? formatNotFound(stats?.notFound) : undefined,
        icon: <Icon aria-hidden sx={{ color }} />,
        toggle: toggleOf(status),
      };
    }),
    ...deviates,
    {
      label: messages.uniqueClients,
      value: stats?.uniqueClients,
      icon: <ClientsIcon aria-hidden />,
      ...(onClients === undefined ? {} : { onPress: onClients }),
      ...(clientsAt === undefined ? {} : { to: clientsAt }),
    },
    {
      label: linkMessages.expiringSoon,
      value: stats?.expiringSoon,
      icon: <CalendarIcon aria-hidden />,
      toggle: { pressed: view.expiring, onToggle: () => change({ expiring: !view.expiring }) },
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
  return <StatStrip cards={cards} busy={stats === undefined} />;
}
