/** A key of the keyboard, as in hints and help. */
import Box, { type BoxProps } from '@mui/material/Box';

const KEY = {
  fontFamily: 'inherit',
  fontSize: '0.6875rem',
  lineHeight: '16px',
  minWidth: 18,
  textAlign: 'center',
  px: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 0.5,
  color: 'text.secondary',
  bgcolor: 'background.sunken',
} as const;

interface KbdProps {
  readonly children: string;
  readonly sx?: BoxProps['sx'];
  readonly 'aria-hidden'?: boolean;
}

export function Kbd({ children, sx = {}, ...props }: KbdProps) {
  return (
    <Box component="kbd" {...props} sx={{ ...KEY, ...sx }}>
      {children}
    </Box>
  );
}
