/** Asks before a team is deleted or left. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { teamIdFromPath } from '../../platform/address/page-paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { messages as common } from '../../ui/messages.ts';
import { deleteTeam } from '../commands.ts';
import { messages } from '../messages.ts';

interface ConfirmExitProps {
  readonly team: TeamAnswer;
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** Resolves to whether the team is gone for this person. */
  readonly run: (team: TeamAnswer) => Promise<boolean>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Confirms a command after which the person no longer sees the team; leaves the team's page then. */
export function ConfirmExit({ team, title, label, hint, run, onClose, children }: ConfirmExitProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <ConfirmDialog
      open
      title={title}
      label={label}
      cancel={common.cancel}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await run(team))) return;
        if (teamIdFromPath(pathname) === team.id) void navigate('/teams', { replace: true });
        else onClose();
      }}
    >
      <Box dir="auto" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {team.name}
      </Box>
      <Typography sx={{ color: 'text.secondary', textWrap: 'pretty' }}>{hint}</Typography>
      {children}
    </ConfirmDialog>
  );
}

interface DeleteTeamProps {
  readonly team: TeamAnswer;
  readonly onClose: () => void;
  readonly hint?: string;
  readonly children?: ReactNode;
}

export function DeleteTeam({ hint = messages.deleteMeans, ...dialog }: DeleteTeamProps) {
  return (
    <ConfirmExit {...dialog} hint={hint} title={messages.deleteConfirm} label={messages.deleteTeam} run={deleteTeam} />
  );
}
