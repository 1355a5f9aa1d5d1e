/** The entry point of the console. */
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

/** Data is revalidated when the server announces a change, not by a timer or on focus. */
const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: true,
  shouldRetryOnError: false,
  use: [deferData],
};

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
const render = () =>
  shown.render(
    <StrictMode>
      <SWRConfig value={swrConfig}>
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
      </SWRConfig>
    </StrictMode>,
  );

// Not awaited at the top level: the loaded chunks import this one and would wait for it in turn.
void loaded.then(() => startTransition(render));
