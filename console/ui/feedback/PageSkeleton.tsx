/** The skeleton of a page whose code is loading. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

export function PageSkeleton() {
  return (
    <Box aria-hidden>
      <Skeleton variant="rounded" width={128} height={28} />
      <Skeleton variant="rounded" height={320} sx={{ mt: 3 }} />
    </Box>
  );
}
