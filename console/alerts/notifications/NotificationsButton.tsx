/** The header's bell: it shows the number of unread alerts, opens the notifications menu, and loads its code ahead. */
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { lazy, useState } from 'react';
import { lazyModule } from '../../platform/loading/lazy-module.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { BellIcon } from '../../ui/layout/icons.tsx';
import { formatBellLabel, MOST_SHOWN } from '../messages.ts';
import { useUnreadCount } from '../queries.ts';
import { useReadInOtherTabs } from '../use-read-sync.ts';

const load = lazyModule(async () => ({ default: (await import('./NotificationsMenu.tsx')).NotificationsMenu }));
const NotificationsMenu = lazy(load);

/** A failure is reported when the menu is opened. */
function preload(): void {
  load().catch(() => undefined);
}

export function NotificationsButton() {
  const unread = useUnreadCount() ?? 0;
  useReadInOtherTabs();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  // A closing menu stays visible for a moment.
  const [used, setUsed] = useState(false);
  return (
    <>
      <IconButton
        aria-label={formatBellLabel(unread)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => {
          setUsed(true);
          setAnchor(event.currentTarget);
        }}
      >
        <Badge
          // A hidden badge would keep its last number in the page.
          badgeContent={unread === 0 ? null : unread}
          color="primary"
          max={MOST_SHOWN}
          slotProps={{
            badge: {
              'aria-hidden': true,
              sx: { height: 16, minWidth: 16, px: 0.5, fontSize: '0.625rem', fontWeight: 600 },
            },
          }}
        >
          <BellIcon aria-hidden />
        </Badge>
      </IconButton>
      <LazyBoundary
        opened={{
          now: used,
          onError: () => {
            setUsed(false);
            close();
          },
        }}
      >
        {used && <NotificationsMenu anchor={anchor} unread={unread} onClose={close} />}
      </LazyBoundary>
    </>
  );
}
