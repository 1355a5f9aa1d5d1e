/** Asks, once for all the forms that are open, before what was typed is given up. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useBlocker } from 'react-router';
import { words } from './messages.ts';
import { losersAt } from './unsaved-forms.ts';

export function Leaving() {
  const blocker = useBlocker(({ nextLocation }) => losersAt(nextLocation.search).length > 0);
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      role="alertdialog"
      maxWidth="xs"
      aria-labelledby="discard-title"
    >
      <DialogTitle id="discard-title">{words.discardTitle}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary' }}>{words.discardHint}</Typography>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={() => blocker.reset?.()}>
          {words.keepEditing}
        </Button>
        <Button
          variant="contained"
          color="error"
          onClick={() => {
            for (const form of losersAt(blocker.location?.search ?? '')) form.discard();
            blocker.proceed?.();
          }}
        >
          {words.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
