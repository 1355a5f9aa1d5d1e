/** The frame of every signed-in page: sidebar, header, content. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { PastGate } from '../../past/PastGate.tsx';
import { currentAsOf, isPast } from '../../platform/address/as-of.ts';
import { useBackToToday } from '../../platform/address/back-to-today.ts';
import { isOverlayOpen, OVERLAYS, useOverlay } from '../../platform/address/overlays.ts';
import { isSample } from '../../platform/address/sample.ts';
import { useShortcuts } from '../../platform/browser/use-shortcuts.ts';
import { useLiveUpdates } from '../../platform/live/use-live-updates.ts';
import { PageSkeleton } from '../../ui/feedback/PageSkeleton.tsx';
import { PrintNote } from '../../ui/pages/PrintNote.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { Header } from './Header.tsx';
import { messages } from './messages.ts';
import { NAVIGATION } from './navigation.ts';
import { PageBoundary } from './PageBoundary.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useKeyBuffer } from './use-key-buffer.ts';
import { SidebarToggleProvider, useSidebar } from './use-sidebar.ts';

const SampleNote = lazy(async () => ({ default: (await import('../../first-steps/SampleNote.tsx')).SampleNote }));

interface ShellProps {
  /** The dialogs of every page. */
  readonly children: ReactNode;
}

export function Shell({ children }: ShellProps) {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const [open, toggle] = useSidebar();
  const [sheetOpen, setSheetOpen] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  const mainRef = useRef<HTMLElement>(null);
  const connected = useLiveUpdates();
  // The frame is rendered before the page: two short tasks instead of a long one.
  const isFrameReady = useDeferredValue(true, false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const backToToday = useBackToToday();
  const { params, open: openOverlay, close: closeOverlay } = useOverlay();

  const toggleSidebar = small ? () => setSheetOpen((was) => !was) : toggle;

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const key = event.key.toLowerCase();
      if (key === 'b') toggleSidebar();
      else if (key !== 'k') return;
      else if (isOverlayOpen('palette')) closeOverlay('palette');
      else openOverlay('palette', '1');
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  useKeyBuffer();
  useShortcuts(
    useMemo(
      () => ({
        '/': () => searchRef.current?.focus(),
        n: () => isPast() || openOverlay('dialog', 'add'),
        t: () => currentAsOf() !== null && backToToday(),
        '?': () => openOverlay('dialog', 'keys'),
        ...Object.fromEntries(NAVIGATION.map(({ to, key }) => [`g ${key}`, () => void navigate(to)])),
      }),
      [openOverlay, navigate, backToToday],
    ),
  );

  // A new page starts at its top, on the screen and for screen readers.
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    mainRef.current?.focus({ preventScroll: true });
  }, [pathname]);

  // When a dialog closes and the element that opened it is gone, the focus moves to the page.
  const covered = OVERLAYS.some((name) => params.has(name));
  const wasCovered = useRef(covered);
  useEffect(() => {
    if (wasCovered.current && !covered && document.activeElement === document.body)
      mainRef.current?.focus({ preventScroll: true });
    wasCovered.current = covered;
  }, [covered]);

  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <Link
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          mainRef.current?.focus();
        }}
        sx={{
          position: 'fixed',
          top: -64,
          left: 8,
          zIndex: 'tooltip',
          p: 1,
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:focus': { top: 8 },
        }}
      >
        {messages.skip}
      </Link>
      <Sidebar small={small} open={open} sheetOpen={sheetOpen} closeSheet={() => setSheetOpen(false)} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Header small={small} connected={connected} toggleSidebar={toggleSidebar} searchRef={searchRef} />
        <Box
          component="main"
          id="content"
          ref={mainRef}
          tabIndex={-1}
          sx={{ outline: 'none !important', px: { xs: 2, xl: 3 }, py: { xs: 2, md: 3 }, mx: 'auto', maxWidth: 1600 }}
        >
          {isSample() && (
            <Suspense>
              <SampleNote />
            </Suspense>
          )}
          <PageBoundary page={pathname}>
            <PastGate>
              <Suspense fallback={<PageSkeleton />}>{isFrameReady ? <Outlet /> : <PageSkeleton />}</Suspense>
            </PastGate>
          </PageBoundary>
          <PrintNote withAddress />
        </Box>
      </Box>
      <SidebarToggleProvider value={toggleSidebar}>{children}</SidebarToggleProvider>
    </Box>
  );
}
