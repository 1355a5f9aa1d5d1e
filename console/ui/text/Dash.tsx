/** A gray dash for an empty value; screen readers read `label`. */
import Box from '@mui/material/Box';
import { messages } from '../messages.ts';
import { UNSEEN } from './unseen.ts';

export function Dash({ label = messages.empty }: { label?: string }) {
  return (
    <Box component="span" title={label} sx={{ color: 'text.secondary', opacity: 0.7, position: 'relative' }}>
      <span aria-hidden>–</span>
      <Box component="span" sx={UNSEEN}>
        {label}
      </Box>
    </Box>
  );
}
