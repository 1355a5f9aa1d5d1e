/** The list of clients, with a search and a choice of order. */
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { AddLinkButton } from '../links/actions/AddLinkButton.tsx';
import { useSearchState } from '../platform/address/search-params.ts';
import { useShares } from '../shares/queries.ts';
import { ShareList } from '../shares/ShareList.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ChevronDownIcon, ClientsIcon } from '../ui/layout/icons.tsx';
import { CardList } from '../ui/lists/CardList.tsx';
import { useCardsView } from '../ui/lists/use-card-list.ts';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { ClientCard } from './ClientCard.tsx';
import { clientColumns } from './client-columns.tsx';
import { CLIENT_ORDERS, nextOrder, parseClientSort } from './client-sort.ts';
import { CLIENT_ORDER_LABELS, messages } from './messages.ts';
import { useClientActivity, useClients } from './queries.ts';

function useChooseOrder(): (order: string) => void {
  const { put } = useSearchState();
  return (order) => put({ order: order === CLIENT_ORDERS[0].order ? null : order, page: null });
}

/** The choice of order on small screens. A table is sorted by its column titles. */
function SortField() {
  const { params } = useSearchState();
  const choose = useChooseOrder();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Typography component="label" id="client-order" variant="body2" sx={{ color: 'text.secondary' }}>
        {messages.order}
      </Typography>
      <Select
        labelId="client-order"
        value={parseClientSort(params).order}
        onChange={({ target }) => choose(target.value)}
        IconComponent={ChevronDownIcon}
        sx={{ '& .MuiSelect-select': { py: '5px', fontSize: '0.8125rem' } }}
      >
        {CLIENT_ORDERS.map(({ order }) => (
          <MenuItem key={order} value={order}>
            {CLIENT_ORDER_LABELS[order]}
          </MenuItem>
        ))}
      </Select>
    </Box>
  );
}

export function ClientsPage() {
  const { view } = useCardsView();
  const { params } = useSearchState();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const order = parseClientSort(params);
  const choose = useChooseOrder();
  const clients = useClients(view, order);
  // Only the table shows the activity.
  const activity = useClientActivity(view, order, !small);
  const { data: shares } = useShares();
  const shared = useMemo(() => {
    const byClient = shares && Map.groupBy(shares.rows, ({ clientName }) => clientName);
    return byClient && new Map([...byClient].map(([client, those]) => [client, those.length]));
  }, [shares]);
  const columns = useMemo(() => clientColumns(activity, shared), [activity, shared]);
  return (
    <PageLayout
      title={messages.clients}
      note={messages.note}
      action={small && (clients.data?.total ?? 0) > 1 && <SortField />}
    >
      <CardList
        of={clients}
        label={messages.clients}
        failed={messages.fetchFailed}
        noneFound={messages.noneFound}
        height={126}
        table={{
          columns,
          keyOf: ({ clientDomain }) => clientDomain,
          sorting: { ...order, onSort: (column) => choose(nextOrder(order, column)) },
        }}
        empty={
          <EmptyState
            icon={<ClientsIcon />}
            title={messages.none}
            action={<AddLinkButton>{messages.addFirst}</AddLinkButton>}
          >
            {messages.noneHint}
          </EmptyState>
        }
      >
        {(client) => <ClientCard key={client.clientDomain} client={client} />}
      </CardList>
      {((clients.data?.total ?? 0) > 0 || (shares?.total ?? 0) > 0) && <ShareList />}
    </PageLayout>
  );
}
