/** The notifications menu: the few alerts that matter now (infra/docs/product.md, "Alerts"). */
import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useNow } from '../../platform/timing/use-now.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { messages as common } from '../../ui/messages.ts';
import { RelativeTime } from '../../ui/text/RelativeTime.tsx';
import { AlertText } from '../AlertText.tsx';
import { AlertTypeIcon } from '../AlertTypeIcon.tsx';
import { markAllRead, markRead } from '../commands.ts';
import { formatUnread, messages } from '../messages.ts';
import { notificationsOf, stableOrder } from '../notifications.ts';
import { type Incident, isAttention, isDaily, targetOf } from '../present-alert.ts';
import { alertsUrl, useAlerts } from '../queries.ts';
import { useReadSync } from '../use-read-sync.ts';

/** The newest alerts, from which the menu selects. */
const PATH = alertsUrl('all', 1, 100);

/** Stays visible however long the list is. */
const FOOT = {
  position: 'sticky',
  bottom: 0,
  mt: 0.5,
  minHeight: 40,
  fontWeight: 500,
  borderTop: 1,
  borderColor: 'divider',
  borderRadius: 0,
  bgcolor: 'background.paper',
  '&:hover, &.Mui-focusVisible': { bgcolor: 'background.sunken' },
} as const;

/** A line of text that cannot be pressed. */
const TEXT_LINE = {
  '&.Mui-disabled': { opacity: 1, color: 'text.secondary' },
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;

interface NotificationsMenuProps {
  /** The element at which the menu opens; null: closed. */
  readonly anchor: HTMLElement | null;
  readonly unread: number;
  readonly onClose: () => void;
}

export function NotificationsMenu({ anchor, unread, onClose }: NotificationsMenuProps) {
  const { id: userId } = useCurrentUser();
  const { open: openOverlay } = useOverlay();
  const navigate = useNavigate();
  const now = useNow();
  const { data, error, mutate } = useAlerts(PATH);
  useReadSync('readNotifications', data?.rows);
  const open = anchor !== null;
  const shown = useRef<readonly Incident[]>([]);
  const newest = notificationsOf(data?.rows ?? [], now);
  const items = open ? stableOrder(shown.current, newest) : shown.current;
  useEffect(() => {
    // While the menu is open, no row moves under the pointer. The next time, it shows the newest alerts.
    shown.current = open ? items : [];
  });

  const press = (alert: Incident) => {
    onClose();
    void markRead(alert.members, 'readNotifications', userId);
    const target = alert.members.length > 1 ? { screen: '/alerts' } : targetOf(alert);
    if (target === null) return;
    if ('link' in target) openOverlay('link', target.link);
    else void navigate(target.screen);
  };

  return (
    <Menu
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        // A landmark, because axe expects all content in one. The toasts' landmark has the menu's name already.
        paper: { role: 'region', 'aria-label': messages.alerts, sx: { width: 'min(384px, calc(100vw - 32px))' } },
        list: { 'aria-label': messages.notifications, sx: { pb: 0 } },
      }}
    >
      {items.map((alert) => (
        <MenuItem
          key={alert.id}
          onClick={() => press(alert)}
          sx={{ display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', gap: 1, alignItems: 'start', py: 1 }}
        >
          <AlertTypeIcon type={alert.type} attention={isAttention(alert)} />
          <Box sx={{ minWidth: 0, whiteSpace: 'normal' }}>
            <AlertText alert={alert} lines={2} />
            <Box sx={{ mt: 0.25, color: 'text.secondary', fontSize: '0.75rem' }}>
              {isDaily(alert) ? messages.today : <RelativeTime at={alert.at} />}
            </Box>
          </Box>
        </MenuItem>
      ))}
      {items.length === 0 && data !== undefined && (
        <MenuItem disabled sx={{ ...TEXT_LINE, justifyContent: 'center', py: 2 }}>
          {messages.noNotifications}
        </MenuItem>
      )}
      {data === undefined &&
        (error === undefined ? (
          <Box aria-hidden sx={{ px: 1 }}>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} height={56} />
            ))}
          </Box>
        ) : (
          <MenuItem disabled sx={TEXT_LINE}>
            {messages.notificationsFailed}. {error.message}
          </MenuItem>
        ))}
      {data === undefined && error !== undefined && <MenuItem onClick={() => void mutate()}>{common.retry}</MenuItem>}
      {unread > 0 && (
        <MenuItem
          onClick={() => {
            onClose();
            void markAllRead();
          }}
        >
          {messages.markAll}
        </MenuItem>
      )}
      <MenuItem
        onClick={() => {
          onClose();
          void navigate('/alerts');
        }}
        sx={FOOT}
      >
        {messages.viewAll}
        {unread > 0 && (
          <Box component="span" sx={{ ml: 'auto', color: 'text.secondary', fontWeight: 400 }}>
            {formatUnread(unread)}
          </Box>
        )}
      </MenuItem>
    </Menu>
  );
}
