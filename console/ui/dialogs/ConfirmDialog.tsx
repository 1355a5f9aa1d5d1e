/** Asks before an action that cannot be undone easily. Stays open with the error if the action fails. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';
import { ApiError } from '../../platform/api/client.ts';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The labels of the two buttons. */
  readonly label: string;
  readonly cancel: string;
  readonly tone?: 'error' | 'primary';
  /** Whether the action can be confirmed. */
  readonly ready?: boolean;
  /** Runs the action. The dialog shows an ApiError that it throws. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  label,
  cancel,
  tone = 'error',
  ready = true,
  ...on
}: ConfirmDialogProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await on.onConfirm();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={() => busy || on.onClose()}
      role="alertdialog"
      fullWidth
      maxWidth="xs"
      aria-labelledby={id}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void confirm();
        }}
      >
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {children}
          {problem !== null && (
            <Alert role="alert" severity="error" variant="outlined" icon={false}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button autoFocus disabled={busy} onClick={on.onClose}>
            {cancel}
          </Button>
          <Button type="submit" variant="contained" color={tone} disabled={busy || !ready}>
            {label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
