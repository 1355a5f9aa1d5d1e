/** The menu of the signed-in person: settings, shortcuts, log out. */
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { logOut } from '../../session/log-out.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { KeyboardIcon, LogOutIcon, MonitorIcon, SettingsIcon, UserIcon } from '../../ui/layout/icons.tsx';
import { displayNameOf, initialsOf } from '../../users/display-name.ts';
import { usePhoto } from '../../users/queries.ts';
import { messages } from './messages.ts';

export function ProfileMenu() {
  const user = useCurrentUser();
  const { data: photo } = usePhoto();
  const navigate = useNavigate();
  const { open: openOverlay } = useOverlay();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const name = displayNameOf(user);
  const go = (to: string) => () => {
    close();
    void navigate(to);
  };

  return (
    <>
      <IconButton
        aria-label={messages.profileMenu}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar initials={initialsOf(user)} photo={photo?.profilePhoto ?? null} />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 224 } } }}
      >
        <Box role="presentation" sx={{ px: 1, py: 0.75 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          {name !== user.email && (
            <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
              {user.email}
            </Typography>
          )}
        </Box>
        <Divider sx={{ my: 0.5 }} />
        <MenuItem onClick={go('/settings#profile')}>
          <ListItemIcon>
            <UserIcon />
          </ListItemIcon>
          {messages.profile}
        </MenuItem>
        <MenuItem onClick={go('/settings')}>
          <ListItemIcon>
            <SettingsIcon />
          </ListItemIcon>
          {messages.settings}
        </MenuItem>
        {user.isAdministrator && (
          <MenuItem onClick={go('/system')}>
            <ListItemIcon>
              <MonitorIcon />
            </ListItemIcon>
            {messages.system}
          </MenuItem>
        )}
        <MenuItem
          onClick={() => {
            close();
            openOverlay('dialog', 'keys');
          }}
        >
          <ListItemIcon>
            <KeyboardIcon />
          </ListItemIcon>
          {messages.keyboard}
        </MenuItem>
        <Divider sx={{ my: 0.5 }} />
        <MenuItem
          onClick={() => {
            close();
            void logOut();
          }}
        >
          <ListItemIcon>
            <LogOutIcon />
          </ListItemIcon>
          {messages.logOut}
        </MenuItem>
      </Menu>
    </>
  );
}
