/** Where the console starts in the browser. */
import '@fontsource-variable/inter/wght.css';
import './frame/base.css';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { App } from './frame/App.tsx';
import { Boundary } from './frame/Boundary.tsx';
import { inSlices } from './frame/inSlices.ts';
import { styleCache } from './frame/styleCache.ts';
import { themeStorage } from './frame/themeStorage.ts';
import { theme } from './theme.ts';

/** Data is read again when the server says it changed, not on a timer and not on focus (spec 7). */
const reading: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  shouldRetryOnError: false,
  use: [inSlices],
};

/** Light at first (spec 4); a client who opens a share has chosen nothing here, so it follows their system. */
const firstMode = /^\/share\//.test(window.location.pathname) ? 'system' : 'light';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const shown = createRoot(root);
startTransition(() =>
  shown.render(
    <StrictMode>
      <CacheProvider value={styleCache}>
        <ThemeProvider theme={theme} defaultMode={firstMode} modeStorageKey="theme" storageManager={themeStorage} noSsr>
          <CssBaseline />
          <SWRConfig value={reading}>
            <Boundary>
              <App />
            </Boundary>
          </SWRConfig>
        </ThemeProvider>
      </CacheProvider>
    </StrictMode>,
  ),
);
