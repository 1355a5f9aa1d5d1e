/** Which rows of a list are shown, and the way to other pages. */

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatRange } from '../../platform/format/counts.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../layout/icons.tsx';
import { format, messages } from './messages.ts';

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
      <Turns page={page} onPageChange={onPageChange} total={total} isTotalCapped={isTotalCapped} pageSize={pageSize} />
    </Box>
  );
}

interface PageFieldProps extends Pick<PagerProps, 'page' | 'onPageChange'> {
  readonly last: number;
}

/** Goes to the page whose number is typed. A number out of range goes to the nearest page. */
function PageField({ page, last, onPageChange }: PageFieldProps) {
  const [typed, setTyped] = useState(String(page));
  const go = () => {
    const wanted = Math.min(last, Math.max(1, Number.parseInt(typed, 10) || page));
    setTyped(String(wanted));
    if (wanted !== page) onPageChange(wanted);
  };
  return (
    <Box
      component="form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        go();
      }}
      sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 0.75, ml: 1, whiteSpace: 'nowrap' }}
    >
      <OutlinedInput
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={go}
        onFocus={({ target }) => target.select()}
        slotProps={{ input: { 'aria-label': messages.page, inputMode: 'numeric' } }}
        sx={{ width: 52, '& input': { py: '4px', px: 0.5, textAlign: 'center', fontSize: '0.8125rem' } }}
      />
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
        {format('ofPages', { last })}
      </Typography>
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
      {last > 2 && <PageField key={page} page={page} last={last} onPageChange={onPageChange} />}
      <IconButton aria-label={messages.previousPage} disabled={page <= 1} onClick={() => turn(-1)}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton aria-label={messages.nextPage} disabled={page >= last} onClick={() => turn(1)}>
        <ChevronRightIcon />
      </IconButton>
    </>
  );
}
