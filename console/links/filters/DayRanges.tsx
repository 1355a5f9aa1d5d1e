/** Ranges of days: since when links are lost, when they were added, went live, and expire. Either end may be empty. */
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import type { DayFilter } from './list-view.ts';
import { messages } from './messages.ts';
import { RANGES } from './ranges.ts';
import { useListView } from './use-list-view.ts';

export function DayRanges() {
  const { view, replace } = useListView();
  const field = (day: DayFilter, name: string, limits: { min?: string; max?: string }) => (
    <OutlinedInput
      type="date"
      value={view[day]}
      onChange={({ target }) => replace(() => ({ [day]: target.value }))}
      slotProps={{ input: { 'aria-label': name, ...limits } }}
      sx={{ flex: 1, minWidth: 0, '& input': { fontSize: '0.8125rem' } }}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {RANGES.map(({ label, from, to }) => (
        <Box key={from} role="group" aria-label={label}>
          <Typography variant="body2" sx={{ mb: 0.5, fontWeight: 500 }}>
            {label}
          </Typography>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            {field(from, `${label}, ${messages.from}`, view[to] === '' ? {} : { max: view[to] })}
            <span aria-hidden>–</span>
            {field(to, `${label}, ${messages.to}`, view[from] === '' ? {} : { min: view[from] })}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
