/** The clients a team has links for, to be searched; each leads to its own screen. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { Link } from 'react-router';
import { useOverlay } from '../platform/address/overlays.ts';
import { clientPath } from '../platform/address/page-paths.ts';
import { formatLinks, formatLive, messages } from '../teams/messages.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon, ChevronRightIcon, ClientsIcon, SearchIcon } from '../ui/icons.tsx';
import { messages as common } from '../ui/messages.ts';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { messages as clientMessages } from './messages.ts';
import { useTeamClients } from './queries.ts';

/** Rows shown at first, and more at each press. */
const STEP = 100;

export function TeamClientsDialog({ teamId }: { teamId: string }) {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { data, error, mutate } = useTeamClients(teamId);
  const [text, setText] = useState('');
  const [most, setMost] = useState(STEP);
  const leave = () => close('clients');
  const sought = text.trim().toLowerCase();
  const found = data?.rows.filter(({ clientDomain }) => clientDomain.toLowerCase().includes(sought)) ?? [];

  return (
    <Dialog open onClose={leave} fullWidth maxWidth="xs" fullScreen={small} aria-labelledby="clients-title">
      <DialogTitle id="clients-title">{messages.clients}</DialogTitle>
      <DialogContent
        sx={{ display: 'flex', flexDirection: 'column', height: { md: 'min(480px, 60vh)' }, px: 0, pb: 0 }}
      >
        <Box sx={{ px: 3, pb: 1.5 }}>
          <OutlinedInput
            fullWidth
            autoFocus
            value={text}
            placeholder={clientMessages.searchClients}
            onChange={({ target }) => {
              setText(target.value);
              setMost(STEP);
            }}
            startAdornment={
              <InputAdornment position="start" sx={{ mr: 0, ml: -0.5, color: 'text.secondary' }}>
                <SearchIcon fontSize="small" />
              </InputAdornment>
            }
            slotProps={{ input: { 'aria-label': clientMessages.searchClients, type: 'text' } }}
          />
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
          {data === undefined ? (
            error === undefined ? (
              <Box aria-busy sx={{ px: 3, py: 1 }}>
                {[1, 2, 3, 4].map((row) => (
                  <Skeleton key={row} height={44} />
                ))}
              </Box>
            ) : (
              <EmptyState
                icon={<AlertIcon />}
                title={clientMessages.clientsFailed}
                action={<Button onClick={() => void mutate()}>{common.retry}</Button>}
              >
                {error.message}
              </EmptyState>
            )
          ) : found.length === 0 ? (
            <EmptyState
              icon={<ClientsIcon />}
              title={sought === '' ? clientMessages.noClients : clientMessages.noClientsFound}
            >
              {sought === '' ? clientMessages.noClientsHint : `“${text.trim()}”`}
            </EmptyState>
          ) : (
            <Box component="ul" aria-label={messages.clients} sx={{ m: 0, p: 1, listStyle: 'none' }}>
              {found.slice(0, most).map(({ clientDomain, total, livePercent }) => (
                <li key={clientDomain}>
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
                        {clientDomain}
                      </Typography>
                      <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
                        {formatLinks(total)} · {formatLive(livePercent)}
                      </Typography>
                    </Box>
                    <ChevronRightIcon aria-hidden fontSize="small" sx={{ color: 'text.secondary' }} />
                  </ButtonBase>
                </li>
              ))}
              {found.length > most && (
                <Box component="li" sx={{ p: 1, textAlign: 'center' }}>
                  <Button onClick={() => setMost(most + STEP)}>
                    {clientMessages.showMore} ({(found.length - most).toLocaleString('en')})
                  </Button>
                </Box>
              )}
            </Box>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
