/** Asks before a form with unsaved changes is left: by Escape, a click beside it, Cancel or the back button. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useBlocker } from 'react-router';
import { words } from './words.ts';

interface ConfirmDiscardProps {
  /** Asked at the moment of leaving. */
  readonly unsaved: () => boolean;
  /** The form is still open at these search parameters. */
  readonly stays: (params: URLSearchParams) => boolean;
  readonly onDiscard: () => void;
}

export function ConfirmDiscard({ unsaved, stays, onDiscard }: ConfirmDiscardProps) {
  const blocker = useBlocker(({ nextLocation }) => unsaved() && !stays(new URLSearchParams(nextLocation.search)));
  const asking = blocker.state === 'blocked';
  return (
    <Dialog
      open={asking}
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
            onDiscard();
            blocker.proceed?.();
          }}
        >
          {words.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
