/** Marks an unread alert. */
import Box from '@mui/material/Box';
import { messages } from './messages.ts';

export function UnreadBadge() {
  return (
    <Box
      component="span"
      sx={{
        flexShrink: 0,
        px: 0.75,
        border: 1,
        borderColor: 'primary.main',
        borderRadius: 0.75,
        color: 'primary.main',
        fontSize: '0.6875rem',
        lineHeight: '16px',
        fontWeight: 600,
      }}
    >
      {messages.isNew}
    </Box>
  );
}
