/** The dashboard: statistics and the list of links. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FirstLinks } from '../first-steps/FirstLinks.tsx';
import { FirstSteps } from '../first-steps/FirstSteps.tsx';
import { ImportExportButtons } from '../links/import/ImportExportButtons.tsx';
import { LinkList } from '../links/list/LinkList.tsx';
import { HistoryPanel } from '../links/stats/HistoryPanel.tsx';
import { StatCards } from '../links/stats/StatCards.tsx';
import { useStats } from '../links/stats/use-stats.ts';
import { useDefaultView } from '../links/views/use-default-view.ts';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { Deferred } from '../platform/loading/Deferred.tsx';
import { StatusCheckButton } from '../status-checks/StatusCheckButton.tsx';
import { Toolbar } from '../ui/layout/Toolbar.tsx';
import { pageTitle } from '../ui/text/page-title.ts';
import { messages } from './messages.ts';

const EVERYTHING = {};

export function DashboardPage() {
  useDefaultView();
  const { data: stats } = useStats(EVERYTHING);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(messages.dashboard)}</title>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography component="h1" variant="h1">
          {messages.dashboard}
        </Typography>
        <Toolbar
          label={messages.actions}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            // One row on a phone.
            '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
          }}
        >
          <ImportExportButtons />
          <OnlyToday>
            <StatusCheckButton />
          </OnlyToday>
        </Toolbar>
      </Box>
      <StatCards clientsAt="/clients" expiringAt="/expiring-soon" />
      {/* Without any links the page shows the first step, not an empty chart. */}
      {stats?.total !== 0 && <HistoryPanel />}
      <Deferred>
        <LinkList empty={<FirstLinks />} />
      </Deferred>
      {/* Last: it appears late, and must not push the list down. */}
      <OnlyToday>
        <FirstSteps total={stats?.total} />
      </OnlyToday>
    </Box>
  );
}
