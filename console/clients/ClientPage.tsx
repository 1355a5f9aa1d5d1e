/** One client: how its links are, where they are, and the way to share them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { ClientDetailsAnswer } from '../../query-service/contract/answers/clients.ts';
import { LinkList } from '../links/list/LinkList.tsx';
import { HistoryPanel } from '../links/stats/HistoryPanel.tsx';
import { StatusCounts } from '../links/stats/StatusCounts.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { teamPath } from '../platform/address/page-paths.ts';
import { formatLinks } from '../platform/format/counts.ts';
import { ActionTooltip } from '../ui/ActionTooltip.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { disabledProps } from '../ui/disabled-props.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon, ChevronLeftIcon, ClientsIcon, ShareIcon } from '../ui/icons.tsx';
import { pageTitle } from '../ui/page-title.ts';
import { messages } from './messages.ts';
import { useClient } from './queries.ts';

const ShareDialog = lazy(async () => ({ default: (await import('../shares/CreateShare.tsx')).CreateShare }));

function ShareButton({ client }: { client: ClientDetailsAnswer }) {
  const { open } = useOverlay();
  const refusal = client.scopes.some(({ mayShare }) => mayShare) ? null : messages.mayNotShare;
  return (
    <ActionTooltip reason={refusal}>
      <Button
        {...disabledProps(refusal)}
        startIcon={<ShareIcon />}
        onClick={() => refusal === null && open('dialog', 'share')}
      >
        {messages.share}
      </Button>
    </ActionTooltip>
  );
}

/** Said only where it is not a matter of course: with a team, or in several places. */
function ClientScopes({ client }: { client: ClientDetailsAnswer }) {
  const { scopes } = client;
  if (scopes.every(({ teamId }) => teamId === null)) return null;
  return (
    <Box
      component="ul"
      aria-label={messages.places}
      sx={{
        m: 0,
        mt: 0.5,
        p: 0,
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        fontSize: '0.8125rem',
        color: 'text.secondary',
        overflowWrap: 'anywhere',
      }}
    >
      {scopes.map(({ teamId, teamName, total }) => (
        <li key={teamId ?? ''}>
          {teamId === null ? (
            messages.mine
          ) : (
            <Box component={Link} to={teamPath(teamId)} dir="auto" sx={{ color: 'text.primary' }}>
              {teamName ?? teamId}
            </Box>
          )}
          : {formatLinks(total)}
        </li>
      ))}
    </Box>
  );
}

export function ClientPage() {
  const { clientDomain = '' } = useParams();
  const { params } = useOverlay();
  const { data: client, error, mutate } = useClient(clientDomain);
  const within = useMemo(() => ({ clientDomain }), [clientDomain]);
  // The last of its links may have gone since.
  const gone = error?.status === 404;
  if (gone || (client === undefined && error !== undefined)) {
    return (
      <>
        <title>{pageTitle(messages.client)}</title>
        <EmptyState
          level="h1"
          icon={gone ? <ClientsIcon /> : <AlertIcon />}
          title={gone ? messages.notFound : messages.clientFailed}
          action={
            gone ? (
              <Button component={Link} to="/clients" startIcon={<ChevronLeftIcon />}>
                {messages.back}
              </Button>
            ) : (
              <Button onClick={() => void mutate()}>{messages.retry}</Button>
            )
          }
        >
          {gone ? messages.notFoundHint : error?.message}
        </EmptyState>
      </>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(clientDomain)}</title>
      <Box>
        <Button
          component={Link}
          to="/clients"
          variant="text"
          size="small"
          startIcon={<ChevronLeftIcon />}
          sx={{ ml: -1, mb: 0.5, color: 'text.secondary' }}
        >
          {messages.clients}
        </Button>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
        >
          <Box sx={{ minWidth: 0, flex: '1 1 240px' }}>
            <Typography component="h1" variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {clientDomain}
            </Typography>
            {client === undefined ? (
              <Skeleton width={160} height={20} sx={{ mt: 0.5 }} />
            ) : (
              <ClientScopes client={client} />
            )}
          </Box>
          {client !== undefined && <ShareButton client={client} />}
        </Box>
      </Box>
      <StatusCounts counts={client} removed={messages.lost} />
      <HistoryPanel baseFilter={within} removed={messages.lost} />
      <LinkList baseFilter={within} empty={null} />
      <LazyBoundary>{params.get('dialog') === 'share' && <ShareDialog clientDomain={clientDomain} />}</LazyBoundary>
    </Box>
  );
}
