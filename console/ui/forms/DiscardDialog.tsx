/** Asks before unsaved changes are discarded, once for all open forms. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useBlocker } from 'react-router';
import { messages } from './messages.ts';
import { unsavedFormsAt } from './unsaved-forms.ts';

export function DiscardDialog() {
  const blocker = useBlocker(({ nextLocation }) => unsavedFormsAt(nextLocation.search).length > 0);
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      role="alertdialog"
      maxWidth="xs"
      aria-labelledby="discard-title"
    >
      <DialogTitle id="discard-title">{messages.discardTitle}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary' }}>{messages.discardHint}</Typography>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={() => blocker.reset?.()}>
          {messages.keepEditing}
        </Button>
        <Button
          variant="contained"
          color="error"
          onClick={() => {
            for (const form of unsavedFormsAt(blocker.location?.search ?? '')) form.discard();
            blocker.proceed?.();
          }}
        >
          {messages.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
