/** The dashboard: the figures and the links. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { titleOf } from '../app/shell/messages.ts';
import { AddButton } from '../links/actions/AddLinkButton.tsx';
import { CsvButtons } from '../links/import/ImportExportButtons.tsx';
import { useStats } from '../links/link-queries.ts';
import { LinkList } from '../links/list/LinkList.tsx';
import { words } from '../links/messages.ts';
import { OverTime } from '../links/stats/HistoryPanel.tsx';
import { StatCards } from '../links/stats/StatCards.tsx';
import { Later } from '../platform/loading/Deferred.tsx';
import { StatusCheckButton } from '../status-checks/StatusCheckButton.tsx';
import { Notice } from '../ui/EmptyState.tsx';
import { LinkIcon } from '../ui/icons.tsx';

const EVERYTHING = {};

export function Dashboard() {
  const { data: stats } = useStats(EVERYTHING);
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{titleOf(words.dashboard)}</title>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography component="h1" variant="h1">
          {words.dashboard}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <CsvButtons />
          <StatusCheckButton />
        </Box>
      </Box>
      <StatCards clientsAt="/clients" expiringAt="/expiring-soon" />
      {/* Whoever has no links yet is shown the first step, not an empty chart. */}
      {stats?.total !== 0 && <OverTime />}
      <Later>
        <LinkList
          empty={
            <Notice icon={<LinkIcon />} title={words.noLinksYet} action={<AddButton>{words.addFirst}</AddButton>}>
              {words.noLinksYetHint}
            </Notice>
          }
        />
      </Later>
    </Box>
  );
}
