/** A status check is not due yet: until when, and what would lift that. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link, useMatch } from 'react-router';
import { messages } from '../billing/messages.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { formatExact } from '../platform/format/dates.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { formatCountdown } from './format-countdown.ts';
import { messages as checkMessages } from './messages.ts';
import { useNextCheck } from './queries.ts';

export function UpgradeDialog() {
  const { close } = useOverlay();
  const user = useCurrentUser();
  const now = useNow();
  const teamId = useMatch('/teams/:teamId')?.params.teamId ?? null;
  const { nextCheckDate, ownerId } = useNextCheck(teamId);
  const mine = ownerId === null || ownerId === user.id;
  const left = nextCheckDate === undefined ? undefined : formatCountdown(nextCheckDate, now);
  return (
    <Dialog open onClose={() => close('dialog')} fullWidth maxWidth="xs" aria-labelledby="upgrade-title">
      <DialogTitle id="upgrade-title">{checkMessages.upgradeTitle}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ p: 2, borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: 'background.sunken' }}>
          {left === undefined ? (
            <Skeleton height={42} />
          ) : left === null || nextCheckDate === null || nextCheckDate === undefined ? (
            <Typography>{checkMessages.canCheckNow}</Typography>
          ) : (
            <>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {checkMessages.nextCheckAt}
              </Typography>
              <Typography sx={{ fontWeight: 600 }}>in {left}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                <time dateTime={nextCheckDate}>{formatExact(nextCheckDate)}</time>
              </Typography>
            </>
          )}
        </Box>
        <Typography sx={{ color: 'text.secondary' }}>
          {mine ? checkMessages.upgradeHint : checkMessages.otherOwner}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => close('dialog')}>{mine ? checkMessages.notNow : messages.close}</Button>
        {mine && (
          <Button component={Link} to="/settings#billing" replace variant="contained" color="primary">
            {checkMessages.toPlans}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
