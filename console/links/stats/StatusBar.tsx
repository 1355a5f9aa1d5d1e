/** How much of it is live, at a glance: live, pending and removed side by side. Words beside it say the same. */
import Box from '@mui/material/Box';
import type { LinkCountsAnswer } from '../../../query-service/contract/answers/stats.ts';

const PARTS = [
  ['live', 'success.main'],
  ['pending', 'warning.main'],
  ['removed', 'error.main'],
] as const;

export function StatusBar({ counts, height = 6 }: { counts: LinkCountsAnswer; height?: number }) {
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
      {PARTS.filter(([status]) => counts[status] > 0).map(([status, bgcolor]) => (
        <Box key={status} sx={{ flex: `${counts[status]} 0 4px`, bgcolor }} />
      ))}
    </Box>
  );
}
