/** A dialog with a title; fills a small screen unless `maxWidth` is "xs". */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { SMALL_SCREEN } from '../theme/breakpoints.ts';

interface OverlayDialogProps {
  readonly title: ReactNode;
  readonly maxWidth?: 'xs' | 'sm' | 'md';
  /** Called on Escape and on a click beside the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function OverlayDialog({ title, maxWidth = 'sm', onClose, children }: OverlayDialogProps) {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={maxWidth} fullScreen={small && maxWidth !== 'xs'}>
      <DialogTitle>{title}</DialogTitle>
      {children}
    </Dialog>
  );
}
