/** A row of a list, which opens. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import { type ReactNode, useId, useState } from 'react';
import { usePrinting } from '../../platform/browser/printing.ts';
import { formatExact, formatInstant, formatTime } from '../../platform/format/dates.ts';
import { ChevronRightIcon } from '../layout/icons.tsx';

interface OpeningRowProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** The lines below the title. */
  readonly lines: readonly ReactNode[];
  /** At the end of the row, before the time; null for nothing. */
  readonly aside?: string | null;
  readonly at: string;
  /** Writes the time on the screen; default: the time of the day. */
  readonly formatAt?: (at: string) => string;
  readonly startsOpen?: boolean;
  /** Shown while the row is open. */
  readonly children: ReactNode;
}

export function OpeningRow({
  icon,
  title,
  lines,
  aside = null,
  at,
  formatAt = formatTime,
  startsOpen = false,
  children,
}: OpeningRowProps) {
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  const printing = usePrinting();
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' }, breakInside: 'avoid' }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{
          width: 1,
          display: 'grid',
          gridTemplateColumns: { xs: '20px minmax(0, 1fr) 16px', md: '20px minmax(0, 1fr) auto 16px' },
          alignItems: 'start',
          columnGap: 1.5,
          px: 2,
          py: 1,
          font: 'inherit',
          fontSize: '0.8125rem',
          lineHeight: 1.5,
          textAlign: 'start',
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-focusVisible, &:focus-visible': { outlineOffset: -2 },
        }}
      >
        {icon}
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ fontWeight: 500 }}>
            {title}
          </Box>
          {lines.length > 0 && (
            <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
              {lines}
            </Box>
          )}
        </Box>
        <Box
          component="span"
          sx={{
            gridColumn: { xs: 2, md: 3 },
            gridRow: { md: 1 },
            display: 'flex',
            gap: { xs: 1, md: 1.5 },
            fontSize: '0.75rem',
            lineHeight: '1.25rem',
            color: 'text.secondary',
            whiteSpace: 'nowrap',
          }}
        >
          {aside !== null && (
            <Box component="span" dir="auto" sx={{ maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {aside}
            </Box>
          )}
          <Box
            component="time"
            dateTime={at}
            title={formatExact(at)}
            sx={{ minWidth: { md: 64 }, textAlign: { md: 'end' } }}
          >
            {printing ? formatInstant(at) : formatAt(at)}
          </Box>
        </Box>
        <ChevronRightIcon
          fontSize="small"
          aria-hidden
          sx={{
            gridColumn: { xs: 3, md: 4 },
            gridRow: 1,
            color: 'text.secondary',
            transition: 'transform 120ms',
            transform: open ? 'rotate(90deg)' : 'none',
            '@media print': { display: 'none' },
          }}
        />
      </ButtonBase>
      <Collapse in={open} id={id} unmountOnExit timeout={120} sx={{ px: 2 }}>
        {children}
      </Collapse>
    </Box>
  );
}
