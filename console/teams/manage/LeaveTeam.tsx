/** Leave Team: a member leaves; the owner deletes the team or transfers it (infra/docs/product.md, "Teams"). */
import Button from '@mui/material/Button';
import { useOverlay } from '../../platform/address/overlays.ts';
import { leaveTeam } from '../commands.ts';
import { messages } from '../messages.ts';
import { useTeam } from '../queries.ts';
import { ConfirmExit, DeleteTeam } from './DeleteTeam.tsx';

export function LeaveTeam({ teamId }: { teamId: string }) {
  const { close, swap } = useOverlay();
  const { data: team } = useTeam(teamId);
  const onClose = () => close('leave');
  if (team === undefined) return null;
  if (team.role === 'admin') {
    return (
      <DeleteTeam team={team} hint={`${messages.deleteHint} ${messages.deleteMeans}`} onClose={onClose}>
        {team.members.length > 0 && (
          <Button sx={{ justifySelf: 'start' }} onClick={() => swap('leave', 'manage', teamId)}>
            {messages.handOverInstead}
          </Button>
        )}
      </DeleteTeam>
    );
  }
  return (
    <ConfirmExit
      team={team}
      title={messages.leaveTitle}
      label={messages.leaveTeam}
      hint={messages.leaveHint}
      run={leaveTeam}
      onClose={onClose}
    />
  );
}
