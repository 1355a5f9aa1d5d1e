/** A page outside the console: the product's name and the theme switch above its content. */
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Logo } from '../layout/Logo.tsx';
import { messages } from '../messages.ts';
import { ThemeToggle } from '../theme/ThemeToggle.tsx';
import { PrintNote } from './PrintNote.tsx';

interface PublicPageProps {
  /** In pixels. */
  readonly maxWidth: number;
  readonly children: ReactNode;
}

export function PublicPage({ maxWidth, children }: PublicPageProps) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: { xs: 2, md: 3 },
          height: 56,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Logo />
        <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em', flex: 1 }}>{messages.product}</Typography>
        <ThemeToggle />
      </Box>
      <Box
        component="main"
        sx={{ width: '100%', maxWidth, mx: 'auto', px: { xs: 2, md: 3 }, pt: { xs: 3, md: 5 }, pb: 6 }}
      >
        {children}
        <PrintNote withAddress={false} />
      </Box>
    </Box>
  );
}

/** The content of a page that is loading. */
export function PublicLoading({ children }: { children: string }) {
  return (
    <Box
      role="status"
      sx={{ minHeight: '60dvh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2 }}
    >
      <CircularProgress size={24} thickness={4} aria-hidden />
      <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
    </Box>
  );
}
