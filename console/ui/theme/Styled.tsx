/** Around what uses Material UI: its theme, its styles and those of the page. */
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { openStyleCache } from './style-cache.ts';
import { theme, themeColors } from './theme.ts';

let styleCache: EmotionCache | undefined;

/** Call once, before the first rendering. */
export async function openStyles(): Promise<void> {
  styleCache ??= await openStyleCache();
}

export function Styled({ children }: { children: ReactNode }) {
  if (styleCache === undefined) throw new Error('openStyles() must have ended before the first rendering.');
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme}>
        <GlobalStyles styles={themeColors} />
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
