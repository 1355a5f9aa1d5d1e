/** The menu of the signed-in person: settings, shortcuts, log out. */
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { logOut } from '../../session/log-out.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { KeyboardIcon, LogOutIcon, MonitorIcon, SettingsIcon, UserIcon } from '../../ui/layout/icons.tsx';
import { MenuButton } from '../../ui/layout/MenuButton.tsx';
import { displayNameOf, initialsOf } from '../../users/display-name.ts';
import { usePhoto } from '../../users/queries.ts';
import { messages } from './messages.ts';

export function ProfileMenu() {
  const user = useCurrentUser();
  const { data: photo } = usePhoto();
  const navigate = useNavigate();
  const { open } = useOverlay();
  const name = displayNameOf(user);
  const go = (to: string) => () => void navigate(to);
  return (
    <MenuButton
      button={(props) => (
        <IconButton {...props} aria-label={messages.profileMenu}>
          <Avatar initials={initialsOf(user)} photo={photo?.profilePhoto ?? null} />
        </IconButton>
      )}
      header={
        <Box role="presentation" sx={{ px: 1, py: 0.75, width: 208 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          {name !== user.email && (
            <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
              {user.email}
            </Typography>
          )}
        </Box>
      }
      actions={[
        { label: messages.profile, icon: <UserIcon />, begins: true, run: go('/settings#profile') },
        { label: messages.settings, icon: <SettingsIcon />, run: go('/settings') },
        ...(user.isAdministrator ? [{ label: messages.system, icon: <MonitorIcon />, run: go('/system') }] : []),
        { label: messages.keyboard, icon: <KeyboardIcon />, run: () => open('dialog', 'keys') },
        { label: messages.logOut, icon: <LogOutIcon />, begins: true, run: () => void logOut() },
      ]}
    />
  );
}
