/** The entry point of the console. */
import '@fontsource-variable/inter/wght.css';
import './ui/theme/base.css';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { App } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { deferData } from './platform/loading/defer-data.ts';
import { styleCache } from './ui/theme/style-cache.ts';
import { theme } from './ui/theme/theme.ts';
import { themeStorage } from './ui/theme/theme-storage.ts';

/** Data is revalidated when the server announces a change, not by a timer or on focus. */
const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  shouldRetryOnError: false,
  use: [deferData],
};

/** Light by default. A share follows the visitor's system: a client has chosen nothing here. */
const initialMode = /^\/share\//.test(window.location.pathname) ? 'system' : 'light';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const shown = createRoot(root);
startTransition(() =>
  shown.render(
    <StrictMode>
      <CacheProvider value={styleCache}>
        <ThemeProvider
          theme={theme}
          defaultMode={initialMode}
          modeStorageKey="theme"
          storageManager={themeStorage}
          noSsr
        >
          <CssBaseline />
          <SWRConfig value={swrConfig}>
            <ErrorBoundary>
              <App />
            </ErrorBoundary>
          </SWRConfig>
        </ThemeProvider>
      </CacheProvider>
    </StrictMode>,
  ),
);
