/** One team: its figures, its links, its people. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { AddLinkButton } from '../links/actions/AddLinkButton.tsx';
import { ImportExportButtons } from '../links/import/ImportExportButtons.tsx';
import { LinkList } from '../links/list/LinkList.tsx';
import { HistoryPanel } from '../links/stats/HistoryPanel.tsx';
import { StatCards } from '../links/stats/StatCards.tsx';
import { useOverlay } from '../platform/address/overlays.ts';
import { denialReason, isAllowed } from '../session/permissions.ts';
import { StatusCheckButton } from '../status-checks/StatusCheckButton.tsx';
import { ActionTooltip } from '../ui/ActionTooltip.tsx';
import { LazyBoundary } from '../ui/dialogs/LazyBoundary.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon, ChevronLeftIcon, LinkIcon, PlusIcon, TeamsIcon } from '../ui/icons.tsx';
import { pageTitle } from '../ui/page-title.ts';
import { formatMembers, messages, PERMISSION_LABELS } from './messages.ts';
import { useTeam } from './queries.ts';
import { TeamAvatars } from './TeamAvatars.tsx';
import { TeamDialogs } from './TeamDialogs.tsx';
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
      <StatusCheckButton teamId={team.id} refusal={denialReason('RunStatusCheck', team) ?? undefined} />
      <ActionTooltip reason={refusal}>
        <Button
          // Not `disabled`: the button says why it does nothing.
          aria-disabled={refusal !== null}
          startIcon={<PlusIcon />}
          onClick={() => refusal === null && open('invite', team.id)}
          sx={refusal === null ? {} : { opacity: 0.6 }}
        >
          {messages.addMember}
        </Button>
      </ActionTooltip>
    </Box>
  );
}

function Empty({ team }: { team: TeamAnswer }) {
  const allowed = isAllowed('AddLink', team);
  return (
    <EmptyState
      icon={<LinkIcon />}
      title={messages.noLinks}
      {...(allowed
        ? {
            action: <AddLinkButton>{messages.addFirst}</AddLinkButton>,
          }
        : {})}
    >
      {allowed ? messages.noLinksHint : messages.noLinksToSee}
    </EmptyState>
  );
}

export function TeamPage() {
  const { teamId = '' } = useParams();
  const { params, open } = useOverlay();
  const { data: team, error, mutate } = useTeam(teamId);
  const within = useMemo(() => ({ teamId }), [teamId]);
  // Gone also means gone from the screen; any other failure leaves what was read before.
  if (error !== undefined && (team === undefined || error.status === 404)) {
    const missing = error.status === 404;
    return (
      <>
        <title>{pageTitle(messages.team)}</title>
        <EmptyState
          level="h1"
          icon={missing ? <TeamsIcon /> : <AlertIcon />}
          title={missing ? messages.notThere : messages.teamFailed}
          action={
            missing ? (
              <Button component={Link} to="/teams">
                {messages.toTeams}
              </Button>
            ) : (
              <Button onClick={() => void mutate()}>{messages.retry}</Button>
            )
          }
        >
          {missing ? messages.notThereHint : error.message}
        </EmptyState>
      </>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: { xs: 2, md: 3 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <title>{pageTitle(team?.name ?? messages.team)}</title>
      <Box>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 32, mb: 0.5 }}>
          <Button
            component={Link}
            to="/teams"
            variant="text"
            size="small"
            startIcon={<ChevronLeftIcon />}
            sx={{ ml: -1, color: 'text.secondary' }}
          >
            {messages.teams}
          </Button>
          {team !== undefined && <TeamMenu team={team} here />}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
          {team === undefined ? (
            <Box aria-busy>
              <Skeleton width={192} height={28} />
              <Skeleton width={128} height={28} />
            </Box>
          ) : (
            <Box sx={{ minWidth: 0, flex: '1 1 240px' }}>
              <Typography component="h1" variant="h1" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {team.name}
              </Typography>
              <Box sx={{ mt: 0.5, display: 'flex', alignItems: 'center', gap: 1 }}>
                <TeamAvatars team={team} />
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {formatMembers(team.memberCount)} ·{' '}
                  {team.role === 'admin' ? messages.owner : PERMISSION_LABELS[team.permission]}
                </Typography>
              </Box>
            </Box>
          )}
          {team !== undefined && <Actions team={team} />}
        </Box>
      </Box>
      <StatCards baseFilter={within} onClients={() => open('clients', teamId)} />
      <HistoryPanel baseFilter={within} />
      <LinkList baseFilter={within} empty={team === undefined ? null : <Empty team={team} />} />
      <TeamDialogs />
      <LazyBoundary>{params.get('clients') === teamId && <TeamClients teamId={teamId} />}</LazyBoundary>
    </Box>
  );
}
