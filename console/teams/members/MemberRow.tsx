/** One member in the Manage Team dialog: name, permission and a button to remove them. */

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PERMISSIONS, type Permission } from '../../../command-service/model/team/events.ts';
import type { MemberAnswer, TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { messages as userWords } from '../../account/messages.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { ChevronDownIcon, CloseIcon } from '../../ui/layout/icons.tsx';
import { UserAvatar } from '../../users/UserAvatar.tsx';
import { PERMISSION_LABELS, messages as teamMessages } from '../messages.ts';
import { changePermission, removeMember } from './commands.ts';
import { format, messages, PERMISSION_HINTS } from './messages.ts';
import { PERSON_ROW } from './person-row.ts';

/** Room for the longest permission in any language. */
const PERMISSION_WIDTH = 112;

export function MemberRow({ team, member }: { team: TeamAnswer; member: MemberAnswer }) {
  const user = useCurrentUser();
  const [pending, setPending] = useState<Permission | null>(null);
  const own = member.userId === user.id;
  const admin = member.role === 'admin';
  const fixed = admin ? messages.ownerFull : own ? messages.yourself : null;
  const stays = admin ? messages.ownerStays : own ? messages.leaveInstead : null;

  const choose = async (permission: Permission) => {
    // Shown until the server has answered.
    setPending(permission);
    await changePermission(team.id, member.userId, permission);
    setPending(null);
  };

  return (
    <Box component="li" sx={PERSON_ROW}>
      <UserAvatar person={{ id: member.userId, ...member.user }} size={32} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap dir="auto" title={member.name} sx={{ fontWeight: 500 }}>
          {member.name}
          {own && (
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {' '}
              ({userWords.you})
            </Box>
          )}
        </Typography>
        {member.name !== member.user.email && (
          <Typography
            variant="caption"
            noWrap
            title={member.user.email}
            sx={{ display: 'block', color: 'text.secondary' }}
          >
            {member.user.email}
          </Typography>
        )}
      </Box>
      <ActionTooltip reason={fixed}>
        <Box sx={{ flexShrink: 0 }}>
          {admin ? (
            <Typography variant="body2" sx={{ width: PERMISSION_WIDTH, pl: 1, color: 'text.secondary' }}>
              {teamMessages.owner}
            </Typography>
          ) : (
            <Select
              value={pending ?? member.permission}
              onChange={({ target }) => void choose(target.value)}
              disabled={fixed !== null || pending !== null}
              IconComponent={ChevronDownIcon}
              renderValue={(permission) => PERMISSION_LABELS[permission]}
              slotProps={{ input: { 'aria-label': format('permissionOf', { name: member.name }) } }}
              SelectDisplayProps={{ 'aria-label': format('permissionOf', { name: member.name }) }}
              sx={{ width: PERMISSION_WIDTH, '& .MuiSelect-select': { py: '3px', pl: 1, fontSize: '0.8125rem' } }}
            >
              {PERMISSIONS.map((permission) => (
                <MenuItem key={permission} value={permission} sx={{ display: 'block', maxWidth: 280 }}>
                  {PERMISSION_LABELS[permission]}
                  <Typography
                    component="span"
                    variant="caption"
                    sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal' }}
                  >
                    {PERMISSION_HINTS[permission]}
                  </Typography>
                </MenuItem>
              ))}
            </Select>
          )}
        </Box>
      </ActionTooltip>
      <ConfirmButton
        button={(ask) => (
          <ActionTooltip title={messages.remove} reason={stays}>
            <IconButton
              size="small"
              aria-label={format('removeNamed', { name: member.name })}
              onClick={() => stays === null && ask()}
              {...disabledProps(stays)}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </ActionTooltip>
        )}
        title={format('removeTitle', { name: member.name })}
        label={messages.remove}
        onConfirm={() => removeMember(team.id, member.userId, member.name)}
      >
        <Typography sx={{ color: 'text.secondary' }}>{messages.removeHint}</Typography>
      </ConfirmButton>
    </Box>
  );
}
