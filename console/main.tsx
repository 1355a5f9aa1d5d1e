/** The entry point of the console. */
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { App } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { preload, readAhead } from './app/preload.ts';
import { preparePrinting } from './platform/browser/printing.ts';
import { locale } from './platform/language/language.ts';
import { deferData } from './platform/loading/defer-data.ts';
import { loadSession } from './session/current-user.ts';
import { openStyleCache } from './ui/theme/style-cache.ts';
import { theme } from './ui/theme/theme.ts';
import { themeStorage } from './ui/theme/theme-storage.ts';

/** Data is revalidated when the server announces a change, not by a timer or on focus. */
const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  shouldRetryOnError: false,
  use: [deferData],
};

/** Light by default. A share follows the visitor's system: a client has not chosen a theme here. */
const initialMode = /^\/share\//.test(window.location.pathname) ? 'system' : 'light';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// The session and the code of the page load before React renders anything: until then the frame of index.html stays, and
// the first rendering is the page itself.
const loaded = loadSession(
  (signedIn) => preload(window.location.pathname, signedIn),
  () => readAhead(window.location),
);

document.documentElement.lang = locale;
preparePrinting();
const shown = createRoot(root);
const render = (styleCache: EmotionCache) =>
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
  );

// Not awaited at the top level: the loaded chunks import this one and would wait for it in turn.
void Promise.all([openStyleCache(), loaded]).then(([styleCache]) => startTransition(() => render(styleCache)));
