/** Which rows of a list are shown, and the way to other pages. */

import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { PAGE_SIZES } from '../../../query-service/contract/list-options.ts';
import { ChevronDownIcon } from '../layout/icons.tsx';
import { messages } from './messages.ts';
import { type PagerProps, Turns } from './PageTurner.tsx';

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
