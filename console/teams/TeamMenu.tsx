/** The menu of a team card: Manage Team (with permission only), View Activity, Leave Team. */
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { teamPath } from '../platform/address/page-paths.ts';
import { isAllowed } from '../session/permissions.ts';
import { DashboardIcon, LogOutIcon, MoreIcon, SettingsIcon } from '../ui/layout/icons.tsx';
import { format, messages } from './messages.ts';

interface TeamMenuProps {
  readonly team: TeamAnswer;
  /** The menu is on the team's own page. */
  readonly here?: boolean;
}

export function TeamMenu({ team, here = false }: TeamMenuProps) {
  const { open } = useOverlay();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      <IconButton
        aria-label={format('teamMenu', { team: team.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {isAllowed('RenameTeam', team) && (
          <MenuItem onClick={choose(() => open('manage', team.id))}>
            <ListItemIcon>
              <SettingsIcon />
            </ListItemIcon>
            {messages.manageTeam}
          </MenuItem>
        )}
        {!here && (
          <MenuItem onClick={choose(() => void navigate(teamPath(team.id)))}>
            <ListItemIcon>
              <DashboardIcon />
            </ListItemIcon>
            {messages.viewActivity}
          </MenuItem>
        )}
        <MenuItem onClick={choose(() => open('leave', team.id))}>
          <ListItemIcon>
            <LogOutIcon />
          </ListItemIcon>
          {messages.leaveTeam}
        </MenuItem>
      </Menu>
    </>
  );
}
