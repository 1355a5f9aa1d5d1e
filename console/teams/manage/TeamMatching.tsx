/** The dialog in which a team's matching is chosen. */

import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { MatchingChoice } from '../../judging/MatchingChoice.tsx';
import { messages } from '../../judging/messages.ts';
import { send } from '../../platform/api/client.ts';
import { revalidateLists } from '../../platform/live/use-live-updates.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { messages as common } from '../../ui/messages.ts';

export function TeamMatching({ team: { id, matching }, onClose }: { team: TeamAnswer; onClose: () => void }) {
  return (
    <OverlayDialog title={messages.title} onClose={onClose}>
      <DialogContent>
        <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
          {messages.teamHint}
        </Typography>
        <MatchingChoice
          teamId={id}
          matching={matching}
          choose={async (chosen) => {
            await send('PATCH', '/api/teams/:id/matching', { params: { id }, body: { matching: chosen } });
            await revalidateLists(['teams']);
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {common.close}
        </Button>
      </DialogActions>
    </OverlayDialog>
  );
}
