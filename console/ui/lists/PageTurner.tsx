/** Which rows of a list are shown, and the way to other pages. */

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatRange } from '../../platform/format/counts.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx';
import { messages } from './messages.ts';

export interface PagerProps {
  /** Counts from 1. */
  readonly page: number;
  readonly onPageChange: (page: number) => void;
  readonly total: number;
  /** There may be more than `total`. */
  readonly isTotalCapped?: boolean;
  readonly pageSize: number;
  readonly children?: ReactNode;
}

/** A pager without a choice of page sizes. Not shown while there is one page. */
export function PageTurner({ page, onPageChange, total, isTotalCapped = false, pageSize }: PagerProps) {
  if (total <= pageSize) return null;
  return (
    <Box
      component="nav"
      aria-label={messages.pages}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1 }}
    >
      <Turns {...{ page, onPageChange, total, isTotalCapped, pageSize }} />
    </Box>
  );
}

export function Turns({ page, onPageChange, total, isTotalCapped, pageSize }: Required<Omit<PagerProps, 'children'>>) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  // A second click can come before the page of the first one is rendered.
  const requested = useRef(page);
  useEffect(() => {
    requested.current = page;
  }, [page]);
  const turn = (by: number) => {
    requested.current = Math.min(last, Math.max(1, requested.current + by));
    onPageChange(requested.current);
  };
  return (
    <>
      <Typography variant="body2" aria-live="polite" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {formatRange(page, pageSize, total, isTotalCapped)}
      </Typography>
      <IconButton aria-label={messages.previousPage} disabled={page <= 1} onClick={() => turn(-1)}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton aria-label={messages.nextPage} disabled={page >= last} onClick={() => turn(1)}>
        <ChevronRightIcon />
      </IconButton>
    </>
  );
}
