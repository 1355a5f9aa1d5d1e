/** How each status looks: always with an icon, and in charts with a stroke, so that nobody depends on the color. */
import { LiveIcon, NotFoundIcon, PendingIcon, RemovedIcon } from '../ui/layout/icons.tsx';

/** The order of status figures, from good to bad, and the order of all statuses. */
export const STATUS_ORDER = ['live', 'pending', 'removed'] as const;
export const SHOWN_ORDER = [...STATUS_ORDER, 'not-found'] as const;

export const statusStyles = {
  live: { Icon: LiveIcon, color: 'success.main', line: 'var(--mui-palette-success-main)', dash: 'none' },
  removed: { Icon: RemovedIcon, color: 'error.main', line: 'var(--mui-palette-error-main)', dash: '6 3' },
  'not-found': { Icon: NotFoundIcon, color: 'text.secondary', line: 'var(--mui-palette-text-secondary)', dash: '1 3' },
  pending: { Icon: PendingIcon, color: 'warning.main', line: 'var(--mui-palette-warning-main)', dash: '2 3' },
} as const;
