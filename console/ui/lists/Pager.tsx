/** Which part of the list is shown, under table and cards alike. */
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PAGE_SIZES } from '../../../query-service/contract/list-options.ts';
import { useListView } from '../../links/filters/use-list-view.ts';
import { formatRange, messages } from '../../links/messages.ts';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx';

interface PagerProps {
  readonly total: number;
  /** At least so many. */
  readonly orMore?: boolean;
  /** Stands beside the page size. */
  readonly children?: ReactNode;
}

export function Pager({ total, orMore = false, children }: PagerProps) {
  const { view, change } = useListView();
  const last = Math.max(1, Math.ceil(total / view.pageSize));
  return (
    <Box
      component="nav"
      aria-label={messages.pages}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 48, pl: { xs: 0, md: 2 }, pr: { xs: 0, md: 1 } }}
    >
      <Typography
        component="label"
        id="page-size"
        variant="body2"
        // Where there is no room it is still what the choice is called.
        sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary' }}
      >
        {messages.rowsPerPage}
      </Typography>
      <Select
        value={view.pageSize}
        onChange={({ target }) =>
          change({ pageSize: PAGE_SIZES.find((size) => size === Number(target.value)) ?? view.pageSize })
        }
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
      {children}
      <Box sx={{ flex: 1 }} />
      <Typography variant="body2" aria-live="polite" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {formatRange(view.page, view.pageSize, total, orMore)}
      </Typography>
      <IconButton
        aria-label={messages.previousPage}
        disabled={view.page <= 1}
        onClick={() => change({ page: view.page - 1 })}
      >
        <ChevronLeftIcon />
      </IconButton>
      <IconButton
        aria-label={messages.nextPage}
        disabled={view.page >= last}
        onClick={() => change({ page: view.page + 1 })}
      >
        <ChevronRightIcon />
      </IconButton>
    </Box>
  );
}
