/** The header's bell: how many alerts are unread, and the way to the notifications menu, whose code comes when it is near. */
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useState } from 'react';
import { BellIcon } from '../frame/icons.tsx';
import { useOtherTabs, useUnread } from './alerts.ts';
import { bellInWords, MOST_SHOWN } from './words.ts';

const NotificationsMenu = lazy(async () => ({ default: (await import('./NotificationsMenu.tsx')).NotificationsMenu }));

export function Bell() {
  const unread = useUnread() ?? 0;
  useOtherTabs();
  const [near, setNear] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const approach = () => setNear(true);
  return (
    <>
      <IconButton
        aria-label={bellInWords(unread)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={approach}
        onFocus={approach}
        onClick={(event) => {
          approach();
          setAnchor(event.currentTarget);
        }}
      >
        <Badge
          // Its last number would stay in the page, unseen.
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
      <Suspense fallback={null}>
        {near && <NotificationsMenu anchor={anchor} unread={unread} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}
