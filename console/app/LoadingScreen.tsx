/** The screen before the session is known: the only spinner of the console. */
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { messages } from './messages.ts';

export function LoadingScreen() {
  return (
    <Box
      role="status"
      sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2 }}
    >
      <CircularProgress size={24} thickness={4} aria-hidden />
      <Typography sx={{ color: 'text.secondary' }}>{messages.loading}</Typography>
    </Box>
  );
}
