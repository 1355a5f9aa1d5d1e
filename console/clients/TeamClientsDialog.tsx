/** The clients of a team's links, with a search. Each leads to its own page. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ClientAnswer } from '../../query-service/contract/answers/clients.ts';
import { searchable, sought } from '../../query-service/contract/search-text.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { clientPath } from '../platform/address/page-paths.ts';
import { formatLinks, formatLivePercent } from '../platform/format/counts.ts';
import { formatQuoted } from '../platform/format/quotes.ts';
import { OverlayDialog } from '../ui/dialogs/OverlayDialog.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { ChevronRightIcon, ClientsIcon, SearchIcon } from '../ui/layout/icons.tsx';
import { ShowMore } from '../ui/lists/ShowMore.tsx';
import { messages as common } from '../ui/messages.ts';
import { messages } from './messages.ts';
import { useTeamClients } from './queries.ts';

/** Rows shown at first, and more at each press. */
const STEP = 100;

function ClientRow({ client: { clientDomain, name, total, livePercent } }: { client: ClientAnswer }) {
  return (
    <ButtonBase
      component={Link}
      to={clientPath(clientDomain)}
      replace
      sx={{
        width: '100%',
        gap: 1.5,
        px: 2,
        py: 0.75,
        justifyContent: 'flex-start',
        textAlign: 'left',
        font: 'inherit',
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" noWrap sx={{ display: 'block', fontWeight: 500 }}>
          {name}
        </Typography>
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
          {formatLinks(total)} · {formatLivePercent(livePercent)}
        </Typography>
      </Box>
      <ChevronRightIcon aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
    </ButtonBase>
  );
}

function ClientRows({ clients, search }: { clients: readonly ClientAnswer[]; search: string }) {
  const needle = sought(search);
  const found = clients.filter(({ name, domains }) => searchable([name, ...domains].join(' ')).includes(needle));
  if (found.length === 0) {
    return (
      <EmptyState icon={<ClientsIcon />} title={search === '' ? messages.noClients : messages.noClientsFound}>
        {search === '' ? messages.noClientsHint : formatQuoted(search)}
      </EmptyState>
    );
  }
  return (
    <ShowMore key={search} rows={found} step={STEP}>
      {(shown) => (
        <Box component="ul" aria-label={messages.teamClients} sx={{ m: 0, p: 1, listStyle: 'none' }}>
          {shown.map((client) => (
            <li key={client.clientDomain}>
              <ClientRow client={client} />
            </li>
          ))}
        </Box>
      )}
    </ShowMore>
  );
}

export function TeamClientsDialog({ teamId }: { teamId: string }) {
  const { close } = useOverlay();
  const [typed, setTyped] = useState('');
  const clients = useTeamClients(teamId);
  const leave = () => close('clients');
  return (
    <OverlayDialog title={messages.teamClients} onClose={leave}>
      <DialogContent
        sx={{ display: 'flex', flexDirection: 'column', height: { md: 'min(480px, 60vh)' }, px: 0, pb: 0 }}
      >
        <Box sx={{ px: 3, pt: 0.5, pb: 1.5 }}>
          <OutlinedInput
            fullWidth
            autoFocus
            value={typed}
            placeholder={messages.searchClients}
            onChange={({ target }) => setTyped(target.value)}
            startAdornment={
              <InputAdornment position="start" sx={{ mr: 0, ml: -0.5, color: 'text.secondary' }}>
                <SearchIcon fontSize="small" />
              </InputAdornment>
            }
            slotProps={{ input: { 'aria-label': messages.searchClients, type: 'text' } }}
          />
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
          <QueryState query={clients} failed={messages.clientsFailed} rows={4}>
            {({ rows }) => <ClientRows clients={rows} search={typed.trim()} />}
          </QueryState>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>{common.close}</Button>
      </DialogActions>
    </OverlayDialog>
  );
}
