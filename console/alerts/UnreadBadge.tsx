/** Marks an unread alert with a dot; screen readers hear the word. */
import Box from '@mui/material/Box';
import { UNSEEN } from '../ui/text/unseen.ts';
import { messages } from './messages.ts';

export function UnreadBadge() {
  return (
    <Box
      component="span"
      title={messages.isNew}
      sx={{ position: 'relative', width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main', flexShrink: 0 }}
    >
      <Box component="span" sx={UNSEEN}>
        {messages.isNew}
      </Box>
    </Box>
  );
}
