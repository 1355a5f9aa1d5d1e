/** The teams that the person owns and the teams they have joined. */
import Button from '@mui/material/Button';
import { lazy } from 'react';
import { OnlyToday } from '../past/OnlyToday.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { type TeamTab, useTeamsOf } from '../session/my-teams.ts';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PlusIcon, TeamsIcon } from '../ui/layout/icons.tsx';
import { CardGrid } from '../ui/lists/CardList.tsx';
import { PageLayout } from '../ui/pages/PageLayout.tsx';
import { TabPanel } from '../ui/pages/TabPanel.tsx';
import { TeamDialogs } from './manage/TeamDialogs.tsx';
import { messages } from './messages.ts';
import { TeamCard } from './TeamCard.tsx';
import { TEAM_COLUMNS } from './team-columns.tsx';

const CreateTeam = lazy(async () => ({ default: (await import('./CreateTeam.tsx')).CreateTeam }));

const TAB_LABELS: Readonly<Record<TeamTab, string>> = { my: messages.my, joined: messages.joined };

function TeamList({ tab }: { tab: TeamTab }) {
  const teams = useTeamsOf(tab);
  const { open } = useOverlay();
  const empty =
    tab === 'my' ? (
      <EmptyState
        icon={<TeamsIcon />}
        title={messages.noneOwned}
        action={
          <OnlyToday>
            <Button onClick={() => open('dialog', 'create-team')}>{messages.createTeam}</Button>
          </OnlyToday>
        }
      >
        {messages.noneOwnedHint}
      </EmptyState>
    ) : (
      <EmptyState icon={<TeamsIcon />} title={messages.noneJoined}>
        {messages.noneJoinedHint}
      </EmptyState>
    );
  return (
    <CardGrid
      of={teams}
      label={TAB_LABELS[tab]}
      failed={messages.fetchFailed}
      height={164}
      empty={empty}
      table={{ columns: TEAM_COLUMNS, keyOf: ({ id }) => id }}
    >
      {(team) => <TeamCard key={team.id} team={team} />}
    </CardGrid>
  );
}

export function TeamsPage() {
  const { params, put } = useSearchState();
  const { open } = useOverlay();
  const { data: my } = useTeamsOf('my');
  const { data: joined } = useTeamsOf('joined');
  // A person who only joined teams sees those first.
  const fallback: TeamTab = my?.rows.length === 0 && (joined?.rows.length ?? 0) > 0 ? 'joined' : 'my';
  const named = params.get('tab');
  const tab = named === 'my' || named === 'joined' ? named : fallback;
  return (
    <PageLayout
      title={messages.teams}
      note={messages.note}
      action={
        <OnlyToday>
          <Button startIcon={<PlusIcon />} onClick={() => open('dialog', 'create-team')}>
            {messages.createTeam}
          </Button>
        </OnlyToday>
      }
    >
      <TabPanel label={messages.tabs} tabs={TAB_LABELS} selected={tab} onSelect={(next) => put({ tab: next })}>
        <TeamList tab={tab} key={tab} />
      </TabPanel>
      <TeamDialogs />
      <LazyBoundary>{params.get('dialog') === 'create-team' && <CreateTeam />}</LazyBoundary>
    </PageLayout>
  );
}
