/** The dashboard: the figures and the links. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { OverTime } from '../charts/OverTime.tsx';
import { CsvButtons } from '../csv/CsvButtons.tsx';
import { AddButton } from '../frame/AddButton.tsx';
import { LinkIcon } from '../frame/icons.tsx';
import { Later } from '../frame/Later.tsx';
import { Notice } from '../frame/Notice.tsx';
import { titleOf } from '../frame/words.ts';
import { StatusCheckButton } from '../status-check/StatusCheckButton.tsx';
import { LinkList } from './LinkList.tsx';
import { StatCards } from './StatCards.tsx';
import { useStats } from './useLinks.ts';
import { words } from './words.ts';

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
