/** A day, with its label inside of the field. */
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';

interface DayFieldProps {
  readonly label: string;
  /** YYYY-MM-DD; '' for no day. */
  readonly value: string;
  /** The earliest and the latest day that can be chosen. */
  readonly limits: { readonly min?: string; readonly max?: string };
  readonly onChange: (value: string) => void;
}

export function DayField({ label, value, limits, onChange }: DayFieldProps) {
  return (
    <OutlinedInput
      type="date"
      startAdornment={
        <Box component="span" aria-hidden sx={{ pl: 1.25, fontSize: '0.8125rem', color: 'text.secondary' }}>
          {label}
        </Box>
      }
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ input: { 'aria-label': label, ...limits } }}
      sx={{ minWidth: 0, pl: 0, '& input': { py: '6px', px: 1, minWidth: 0, fontSize: '0.8125rem' } }}
    />
  );
}
