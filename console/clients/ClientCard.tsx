/** One client: its number of links, and the share of live links. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ClientAnswer } from '../../query-service/contract/answers/clients.ts';
import { StatusBar } from '../links/stats/StatusBar.tsx';
import { clientPath } from '../platform/address/page-paths.ts';
import { formatLinks, formatLivePercent } from '../platform/format/counts.ts';
import { CardTitle } from '../ui/lists/CardTitle.tsx';
import { CARD } from '../ui/lists/card-styles.ts';
import { format } from './messages.ts';

export function ClientCard({ client }: { client: ClientAnswer }) {
  const { clientDomain, name, total, live, livePercent } = client;
  return (
    <Box component="li" sx={{ ...CARD, gap: 1.5 }}>
      <Box>
        <CardTitle to={clientPath(clientDomain)} title={clientDomain}>
          {name}
        </CardTitle>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {formatLinks(total)}
        </Typography>
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <StatusBar counts={client} />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: '0.8125rem' }}>
          <Box component="span" sx={{ fontWeight: 500 }}>
            {formatLivePercent(livePercent)}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {format('active', { count: live })}
          </Box>
        </Box>
      </Box>
    </Box>
  );
}
