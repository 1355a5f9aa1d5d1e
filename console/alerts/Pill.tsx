/** A word in a frame, in the color of its meaning. */
import Box from '@mui/material/Box';

export function Pill({ color, children }: { color: string; children: string }) {
  return (
    <Box
      component="span"
      sx={{
        flexShrink: 0,
        px: 0.75,
        border: 1,
        borderColor: color,
        borderRadius: 0.75,
        color,
        fontSize: '0.6875rem',
        lineHeight: '16px',
        fontWeight: 600,
      }}
    >
      {children}
    </Box>
  );
}
