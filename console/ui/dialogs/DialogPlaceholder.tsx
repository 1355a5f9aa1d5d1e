/** The body of a dialog whose data is loading, or the reason why there is none. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { messages } from '../messages.ts';

interface DialogPlaceholderProps {
  readonly onClose: () => void;
  /** The reason; null while loading. */
  readonly children?: ReactNode;
}

export function DialogPlaceholder({ onClose, children = null }: DialogPlaceholderProps) {
  return (
    <>
      <DialogContent aria-busy={children === null} sx={{ minHeight: 360 }}>
        {children ?? [1, 2, 3, 4].map((row) => <Skeleton key={row} variant="rounded" height={48} sx={{ mb: 2 }} />)}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{messages.close}</Button>
      </DialogActions>
    </>
  );
}
