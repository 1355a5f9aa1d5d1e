/** The list of clients, with a search and a choice of order. */
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { AddLinkButton } from '../links/actions/AddLinkButton.tsx';
import { useSearchState } from '../platform/address/search-params.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ChevronDownIcon, ClientsIcon } from '../ui/icons.tsx';
import { CardList } from '../ui/lists/CardList.tsx';
import { useCardsView } from '../ui/lists/use-card-list.ts';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { ClientCard } from './ClientCard.tsx';
import { CLIENT_SORTS, parseClientSort } from './client-sort.ts';
import { messages } from './messages.ts';
import { useClients } from './queries.ts';

function SortField() {
  const { params, put } = useSearchState();
  const choose = (order: string) => put({ order: order === CLIENT_SORTS[0].order ? null : order, page: null });
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
        {CLIENT_SORTS.map(({ order, label }) => (
          <MenuItem key={order} value={order}>
            {label}
          </MenuItem>
        ))}
      </Select>
    </Box>
  );
}

export function ClientsPage() {
  const { view } = useCardsView();
  const { params } = useSearchState();
  const clients = useClients(view, parseClientSort(params));
  return (
    <PageLayout title={messages.clients} note={messages.note} action={(clients.data?.total ?? 0) > 1 && <SortField />}>
      <CardList
        of={clients}
        label={messages.clients}
        failed={messages.fetchFailed}
        noneFound={messages.noneFound}
        height={126}
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
    </PageLayout>
  );
}
