/** A chosen filter: a press removes the filter. */
import Chip from '@mui/material/Chip';
import { CloseIcon } from '../layout/icons.tsx';
import { format } from './messages.ts';

export function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Chip
      size="small"
      variant="outlined"
      label={label}
      aria-label={format('removeFilter', { label })}
      onClick={onRemove}
      onDelete={onRemove}
      deleteIcon={<CloseIcon aria-hidden />}
      sx={{ maxWidth: 240, borderColor: 'divider', bgcolor: 'background.paper' }}
    />
  );
}
