/** One client: how its links are, where they are, and the way to share them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { ClientDetailsAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { titleOf } from '../app/shell/messages.ts';
import { LinkList } from '../links/list/LinkList.tsx';
import { OverTime } from '../links/stats/HistoryPanel.tsx';
import { Figures } from '../links/stats/StatusCounts.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { teamScreen } from '../teams/queries.ts';
import { Hint } from '../ui/ActionTooltip.tsx';
import { OnDemand } from '../ui/dialogs/LazyBoundary.tsx';
import { refused } from '../ui/disabled-props.ts';
import { Notice } from '../ui/EmptyState.tsx';
import { AlertIcon, ChevronLeftIcon, ClientsIcon, ShareIcon } from '../ui/icons.tsx';
import { words as cardWords, linksInWords } from '../ui/lists/messages.ts';
import { words } from './messages.ts';
import { useClient } from './queries.ts';

const ShareDialog = lazy(async () => ({ default: (await import('../shares/CreateShare.tsx')).ShareDialog }));

function ShareButton({ client }: { client: ClientDetailsAnswer }) {
  const { open } = useOverlay();
  const refusal = client.scopes.some(({ mayShare }) => mayShare) ? null : words.mayNotShare;
  return (
    <Hint reason={refusal}>
      <Button
        {...refused(refusal)}
        startIcon={<ShareIcon />}
        onClick={() => refusal === null && open('dialog', 'share')}
      >
        {words.share}
      </Button>
    </Hint>
  );
}

/** Said only where it is not a matter of course: with a team, or in several places. */
function Places({ client }: { client: ClientDetailsAnswer }) {
  const { scopes } = client;
  if (scopes.every(({ teamId }) => teamId === null)) return null;
  return (
    <Box
      component="ul"
      aria-label={words.places}
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
            words.mine
          ) : (
            <Box component={Link} to={teamScreen(teamId)} dir="auto" sx={{ color: 'text.primary' }}>
              {teamName ?? teamId}
            </Box>
          )}
          : {linksInWords(total)}
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
        <title>{titleOf(words.client)}</title>
        <Notice
          level="h1"
          icon={gone ? <ClientsIcon /> : <AlertIcon />}
          title={gone ? words.notFound : words.clientFailed}
          action={
            gone ? (
              <Button component={Link} to="/clients" startIcon={<ChevronLeftIcon />}>
                {words.back}
              </Button>
            ) : (
              <Button onClick={() => void mutate()}>{words.retry}</Button>
            )
          }
        >
          {gone ? words.notFoundHint : error?.message}
        </Notice>
      </>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{titleOf(clientDomain)}</title>
      <Box>
        <Button
          component={Link}
          to="/clients"
          variant="text"
          size="small"
          startIcon={<ChevronLeftIcon />}
          sx={{ ml: -1, mb: 0.5, color: 'text.secondary' }}
        >
          {words.clients}
        </Button>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
        >
          <Box sx={{ minWidth: 0, flex: '1 1 240px' }}>
            <Typography component="h1" variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {clientDomain}
            </Typography>
            {client === undefined ? <Skeleton width={160} height={20} sx={{ mt: 0.5 }} /> : <Places client={client} />}
          </Box>
          {client !== undefined && <ShareButton client={client} />}
        </Box>
      </Box>
      <Figures counts={client} removed={cardWords.lost} />
      <OverTime within={within} removed={cardWords.lost} />
      <LinkList within={within} empty={null} />
      <OnDemand>{params.get('dialog') === 'share' && <ShareDialog clientDomain={clientDomain} />}</OnDemand>
    </Box>
  );
}
