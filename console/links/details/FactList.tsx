/** Facts as a list of terms and values. */

import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function FactList({ rows }: { rows: readonly (readonly [string, ReactNode] | null)[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: '88px minmax(0, 1fr)', sm: '128px minmax(0, 1fr)' },
        columnGap: { xs: 1.5, sm: 2 },
        rowGap: 0.75,
        fontSize: '0.8125rem',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' },
      }}
    >
      {rows.map(
        (row) =>
          row !== null && (
            <Box key={row[0]} sx={{ display: 'contents' }}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </Box>
          ),
      )}
    </Box>
  );
}
