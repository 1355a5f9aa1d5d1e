/** The question whether unsaved changes are to be discarded. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { messages } from './messages.ts';

interface DiscardQuestionProps {
  readonly keep: () => void;
  readonly discard: () => void;
}

export function DiscardQuestion({ keep, discard }: DiscardQuestionProps) {
  return (
    <Dialog open onClose={keep} role="alertdialog" maxWidth="xs" aria-labelledby="discard-title">
      <DialogTitle id="discard-title">{messages.discardTitle}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary' }}>{messages.discardHint}</Typography>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={keep}>
          {messages.keepEditing}
        </Button>
        <Button variant="contained" color="error" onClick={discard}>
          {messages.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
