/** Shows a long list step by step. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { format } from './messages.ts';

interface ShowMoreProps<Row> {
  readonly rows: readonly Row[];
  /** Rows shown at first, and more at each press. */
  readonly step: number;
  /** The list of the rows that are shown. */
  readonly children: (shown: readonly Row[]) => ReactNode;
}

export function ShowMore<Row>({ rows, step, children }: ShowMoreProps<Row>) {
  const [count, setCount] = useState(step);
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count && (
        <Box sx={{ p: 1.5, borderTop: 1, borderColor: 'divider', textAlign: 'center' }}>
          <Button onClick={() => setCount(count + step)}>{format('showMore', { count: rows.length - count })}</Button>
        </Box>
      )}
    </>
  );
}
