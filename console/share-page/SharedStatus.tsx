/** A link's status as a client reads it, always with its icon and its word. */
import Box from '@mui/material/Box';
import { LiveIcon, NotFoundIcon, PendingIcon, RemovedIcon } from '../ui/layout/icons.tsx';
import { SHARED_STATUS_LABELS } from './messages.ts';
import type { ShownSharedStatus } from './shared-view.ts';

export const STATUS_STYLES = {
  live: { Icon: LiveIcon, color: 'success.main' },
  pending: { Icon: PendingIcon, color: 'warning.main' },
  lost: { Icon: RemovedIcon, color: 'error.main' },
  'not-found': { Icon: NotFoundIcon, color: 'text.secondary' },
} as const;

export function SharedStatus({ status }: { status: ShownSharedStatus }) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 500 }}>
      <StatusIcon status={status} />
      {SHARED_STATUS_LABELS[status]}
    </Box>
  );
}

export function StatusIcon({ status }: { status: ShownSharedStatus }) {
  const { Icon, color } = STATUS_STYLES[status];
  return <Icon fontSize="small" aria-hidden sx={{ color }} />;
}
