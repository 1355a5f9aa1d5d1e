/** One team: its statistics, links and members. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, useMemo } from 'react';
import { useParams } from 'react-router';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { AddLinkButton } from '../links/actions/AddLinkButton.tsx';
import { ImportExportButtons } from '../links/import/ImportExportButtons.tsx';
import { LinkList } from '../links/list/LinkList.tsx';
import { HistoryPanel } from '../links/stats/HistoryPanel.tsx';
import { StatCards } from '../links/stats/StatCards.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { denialReason, isAllowed } from '../session/permissions.ts';
import { StatusCheckButton } from '../status-checks/StatusCheckButton.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { RefusableButton } from '../ui/feedback/RefusableButton.tsx';
import { LinkIcon, PlusIcon, TeamsIcon } from '../ui/layout/icons.tsx';
import { DetailPage } from '../ui/pages/DetailPage.tsx';
import { TeamDialogs } from './manage/TeamDialogs.tsx';
import { formatMembership, messages } from './messages.ts';
import { useTeam } from './queries.ts';
import { TeamAvatars } from './TeamAvatars.tsx';
import { TeamMenu } from './TeamMenu.tsx';

const TeamClients = lazy(async () => ({
  default: (await import('../clients/TeamClientsDialog.tsx')).TeamClientsDialog,
}));

function Actions({ team }: { team: TeamAnswer }) {
  const { open } = useOverlay();
  const refusal = denialReason('InviteMember', team);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <ImportExportButtons baseFilter={{ teamId: team.id }} refusal={denialReason('AddLink', team)} />
      <StatusCheckButton teamId={team.id} refusal={denialReason('RunStatusCheck', team)} />
      <RefusableButton refusal={refusal} startIcon={<PlusIcon />} onClick={() => open('invite', team.id)}>
        {messages.addMember}
      </RefusableButton>
      <TeamMenu team={team} here />
    </Box>
  );
}

function Empty({ team }: { team: TeamAnswer }) {
  const allowed = isAllowed('AddLink', team);
  return (
    <EmptyState
      icon={<LinkIcon />}
      title={messages.noLinks}
      action={allowed ? <AddLinkButton>{messages.addFirst}</AddLinkButton> : undefined}
    >
      {allowed ? messages.noLinksHint : messages.noLinksToSee}
    </EmptyState>
  );
}

export function TeamPage() {
  const { teamId = '' } = useParams();
  const { params, open } = useOverlay();
  const query = useTeam(teamId);
  const team = query.data;
  const baseFilter = useMemo(() => ({ teamId }), [teamId]);
  return (
    <DetailPage
      query={query}
      title={team?.name}
      noun={messages.team}
      back={{ to: '/teams', label: messages.teams }}
      missing={{ icon: <TeamsIcon />, title: messages.notThere, hint: messages.notThereHint, back: messages.toTeams }}
      failed={messages.teamFailed}
      heading={
        team !== undefined && (
          <>
            <Typography component="h1" variant="h1" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
              {team.name}
            </Typography>
            <Box sx={{ mt: 0.5, display: 'flex', alignItems: 'center', gap: 1 }}>
              <TeamAvatars team={team} />
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {formatMembership(team)}
              </Typography>
            </Box>
          </>
        )
      }
      actions={team !== undefined && <Actions team={team} />}
    >
      <StatCards baseFilter={baseFilter} onClients={() => open('clients', teamId)} />
      <HistoryPanel baseFilter={baseFilter} />
      <LinkList baseFilter={baseFilter} empty={team === undefined ? null : <Empty team={team} />} />
      <TeamDialogs />
      <LazyBoundary>{params.get('clients') === teamId && <TeamClients teamId={teamId} />}</LazyBoundary>
    </DetailPage>
  );
}
