/** The navigation: open (16rem), icons only (3rem), or a sheet on small screens (18rem). */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { Link, useLocation } from 'react-router';
import { SidebarPlan } from '../../billing/SidebarPlan.tsx';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import { messages as common } from '../../ui/messages.ts';
import { SIDEBAR } from '../../ui/theme/breakpoints.ts';
import { messages } from './messages.ts';
import { NAVIGATION } from './navigation.ts';

const GROUPS = [
  { label: null, entries: NAVIGATION.filter(({ group }) => group === 'main') },
  { label: messages.account, entries: NAVIGATION.filter(({ group }) => group === 'account') },
];

function SidebarContent({ icons, onGo }: { icons: boolean; onGo?: () => void }) {
  const { pathname } = useLocation();
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, height: 56, px: 1.5, flexShrink: 0 }}>
        <Logo />
        {!icons && <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em' }}>{common.product}</Typography>}
      </Box>
      <Box
        component="nav"
        aria-label={messages.mainNavigation}
        sx={{ px: 1, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
      >
        {GROUPS.map(({ label, entries }) => (
          <Box key={label ?? ''}>
            {label !== null && icons && <Box sx={{ mx: 0.5, mb: 2, borderTop: 1, borderColor: 'divider' }} />}
            {label !== null && !icons && (
              <Typography
                component="h2"
                variant="caption"
                sx={{
                  display: 'block',
                  px: 1,
                  pb: 0.5,
                  color: 'text.secondary',
                  fontWeight: 500,
                }}
              >
                {label}
              </Typography>
            )}
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.25 }}>
              {entries.map(({ to, label: name, Icon }) => {
                const active = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
                return (
                  <li key={to}>
                    <ActionTooltip title={icons ? name : ''} placement="right">
                      <ButtonBase
                        component={Link}
                        to={to}
                        aria-current={active ? 'page' : undefined}
                        aria-label={icons ? name : undefined}
                        {...(onGo === undefined ? {} : { onClick: onGo })}
                        sx={{
                          width: '100%',
                          height: 32,
                          px: 0.875,
                          gap: 1.25,
                          justifyContent: 'flex-start',
                          borderRadius: 1,
                          fontSize: '0.8125rem',
                          fontWeight: 500,
                          color: active ? 'text.primary' : 'text.secondary',
                          bgcolor: active ? 'action.selected' : 'transparent',
                          '&:hover': { bgcolor: active ? 'action.selected' : 'action.hover', color: 'text.primary' },
                        }}
                      >
                        <Icon aria-hidden />
                        {!icons && name}
                      </ButtonBase>
                    </ActionTooltip>
                  </li>
                );
              })}
            </Box>
          </Box>
        ))}
      </Box>
      <Box sx={{ mt: 'auto', flexShrink: 0 }}>
        <SidebarPlan icons={icons} {...(onGo === undefined ? {} : { onGo })} />
      </Box>
    </>
  );
}

interface SidebarProps {
  readonly small: boolean;
  readonly open: boolean;
  readonly sheetOpen: boolean;
  readonly closeSheet: () => void;
}

export function Sidebar({ small, open, sheetOpen, closeSheet }: SidebarProps) {
  if (small) {
    return (
      <Drawer
        open={sheetOpen}
        onClose={closeSheet}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-label': messages.sidebar,
            sx: {
              width: SIDEBAR.sheet,
              maxWidth: '85vw',
              borderRadius: 0,
              bgcolor: 'background.sunken',
              borderRight: 1,
              borderColor: 'divider',
            },
          },
        }}
      >
        <SidebarContent icons={false} onGo={closeSheet} />
      </Drawer>
    );
  }
  return (
    <Box
      component="aside"
      aria-label={messages.sidebar}
      data-state={open ? 'expanded' : 'collapsed'}
      sx={{
        position: 'sticky',
        top: 0,
        height: '100dvh',
        flexShrink: 0,
        width: open ? SIDEBAR.open : SIDEBAR.icons,
        display: 'flex',
        flexDirection: 'column',
        overflowX: 'hidden',
        overflowY: 'auto',
        bgcolor: 'background.sunken',
        borderRight: 1,
        borderColor: 'divider',
        transition: 'width 160ms ease',
      }}
    >
      <SidebarContent icons={!open} />
    </Box>
  );
}
