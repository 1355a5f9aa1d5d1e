/** The status of a link: always with its icon and its label. */
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { messages, STATUS_LABELS } from './messages.ts';
import type { ShownStatus } from './shown-status.ts';
import { statusStyles } from './status-styles.ts';

interface LinkStatusProps {
  readonly status: ShownStatus;
  readonly checking?: boolean;
  /** The label may take two lines. */
  readonly wraps?: boolean;
}

export function LinkStatus({ status, checking = false, wraps = false }: LinkStatusProps) {
  const { Icon, color } = statusStyles[status];
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        fontWeight: 500,
        ...(wraps ? { whiteSpace: 'normal', lineHeight: 1.3 } : { whiteSpace: 'nowrap' }),
      }}
    >
      {checking ? (
        <CircularProgress
          size={14}
          thickness={5}
          aria-label={messages.checking}
          sx={{ m: '1px', color: 'text.secondary' }}
        />
      ) : (
        <Icon fontSize="small" aria-hidden sx={{ color }} />
      )}
      {STATUS_LABELS[status]}
    </Box>
  );
}
