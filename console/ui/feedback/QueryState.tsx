/** The data of a query, or a skeleton while it loads, or its error with a retry. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import type { ApiError } from '../../platform/api/client.ts';
import { RetryAlert } from './RetryAlert.tsx';

interface QueryStateProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: ApiError | undefined;
    readonly mutate: () => Promise<unknown>;
  };
  readonly failed: string;
  /** The number of skeleton rows. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

export function QueryState<Data>({
  query: { data, error, mutate },
  failed,
  rows = 2,
  children,
}: QueryStateProps<Data>) {
  if (data !== undefined) return children(data);
  if (error !== undefined) {
    return (
      <Box sx={{ px: { xs: 2, md: 3 }, pb: 2.5 }}>
        <RetryAlert failed={failed} error={error} retry={mutate} />
      </Box>
    );
  }
  return (
    <Box aria-busy sx={{ px: { xs: 2, md: 3 }, pb: 2.5 }}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Box>
  );
}
