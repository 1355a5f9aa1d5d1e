/** What surrounds every signed-in screen; also the home of the dialogs that open anywhere. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { isOverlayOpen, OVERLAYS, useOverlay } from '../../platform/address/overlays.ts';
import { campaignAt } from '../../platform/address/page-paths.ts';
import { useLiveUpdates } from '../../platform/live/use-live-updates.ts';
import { UpgradeDialogHost } from '../../status-checks/UpgradeDialogHost.tsx';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { SMALL_SCREEN } from '../../ui/theme/breakpoints.ts';
import { prefetchDialogs } from '../prefetch.ts';
import { Header } from './Header.tsx';
import { messages } from './messages.ts';
import { NAVIGATION } from './navigation.ts';
import { Sidebar } from './Sidebar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { useSidebar } from './use-sidebar.ts';

const AddLink = lazy(async () => ({ default: (await import('../../links/edit/AddLinkDialog.tsx')).AddLinkDialog }));
const AddCampaignLink = lazy(async () => ({
  default: (await import('../../campaign-links/AddCampaignLink.tsx')).AddCampaignLink,
}));
const CreateCampaign = lazy(async () => ({
  default: (await import('../../campaigns/CreateCampaign.tsx')).CreateCampaign,
}));
const EditLink = lazy(async () => ({ default: (await import('../../links/edit/EditLinkDialog.tsx')).EditLink }));
const InviteMembers = lazy(async () => ({
  default: (await import('../../teams/members/InviteMembers.tsx')).InviteMembers,
}));
const KeysDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }));
const LinkDetails = lazy(async () => ({ default: (await import('../../links/details/LinkDetails.tsx')).LinkDetails }));
const Palette = lazy(async () => ({ default: (await import('../palette/CommandPalette.tsx')).CommandPalette }));

export function Shell() {
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const [open, toggle] = useSidebar();
  const [sheetOpen, setSheetOpen] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  const mainRef = useRef<HTMLElement>(null);
  const connected = useLiveUpdates();
  // What surrounds the screen is drawn before the screen: two shorter holds instead of a long one.
  const stands = useDeferredValue(true, false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { params, open: openOverlay, close: closeOverlay } = useOverlay();
  const campaign = campaignAt(pathname);
  const editing = params.get('edit');
  const looking = params.get('link');
  const inviting = params.get('invite');

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

  useShortcuts(
    useMemo(
      () => ({
        '/': () => searchRef.current?.focus(),
        n: () => openOverlay('dialog', 'add'),
        '?': () => openOverlay('dialog', 'keys'),
        ...Object.fromEntries(NAVIGATION.map(({ to, key }) => [`g ${key}`, () => void navigate(to)])),
      }),
      [openOverlay, navigate],
    ),
  );

  useEffect(prefetchDialogs, []);

  // A new screen begins at its beginning, for eyes and for screen readers.
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    mainRef.current?.focus({ preventScroll: true });
  }, [pathname]);

  // What a dialog was opened from may be gone when it closes, or never was: then the screen itself is where to go on.
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
          <Suspense fallback={<PageSkeleton />}>{stands ? <Outlet /> : <PageSkeleton />}</Suspense>
        </Box>
      </Box>
      <LazyBoundary>
        {looking !== null && <LinkDetails id={looking} key={`details-${looking}`} />}
        {params.get('dialog') === 'add' &&
          (campaign === null ? <AddLink /> : <AddCampaignLink campaignId={campaign} key={campaign} />)}
        {params.get('dialog') === 'create-campaign' && <CreateCampaign />}
        {params.get('dialog') === 'keys' && <KeysDialog />}
        {editing !== null && <EditLink id={editing} key={`edit-${editing}`} />}
        {inviting !== null && <InviteMembers teamId={inviting} key={`invite-${inviting}`} />}
      </LazyBoundary>
      <LazyBoundary>{params.has('palette') && <Palette toggleSidebar={toggleSidebar} />}</LazyBoundary>
      <UpgradeDialogHost />
    </Box>
  );
}
