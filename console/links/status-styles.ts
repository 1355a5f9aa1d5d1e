/** How each status is drawn: by colour and by stroke, so that it can be told without the colour. */
import { LiveIcon, PendingIcon, RemovedIcon } from '../ui/icons.tsx';

/** A button that stays pressed as long as what it says holds. */
export const PRESSED = {
  px: 1,
  minWidth: 0,
  color: 'text.secondary',
  '&[aria-pressed="true"]': { bgcolor: 'action.selected', color: 'text.primary' },
} as const;

export const statusStyles = [
  { status: 'live', color: 'var(--mui-palette-success-main)', dash: 'none', Icon: LiveIcon },
  { status: 'removed', color: 'var(--mui-palette-error-main)', dash: '6 3', Icon: RemovedIcon },
  { status: 'pending', color: 'var(--mui-palette-warning-main)', dash: '2 3', Icon: PendingIcon },
] as const;
