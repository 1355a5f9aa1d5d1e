/** A dialog below the element that opened it; the page stays in sight. */
import Popover, { type PopoverProps } from '@mui/material/Popover';

interface PopoverDialogProps extends Pick<PopoverProps, 'children' | 'sx' | 'aria-label' | 'aria-labelledby'> {
  /** null while it is closed. */
  readonly anchor: NonNullable<PopoverProps['anchorEl']> | null;
  readonly onClose: () => void;
}

export function PopoverDialog({ anchor, onClose, sx, children, ...name }: PopoverDialogProps) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        backdrop: { invisible: true },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          ...name,
          sx: { mt: 0.5, border: 1, borderColor: 'divider', ...sx },
        },
      }}
    >
      {children}
    </Popover>
  );
}
