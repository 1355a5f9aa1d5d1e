/** The header: search, filter, sort, add, theme, notifications, profile. */
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import { type RefObject, useRef } from 'react';
import { useLocation } from 'react-router';
import { NotificationsButton } from '../../alerts/notifications/NotificationsButton.tsx';
import { AddLinkButton } from '../../links/actions/AddLinkButton.tsx';
import { countFilters } from '../../links/filters/list-request.ts';
import { useListView } from '../../links/filters/use-list-view.ts';
import { messages as pastWords } from '../../past/messages.ts';
import { PastButton } from '../../past/PastButton.tsx';
import { usePast } from '../../platform/address/as-of.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { campaignIdFromPath, listsLinks } from '../../platform/address/page-paths.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import {
  CalendarIcon,
  CampaignsIcon,
  CommandIcon,
  FilterIcon,
  MoonIcon,
  MoreIcon,
  PanelIcon,
  PlusIcon,
  SortIcon,
  SunIcon,
} from '../../ui/layout/icons.tsx';
import { MenuButton } from '../../ui/layout/MenuButton.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { ThemeToggle } from '../../ui/theme/ThemeToggle.tsx';
import { useThemeSwitch } from '../../ui/theme/use-theme-switch.ts';
import { messages } from './messages.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { useHeaderRoom } from './use-header-room.ts';

interface HeaderProps {
  readonly small: boolean;
  readonly connected: boolean;
  readonly toggleSidebar: () => void;
  readonly searchRef: RefObject<HTMLInputElement | null>;
}

export function Header({ small: phone, connected, toggleSidebar, searchRef }: HeaderProps) {
  const { pathname } = useLocation();
  const { open } = useOverlay();
  const header = useRef<HTMLElement>(null);
  const room = useHeaderRoom(header);
  const small = phone || room === 'little';
  const tight = small || room === 'some';
  const withLinks = listsLinks(pathname);
  const { dark, label: themeLabel, toggle: toggleTheme } = useThemeSwitch();
  const past = usePast();
  const filters = countFilters(useListView().view);
  const choose = (dialog: 'filter' | 'sort' | 'create-campaign' | 'past') => () => open('dialog', dialog);

  return (
    <Box
      component="header"
      ref={header}
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: 56,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, sm: 1 },
        px: { xs: 1, md: 2 },
        bgcolor: 'background.default',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <ActionTooltip title={messages.toggleSidebar}>
        <IconButton aria-label={messages.toggleSidebar} aria-keyshortcuts="Control+B Meta+B" onClick={toggleSidebar}>
          <PanelIcon />
        </IconButton>
      </ActionTooltip>
      <SearchBox small={small} inputRef={searchRef} />
      <Toolbar
        label={messages.actions}
        // On a narrow screen the search shrinks, not the labels of the buttons.
        sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 }, flex: { xs: 'none', sm: '1 0 auto' } }}
      >
        {withLinks && !tight && (
          <>
            <Button
              startIcon={
                <Badge badgeContent={filters} color="primary" variant="dot" invisible={filters === 0}>
                  <FilterIcon />
                </Badge>
              }
              onClick={choose('filter')}
            >
              {messages.filter}
            </Button>
            <Button startIcon={<SortIcon />} onClick={choose('sort')}>
              {messages.sort}
            </Button>
          </>
        )}
        {!small && <Box sx={{ ml: 'auto' }} />}
        {/* The page of campaigns has this button beside its heading, and a campaign's page has Add Link there. */}
        {!small && <PastButton />}
        {!tight && !past && pathname !== '/campaigns' && (
          <Button startIcon={<CampaignsIcon />} onClick={choose('create-campaign')}>
            {messages.createCampaign}
          </Button>
        )}
        {!connected && (
          <ActionTooltip reason={messages.pausedHint}>
            <Chip role="status" size="small" variant="outlined" label={messages.paused} />
          </ActionTooltip>
        )}
        {tight && (
          <MenuButton
            button={(props) => (
              <IconButton {...props} aria-label={messages.moreActions}>
                <Badge badgeContent={filters} color="primary" variant="dot" invisible={filters === 0}>
                  <MoreIcon />
                </Badge>
              </IconButton>
            )}
            actions={[
              { label: messages.palette, icon: <CommandIcon />, run: () => open('palette', '1') },
              ...(withLinks
                ? [
                    { label: messages.filter, icon: <FilterIcon />, run: choose('filter') },
                    { label: messages.sort, icon: <SortIcon />, run: choose('sort') },
                  ]
                : []),
              ...(past
                ? []
                : [{ label: messages.createCampaign, icon: <CampaignsIcon />, run: choose('create-campaign') }]),
              ...(small
                ? [
                    { label: pastWords.pick, icon: <CalendarIcon />, run: choose('past') },
                    { label: themeLabel, icon: dark ? <SunIcon /> : <MoonIcon />, run: toggleTheme },
                  ]
                : []),
            ]}
          />
        )}
        {past ? null : small ? (
          <IconButton
            aria-label={messages.addLink}
            onClick={() => open('dialog', 'add')}
            sx={{ bgcolor: 'primary.main', color: 'primary.contrastText', '&:hover': { bgcolor: 'primary.dark' } }}
          >
            <PlusIcon />
          </IconButton>
        ) : (
          campaignIdFromPath(pathname) === null && <AddLinkButton>{messages.addLink}</AddLinkButton>
        )}
        {!small && <ThemeToggle />}
        <NotificationsButton />
        <ProfileMenu />
      </Toolbar>
    </Box>
  );
}
