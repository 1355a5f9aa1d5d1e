/** One client: the statistics and links of its domains, its shares, and its record. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, useMemo } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { ClientDetailsAnswer } from '../../query-service/contract/answers/clients.ts';
import { useClient } from '../links/client-queries.ts';
import { ImportExportButtons } from '../links/import/ImportExportButtons.tsx';
import { LinkList } from '../links/list/LinkList.tsx';
import { HistoryPanel } from '../links/stats/HistoryPanel.tsx';
import { StatusCounts } from '../links/stats/StatusCounts.tsx';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { teamPath } from '../platform/address/page-paths.ts';
import { formatLinks } from '../platform/format/counts.ts';
import { ShareList } from '../shares/ShareList.tsx';
import { StatusCheckButton } from '../status-checks/StatusCheckButton.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { ClientsIcon } from '../ui/layout/icons.tsx';
import { DetailPage } from '../ui/pages/DetailPage.tsx';
import { TabPanel } from '../ui/pages/TabPanel.tsx';
import { ClientShareMenu } from './ClientShareMenu.tsx';
import { CLIENT_TABS, messages } from './messages.ts';

const ClientSettings = lazy(async () => ({ default: (await import('./ClientSettings.tsx')).ClientSettings }));

/** The teams that have links to the client. Nothing is shown if all links are the person's own. */
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
  const query = useClient(clientDomain);
  const client = query.data;
  const baseFilter = useMemo(() => ({ clientDomain }), [clientDomain]);
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const tab = hash === '#shares' || hash === '#settings' ? hash.slice(1) : 'links';
  return (
    <DetailPage
      query={query}
      title={client?.name ?? clientDomain}
      noun={messages.client}
      back={{ to: '/clients', label: messages.clients }}
      missing={{ icon: <ClientsIcon />, title: messages.notFound, hint: messages.notFoundHint, back: messages.back }}
      failed={messages.clientFailed}
      heading={
        <>
          <Typography component="h1" variant="h1" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {client?.name ?? clientDomain}
          </Typography>
          {client !== undefined && client.revision !== -1 && (
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {client.domains.join(' · ')}
            </Typography>
          )}
          {client === undefined ? (
            <Skeleton width={160} height={20} sx={{ mt: 0.5 }} />
          ) : (
            <ClientScopes client={client} />
          )}
        </>
      }
      actions={
        client !== undefined && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <ImportExportButtons baseFilter={baseFilter} noExport />
            <OnlyToday>
              <StatusCheckButton clientDomain={clientDomain} />
            </OnlyToday>
            <ClientShareMenu client={client} />
          </Box>
        )
      }
    >
      <TabPanel
        label={messages.tabs}
        tabs={CLIENT_TABS}
        selected={tab}
        onSelect={(to) => void navigate({ search, hash: to })}
      >
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', mt: 1.5 }}>
          {tab === 'shares' && <ShareList clientDomain={clientDomain} />}
          {tab === 'settings' && (
            <Box sx={{ maxWidth: 800 }}>
              <LazyBoundary>
                {client !== undefined && <ClientSettings key={clientDomain} client={client} />}
              </LazyBoundary>
            </Box>
          )}
          {tab === 'links' && (
            <>
              <StatusCounts counts={client} removed="lost" baseFilter={baseFilter} />
              <HistoryPanel baseFilter={baseFilter} removed="lost" />
              <LinkList baseFilter={baseFilter} empty={null} />
            </>
          )}
        </Box>
      </TabPanel>
    </DetailPage>
  );
}
