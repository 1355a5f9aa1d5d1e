/** One row of the palette's list. */
import Box from '@mui/material/Box';
import { Kbd } from '../../ui/text/Kbd.tsx';
import type { PaletteEntry } from './palette-entry.ts';

interface PaletteOptionProps {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly active: boolean;
  /** Called when the pointer moves over the row; a list that scrolls under a resting pointer does not count. */
  readonly onPoint: () => void;
}

export function PaletteOption({ id, entry, active, onPoint }: PaletteOptionProps) {
  const { Icon, color, title, detail, keys, run } = entry;
  return (
    <Box
      id={id}
      role="option"
      aria-selected={active}
      onMouseMove={active ? undefined : onPoint}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        minHeight: { xs: 44, md: 36 },
        px: 1,
        borderRadius: 0.75,
        fontSize: '0.8125rem',
        cursor: 'pointer',
        scrollMargin: '8px',
        bgcolor: active ? 'action.selected' : 'transparent',
      }}
    >
      <Icon aria-hidden fontSize="small" sx={{ flexShrink: 0, color: color ?? 'text.secondary' }} />
      <Box component="bdi" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {title}
      </Box>
      {detail !== undefined && detail !== '' && (
        <Box
          component="bdi"
          sx={{
            flexShrink: 1000,
            minWidth: 64,
            ml: 'auto',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            textAlign: 'end',
            color: 'text.secondary',
          }}
        >
          {detail}
        </Box>
      )}
      {keys !== undefined && (
        <Box aria-hidden sx={{ display: { xs: 'none', md: 'flex' }, gap: 0.5, ml: detail ? 1 : 'auto' }}>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Box>
      )}
    </Box>
  );
}
