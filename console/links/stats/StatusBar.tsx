/** The share of each status as a bar. The text beside it has the same figures. */
import Box from '@mui/material/Box';
import type { LinkCountsAnswer } from '../../../query-service/contract/answers/stats.ts';
import { statusCounts } from '../../../query-service/contract/list-options.ts';
import { SHOWN_ORDER, statusStyles } from '../status-styles.ts';

export function StatusBar({ counts, height = 6 }: { counts: LinkCountsAnswer; height?: number }) {
  const shown = statusCounts(counts);
  return (
    <Box
      aria-hidden
      sx={{
        display: 'flex',
        gap: '2px',
        height,
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'action.selected',
      }}
    >
      {SHOWN_ORDER.filter((status) => shown[status] > 0).map((status) => (
        <Box key={status} sx={{ flex: `${shown[status]} 0 4px`, bgcolor: statusStyles[status].color }} />
      ))}
    </Box>
  );
}
