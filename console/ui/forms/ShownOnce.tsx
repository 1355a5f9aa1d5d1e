/** The dialog of a secret that was just made, shown this once to be copied. Only its button closes the dialog. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { OverlayDialog } from '../dialogs/OverlayDialog.tsx';
import { CopyField } from './CopyField.tsx';
import { messages } from './messages.ts';

interface ShownOnceProps {
  readonly title: string;
  readonly intro: string;
  readonly label: string;
  readonly value: string;
  /** How the secret is used. */
  readonly usage: ReactElement;
  readonly onDone: () => void;
}

export function ShownOnce({ title, intro, label, value, usage, onDone }: ShownOnceProps) {
  return (
    <OverlayDialog title={title} maxWidth="xs" onClose={() => undefined}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ textWrap: 'pretty' }}>{intro}</Typography>
        <CopyField label={label} value={value} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {usage}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onDone}>{messages.done}</Button>
      </DialogActions>
    </OverlayDialog>
  );
}
