/** Leave Team: leaves a joined team; deletes or hands over one's own (infra/docs/product.md, "Teams"). */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useLocation, useNavigate } from 'react-router';
import { useOverlay } from '../platform/address/overlays.ts';
import { teamIdFromPath } from '../platform/address/page-paths.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { deleteTeam, leaveTeam } from './commands.ts';
import { messages } from './messages.ts';
import { useTeam } from './queries.ts';

export function LeaveTeam({ teamId }: { teamId: string }) {
  const { close, swap } = useOverlay();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: team } = useTeam(teamId);
  if (team === undefined) return null;
  const leave = () => close('leave');
  const owned = team.role === 'admin';
  return (
    <ConfirmDialog
      title={owned ? messages.deleteConfirm : `${messages.leaveTeam}?`}
      open
      label={owned ? messages.deleteTeam : messages.leaveTeam}
      cancel={messages.cancel}
      onClose={leave}
      onConfirm={async () => {
        if (!(await (owned ? deleteTeam(team) : leaveTeam(team)))) return;
        // Its own screen is gone with it.
        if (teamIdFromPath(pathname) === teamId) void navigate('/teams', { replace: true });
        else leave();
      }}
    >
      <Box dir="auto" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {team.name}
      </Box>
      <Typography sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
        {owned ? `${messages.deleteHint} ${messages.deleteMeans}` : messages.leaveHint}
      </Typography>
      {owned && team.members.length > 0 && (
        <Button sx={{ justifySelf: 'start' }} onClick={() => swap('leave', 'manage', teamId)}>
          {messages.handOverInstead}
        </Button>
      )}
    </ConfirmDialog>
  );
}
