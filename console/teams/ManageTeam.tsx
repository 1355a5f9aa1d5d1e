/** The Manage Team dialog: who is in it and may do what, who is invited, and what becomes of the team itself. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { MembersAnswer, TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { teamIdFromPath } from '../platform/address/page-paths.ts';
import { denialReason, isAllowed } from '../session/permissions.ts';
import { ActionTooltip } from '../ui/ActionTooltip.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon, CloseIcon, PlusIcon, TeamsIcon } from '../ui/icons.tsx';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { deleteTeam } from './commands.ts';
import { InvitationRow } from './members/InvitationRow.tsx';
import { MemberRow } from './members/MemberRow.tsx';
import { messages as memberMessages } from './members/messages.ts';
import { messages } from './messages.ts';
import { useMembers, useTeam } from './queries.ts';
import { RenameTeam } from './RenameTeam.tsx';
import { TransferOwnership } from './TransferOwnership.tsx';

function DialogSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ '& + &': { mt: 3 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 32, mb: 0.5 }}>
        <Typography component="h3" variant="h3">
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Box>
  );
}

const ROWS = { m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' } as const;

function People({ team, members: { owner, members, invitations } }: { team: TeamAnswer; members: MembersAnswer }) {
  const { open } = useOverlay();
  return (
    <>
      <DialogSection
        title={memberMessages.members}
        action={
          <Button startIcon={<PlusIcon />} onClick={() => open('invite', team.id)}>
            {messages.addMember}
          </Button>
        }
      >
        <Box component="ul" aria-label={memberMessages.members} sx={ROWS}>
          {[owner, ...members].map((member) => (
            <MemberRow key={member.userId} team={team} member={member} />
          ))}
        </Box>
        {members.length === 0 && (
          <Typography variant="body2" sx={{ py: 1.5, color: 'text.secondary' }}>
            <Box component="span" sx={{ fontWeight: 600, color: 'text.primary' }}>
              {memberMessages.noMembers}
            </Box>
            . {memberMessages.noMembersHint}
          </Typography>
        )}
      </DialogSection>
      {invitations.length > 0 && (
        <DialogSection title={memberMessages.pending}>
          <Box component="ul" aria-label={memberMessages.pending} sx={ROWS}>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} teamId={team.id} invitation={invitation} />
            ))}
          </Box>
        </DialogSection>
      )}
    </>
  );
}

type Question = 'hand-over' | 'delete';

/** An action of the owner's: everyone else reads why it is not theirs. */
function OwnerButton({
  team,
  action,
  danger = false,
  label,
  onClick,
}: {
  team: TeamAnswer;
  action: 'HandOverTeam' | 'DeleteTeam';
  danger?: boolean;
  label: string;
  onClick: () => void;
}) {
  const refused = !isAllowed(action, team);
  return (
    <ActionTooltip reason={refused ? messages.ownersOnly : null}>
      <Button
        variant="text"
        color={danger ? 'error' : 'inherit'}
        aria-disabled={refused}
        onClick={() => refused || onClick()}
        sx={refused ? { opacity: 0.6 } : {}}
      >
        {label}
      </Button>
    </ActionTooltip>
  );
}

export function ManageTeam({ teamId }: { teamId: string }) {
  const { params, open, close } = useOverlay();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const { data: team, error: teamError } = useTeam(teamId);
  const { data: members, error: membersError, mutate } = useMembers(teamId);
  const [asking, setConfirming] = useState<Question | null>(null);
  const leave = () => close('manage');
  const error = teamError ?? membersError;
  const refusal = team === undefined ? null : denialReason('RenameTeam', team);
  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="manage-title">
      <DialogTitle id="manage-title" sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: 2 }}>
        <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
          {messages.manageTeam}
          {team !== undefined && (
            <Typography
              component="span"
              variant="body2"
              noWrap
              dir="auto"
              title={team.name}
              sx={{ display: 'block', color: 'text.secondary' }}
            >
              {team.name}
            </Typography>
          )}
        </Box>
        <IconButton aria-label={messages.close} onClick={leave}>
          <CloseIcon />
        </IconButton>
      </DialogTitle>
      <DialogContent sx={{ minHeight: 240 }}>
        {refusal !== null ? (
          <EmptyState icon={<TeamsIcon />} title={messages.manageTeam}>
            {refusal}
          </EmptyState>
        ) : error !== undefined && (team === undefined || members === undefined || error.status === 404) ? (
          <EmptyState
            icon={<AlertIcon />}
            title={error.status === 404 ? messages.notThere : messages.manageFailed}
            {...(error.status === 404
              ? {}
              : { action: <Button onClick={() => void mutate()}>{messages.retry}</Button> })}
          >
            {error.status === 404 ? messages.notThereHint : error.message}
          </EmptyState>
        ) : team === undefined || members === undefined ? (
          <Box role="status" aria-busy aria-label={messages.loadingMembers}>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} height={56} />
            ))}
          </Box>
        ) : (
          <People team={team} members={members} />
        )}
      </DialogContent>
      {team !== undefined && refusal === null && (
        <DialogActions sx={{ justifyContent: 'flex-start', px: { xs: 1.5 } }}>
          <Button variant="text" onClick={() => open('dialog', 'rename')}>
            {messages.rename}
          </Button>
          <OwnerButton
            team={team}
            action="HandOverTeam"
            label={messages.handOver}
            onClick={() => setConfirming('hand-over')}
          />
          <Box sx={{ flex: 1 }} />
          <OwnerButton
            team={team}
            action="DeleteTeam"
            danger
            label={messages.deleteTeam}
            onClick={() => setConfirming('delete')}
          />
        </DialogActions>
      )}
      {team !== undefined && refusal === null && params.get('dialog') === 'rename' && (
        <RenameTeam team={team} onClose={() => close('dialog')} />
      )}
      {team !== undefined && asking === 'hand-over' && (
        <TransferOwnership team={team} onClose={() => setConfirming(null)} />
      )}
      {team !== undefined && asking === 'delete' && (
        <ConfirmDialog
          open
          title={messages.deleteConfirm}
          label={messages.deleteTeam}
          cancel={messages.cancel}
          onClose={() => setConfirming(null)}
          onConfirm={async () => {
            if (!(await deleteTeam(team))) return;
            if (teamIdFromPath(pathname) === teamId) void navigate('/teams', { replace: true });
            else leave();
          }}
        >
          <Box dir="auto" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {team.name}
          </Box>
          <Typography sx={{ color: 'text.secondary', textWrap: 'pretty' }}>{messages.deleteMeans}</Typography>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
