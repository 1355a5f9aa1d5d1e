/** Explains a cooldown: when the next status check is due, and which plan has none. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useOverlay } from '../platform/address/overlays.ts';
import { formatExact } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { OverlayDialog } from '../ui/dialogs/OverlayDialog.tsx';
import { messages as common } from '../ui/messages.ts';
import { formatCountdown } from './format-countdown.ts';
import { format, messages } from './messages.ts';
import { useNextCheck } from './queries.ts';

/** @param teamId the team whose owner's plan decides; null: one's own plan. */
export function UpgradeDialog({ teamId }: { teamId: string | null }) {
  const { close } = useOverlay();
  const user = useCurrentUser();
  const now = useNow();
  const { nextCheckDate, ownerId } = useNextCheck(teamId);
  const mine = teamId === null || ownerId === user.id;
  const left = nextCheckDate === undefined ? undefined : formatCountdown(nextCheckDate, now);
  return (
    <OverlayDialog title={messages.upgradeTitle} maxWidth="xs" onClose={() => close('dialog')}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ p: 2, borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: 'background.sunken' }}>
          {left === undefined ? (
            <Skeleton height={42} />
          ) : left === null || nextCheckDate == null ? (
            <Typography>{messages.canCheckNow}</Typography>
          ) : (
            <>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {messages.nextCheckAt}
              </Typography>
              <Typography sx={{ fontWeight: 600 }}>{format('in', { left })}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                <time dateTime={nextCheckDate}>{formatExact(nextCheckDate)}</time>
              </Typography>
            </>
          )}
        </Box>
        {left !== undefined && (
          <Typography sx={{ color: 'text.secondary' }}>{mine ? messages.upgradeHint : messages.otherOwner}</Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => close('dialog')}>{mine ? messages.notNow : common.close}</Button>
        {mine && (
          <Button component={Link} to="/settings#billing" replace variant="contained" color="primary">
            {messages.toPlans}
          </Button>
        )}
      </DialogActions>
    </OverlayDialog>
  );
}
