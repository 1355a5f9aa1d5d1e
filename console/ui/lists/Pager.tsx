/** Which rows of a list are shown, and the way to other pages. */
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PAGE_SIZES } from '../../../query-service/contract/list-options.ts';
import { formatRange } from '../../platform/format/counts.ts';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx';
import { messages } from './messages.ts';

type PageSize = (typeof PAGE_SIZES)[number];

interface PageSizeSelectProps {
  readonly value: PageSize;
  readonly onChange: (pageSize: PageSize) => void;
}

function PageSizeSelect({ value, onChange }: PageSizeSelectProps) {
  return (
    <>
      <Typography
        component="label"
        id="page-size"
        variant="body2"
        // Hidden on a small screen, it still names the select.
        sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary' }}
      >
        {messages.rowsPerPage}
      </Typography>
      <Select
        value={value}
        onChange={({ target }) => onChange(PAGE_SIZES.find((size) => size === Number(target.value)) ?? value)}
        labelId="page-size"
        IconComponent={ChevronDownIcon}
        sx={{ '& .MuiSelect-select': { py: '3px', pl: 1, fontSize: '0.8125rem' } }}
      >
        {PAGE_SIZES.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
    </>
  );
}

interface PagerProps {
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

function Turns({ page, onPageChange, total, isTotalCapped, pageSize }: Required<Omit<PagerProps, 'children'>>) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  return (
    <>
      <Typography variant="body2" aria-live="polite" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {formatRange(page, pageSize, total, isTotalCapped)}
      </Typography>
      <IconButton aria-label={messages.previousPage} disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        <ChevronLeftIcon />
      </IconButton>
      <IconButton aria-label={messages.nextPage} disabled={page >= last} onClick={() => onPageChange(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </>
  );
}

interface ListPagerProps extends PagerProps {
  readonly pageSize: PageSize;
  readonly onPageSizeChange: (pageSize: PageSize) => void;
}

/** A pager with a choice of page sizes. `children` appear beside that choice. */
export function Pager({ onPageSizeChange, children, isTotalCapped = false, ...turns }: ListPagerProps) {
  return (
    <Box
      component="nav"
      aria-label={messages.pages}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48, pl: { xs: 0, md: 2 }, pr: { xs: 0, md: 1 } }}
    >
      <PageSizeSelect value={turns.pageSize} onChange={onPageSizeChange} />
      {children}
      <Box sx={{ flex: 1 }} />
      <Turns {...turns} isTotalCapped={isTotalCapped} />
    </Box>
  );
}
