/** The teams one owns and the teams one has joined. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { lazy } from 'react';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { type TeamTab, useTeamsOf } from '../session/my-teams.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon, PlusIcon, TeamsIcon } from '../ui/icons.tsx';
import { pageTitle } from '../ui/page-title.ts';
import { messages } from './messages.ts';
import { TeamCard } from './TeamCard.tsx';
import { TeamDialogs } from './TeamDialogs.tsx';

const CreateTeam = lazy(async () => ({ default: (await import('./CreateTeam.tsx')).CreateTeam }));

const TABS = ['my', 'joined'] as const satisfies readonly TeamTab[];

const GRID = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: { xs: 1, md: 2 },
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 288px), 1fr))',
} as const;

const EMPTY = {
  my: { title: messages.noneOwned, hint: messages.noneOwnedHint },
  joined: { title: messages.noneJoined, hint: messages.noneJoinedHint },
} as const;

function TeamList({ tab }: { tab: TeamTab }) {
  const { data, error, mutate } = useTeamsOf(tab);
  const { open } = useOverlay();
  if (data === undefined && error !== undefined) {
    return (
      <Paper variant="outlined">
        <EmptyState
          icon={<AlertIcon />}
          title={messages.fetchFailed}
          action={<Button onClick={() => void mutate()}>{messages.retry}</Button>}
        >
          {error.message}
        </EmptyState>
      </Paper>
    );
  }
  if (data === undefined) {
    return (
      <Box aria-busy sx={GRID}>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} variant="rounded" height={164} />
        ))}
      </Box>
    );
  }
  if (data.rows.length === 0) {
    return (
      <Paper variant="outlined">
        <EmptyState
          icon={<TeamsIcon />}
          title={EMPTY[tab].title}
          {...(tab === 'my'
            ? { action: <Button onClick={() => open('dialog', 'create-team')}>{messages.createTeam}</Button> }
            : {})}
        >
          {EMPTY[tab].hint}
        </EmptyState>
      </Paper>
    );
  }
  return (
    <Box component="ul" aria-label={messages[tab]} sx={GRID}>
      {data.rows.map((team) => (
        <TeamCard key={team.id} team={team} />
      ))}
    </Box>
  );
}

export function TeamsPage() {
  const { params, put } = useSearchState();
  const { open } = useOverlay();
  const { data: my } = useTeamsOf('my');
  const { data: joined } = useTeamsOf('joined');
  // Whoever owns no team but has joined one came to see that.
  const fallback: TeamTab = my?.rows.length === 0 && (joined?.rows.length ?? 0) > 0 ? 'joined' : 'my';
  const tab = TABS.find((each) => each === params.get('tab')) ?? fallback;
  const turn = (to: TeamTab) => put({ tab: to });
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(messages.teams)}</title>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}
      >
        <Box>
          <Typography component="h1" variant="h1">
            {messages.teams}
          </Typography>
          <Typography sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>{messages.note}</Typography>
        </Box>
        <Button startIcon={<PlusIcon />} onClick={() => open('dialog', 'create-team')}>
          {messages.createTeam}
        </Button>
      </Box>
      <Tabs
        value={tab}
        onChange={(_, to: TeamTab) => turn(to)}
        aria-label={messages.tabs}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map((each) => (
          <Tab key={each} value={each} label={messages[each]} id={`tab-${each}`} aria-controls="panel-teams" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="panel-teams" aria-labelledby={`tab-${tab}`}>
        <TeamList tab={tab} key={tab} />
      </Box>
      <TeamDialogs />
      <LazyBoundary>{params.get('dialog') === 'create-team' && <CreateTeam />}</LazyBoundary>
    </Box>
  );
}
