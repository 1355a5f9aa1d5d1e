/** A page outside the console: the product's name, or the brand of a list, and the theme switch above its content. */
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { ShownBrandAnswer } from '../../../query-service/contract/answers/brands.ts';
import { accentStyle, BrandMark } from '../layout/BrandMark.tsx';
import { Logo } from '../layout/Logo.tsx';
import { messages } from '../messages.ts';
import { ThemeToggle } from '../theme/ThemeToggle.tsx';
import { PrintNote } from './PrintNote.tsx';

interface PublicPageProps {
  /** In pixels. */
  readonly maxWidth: number;
  readonly brand?: ShownBrandAnswer | null;
  readonly children: ReactNode;
}

export function PublicPage({ maxWidth, brand = null, children }: PublicPageProps) {
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', ...accentStyle(brand?.colors) }}>
      <Box
        component="header"
        data-print={brand === null ? 'no' : 'yes'}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: { xs: 2, md: 3 },
          height: 56,
          borderBottom: brand?.colors ? 2 : 1,
          borderColor: brand?.colors ? 'primary.main' : 'divider',
        }}
      >
        {brand === null && <Logo />}
        <BrandMark brand={brand ?? { name: messages.product, logo: null }} />
        <Box sx={{ flex: 1 }} />
        <ThemeToggle />
      </Box>
      <Box
        component="main"
        sx={{ width: '100%', maxWidth, mx: 'auto', px: { xs: 2, md: 3 }, pt: { xs: 3, md: 5 }, pb: 6 }}
      >
        {children}
        {brand !== null && brand.footer !== '' && (
          <Typography
            component="footer"
            variant="body2"
            dir="auto"
            sx={{ mt: 4, color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {brand.footer}
          </Typography>
        )}
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
