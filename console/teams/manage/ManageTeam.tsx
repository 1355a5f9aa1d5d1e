/** The Manage Team dialog: members and their permissions, pending invitations, and what the owner can do. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, useState } from 'react';
import type { MembersAnswer, TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { CalendarButton } from '../../calendar/CalendarButton.tsx';
import { useOverlay } from '../../platform/address/overlays.ts';
import { denialReason, isAllowed } from '../../session/permissions.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { AlertIcon, CloseIcon, PlusIcon, TeamsIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { saveCalendar } from '../commands.ts';
import { InvitationRow } from '../members/InvitationRow.tsx';
import { MemberRow } from '../members/MemberRow.tsx';
import { messages as memberMessages } from '../members/messages.ts';
import { messages } from '../messages.ts';
import { useMembers, useTeam } from '../queries.ts';
import { DeleteTeam } from './DeleteTeam.tsx';
import { RenameTeam } from './RenameTeam.tsx';
import { TransferOwnership } from './TransferOwnership.tsx';

const TeamMatching = lazy(async () => ({ default: (await import('./TeamMatching.tsx')).TeamMatching }));

interface PeopleSectionProps {
  readonly title: string;
  readonly action?: ReactNode;
  /** Below the list. */
  readonly note?: ReactNode;
  /** The rows. */
  readonly children: ReactNode;
}

function PeopleSection({ title, action, note, children }: PeopleSectionProps) {
  return (
    <Box component="section" aria-label={title} sx={{ mt: 1, '& + &': { mt: 3 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 32, mb: 1 }}>
        <Typography component="h3" variant="h3">
          {title}
        </Typography>
        {action}
      </Box>
      <Box
        component="ul"
        aria-label={title}
        sx={{ m: 0, p: 0, listStyle: 'none', '& > li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {children}
      </Box>
      {note}
    </Box>
  );
}

function People({ team, members: { owner, members, invitations } }: { team: TeamAnswer; members: MembersAnswer }) {
  const { open } = useOverlay();
  return (
    <>
      <PeopleSection
        title={memberMessages.members}
        action={
          <Button startIcon={<PlusIcon />} onClick={() => open('invite', team.id)}>
            {messages.addMember}
          </Button>
        }
        note={
          members.length === 0 && (
            <Typography variant="body2" sx={{ py: 1.5, color: 'text.secondary' }}>
              <Box component="span" sx={{ fontWeight: 600, color: 'text.primary' }}>
                {memberMessages.noMembers}
              </Box>
              . {memberMessages.noMembersHint}
            </Typography>
          )
        }
      >
        {[owner, ...members].map((member) => (
          <MemberRow key={member.userId} team={team} member={member} />
        ))}
      </PeopleSection>
      {invitations.length > 0 && (
        <PeopleSection title={memberMessages.pending}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} teamId={team.id} invitation={invitation} />
          ))}
        </PeopleSection>
      )}
    </>
  );
}

interface OwnerButtonProps {
  readonly team: TeamAnswer;
  readonly action: 'HandOverTeam' | 'DeleteTeam';
  readonly children: string;
  readonly onClick: () => void;
}

/** A command that only the owner may run. Other people read why it is disabled. */
function OwnerButton({ team, action, children, onClick }: OwnerButtonProps) {
  const denial = isAllowed(action, team) ? null : messages.ownersOnly;
  return (
    <ActionTooltip reason={denial}>
      <Button
        color={action === 'DeleteTeam' ? 'error' : 'inherit'}
        onClick={() => denial === null && onClick()}
        {...disabledProps(denial)}
      >
        {children}
      </Button>
    </ActionTooltip>
  );
}

export function ManageTeam({ teamId }: { teamId: string }) {
  const { params, open, close } = useOverlay();
  const { data: team, error: teamError } = useTeam(teamId);
  const { data: members, error: membersError, mutate } = useMembers(teamId);
  const [confirming, setConfirming] = useState<'transfer' | 'delete' | null>(null);
  const leave = () => close('manage');
  const error = teamError ?? membersError;
  const denial = team === undefined ? null : denialReason('RenameTeam', team);
  const missing = error?.status === 404;

  const title = (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, mr: -1 }}>
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
      <IconButton aria-label={common.close} onClick={leave}>
        <CloseIcon />
      </IconButton>
    </Box>
  );
  return (
    <OverlayDialog title={title} onClose={leave}>
      <DialogContent sx={{ minHeight: 240 }}>
        {denial !== null ? (
          <EmptyState icon={<TeamsIcon />} title={messages.manageTeam}>
            {denial}
          </EmptyState>
        ) : error !== undefined && (team === undefined || members === undefined || missing) ? (
          <EmptyState
            icon={<AlertIcon />}
            title={missing ? messages.notThere : messages.manageFailed}
            action={missing ? undefined : <Button onClick={() => void mutate()}>{common.retry}</Button>}
          >
            {missing ? messages.notThereHint : error.message}
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
      {team !== undefined && denial === null && (
        <>
          <DialogActions sx={{ justifyContent: 'flex-start', flexWrap: 'wrap', px: { xs: 1.5 } }}>
            <Button onClick={() => open('dialog', 'rename')}>{messages.rename}</Button>
            <Button onClick={() => open('dialog', 'matching')}>{messages.matching}</Button>
            <CalendarButton
              calendar={team.calendar}
              draft={`calendar-${team.id}-${team.revision}`}
              save={(calendar) => saveCalendar(team, calendar)}
            />
            <OwnerButton team={team} action="HandOverTeam" onClick={() => setConfirming('transfer')}>
              {messages.handOver}
            </OwnerButton>
            <Box sx={{ flex: 1 }} />
            <OwnerButton team={team} action="DeleteTeam" onClick={() => setConfirming('delete')}>
              {messages.deleteTeam}
            </OwnerButton>
          </DialogActions>
          {params.get('dialog') === 'matching' && (
            <LazyBoundary>
              <TeamMatching team={team} onClose={() => close('dialog')} />
            </LazyBoundary>
          )}
          {params.get('dialog') === 'rename' && <RenameTeam team={team} onClose={() => close('dialog')} />}
          {confirming === 'transfer' && <TransferOwnership team={team} onClose={() => setConfirming(null)} />}
          {confirming === 'delete' && (
            <DeleteTeam team={team} onClose={() => (missing ? leave() : setConfirming(null))} />
          )}
        </>
      )}
    </OverlayDialog>
  );
}
