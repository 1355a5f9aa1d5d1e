/** The menu of a team card: what the person may do in it. */
import IconButton from '@mui/material/IconButton';
import { useNavigate } from 'react-router';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { teamPath } from '../platform/address/page-paths.ts';
import { isAllowed } from '../session/permissions.ts';
import {
  BellIcon,
  DashboardIcon,
  LogOutIcon,
  MoreIcon,
  MoveIcon,
  SettingsIcon,
  TagIcon,
  TermsIcon,
} from '../ui/layout/icons.tsx';
import { MenuButton } from '../ui/layout/MenuButton.tsx';
import { format, messages } from './messages.ts';

interface TeamMenuProps {
  readonly team: TeamAnswer;
  /** The menu is on the team's own page. */
  readonly here?: boolean;
}

export function TeamMenu({ team, here = false }: TeamMenuProps) {
  const { open } = useOverlay();
  const navigate = useNavigate();
  return (
    <MenuButton
      button={(props) => (
        <IconButton {...props} aria-label={format('teamMenu', { team: team.name })}>
          <MoreIcon />
        </IconButton>
      )}
      actions={[
        ...(isAllowed('RenameTeam', team)
          ? [{ label: messages.manageTeam, icon: <SettingsIcon />, run: () => open('manage', team.id) }]
          : []),
        ...(here
          ? []
          : [{ label: messages.viewActivity, icon: <DashboardIcon />, run: () => void navigate(teamPath(team.id)) }]),
        ...(isAllowed('EditBrand', team)
          ? [{ label: messages.brand, icon: <TagIcon />, run: () => open('brand', team.id) }]
          : []),
        ...(isAllowed('EditChannels', team)
          ? [{ label: messages.channels, icon: <MoveIcon />, run: () => void navigate(`/channels?team=${team.id}`) }]
          : []),
        { label: messages.templates, icon: <TermsIcon />, run: () => open('templates', team.id) },
        ...(isAllowed('EditAlertRules', team)
          ? [
              {
                label: messages.alertRules,
                icon: <BellIcon />,
                run: () => void navigate(`/alerts/rules?team=${team.id}`),
              },
            ]
          : []),
        { label: messages.leaveTeam, icon: <LogOutIcon />, run: () => open('leave', team.id) },
      ]}
    />
  );
}
