/** A skeleton of the table, as tall as the table. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

/** Heights of the table, in pixels. */
export const HEAD_HEIGHT = 40;
export const ROW_HEIGHT = 52;

export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <Box aria-busy>
      <Box sx={{ height: HEAD_HEIGHT, bgcolor: 'background.sunken', borderBottom: 1, borderColor: 'divider' }} />
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Box key={row} sx={{ height: ROW_HEIGHT, px: 2, display: 'flex', alignItems: 'center', gap: 4 }}>
          <Skeleton width={`${24 + ((row * 7) % 12)}%`} />
          <Skeleton width="18%" />
          <Skeleton width="12%" />
        </Box>
      ))}
    </Box>
  );
}
