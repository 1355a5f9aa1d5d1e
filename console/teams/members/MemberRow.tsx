/** One member in the Manage Team dialog: who it is, what they may do, and the way out. */

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PERMISSIONS, type Permission } from '../../../command-service/events/team.ts';
import type { MemberAnswer, TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { messages as userWords } from '../../account/messages.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { ActionTooltip } from '../../ui/ActionTooltip.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { ChevronDownIcon, CloseIcon } from '../../ui/icons.tsx';
import { UserAvatar } from '../../users/UserAvatar.tsx';
import { messages, PERMISSION_LABELS } from '../messages.ts';
import { changePermission, removeMember } from './commands.ts';
import { messages as memberMessages, PERMISSION_HINTS } from './messages.ts';
import { PERSON_ROW } from './person-row.ts';

export function MemberRow({ team, member }: { team: TeamAnswer; member: MemberAnswer }) {
  const user = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const [pending, setWish] = useState<Permission | null>(null);
  const own = member.userId === user.id;
  const admin = member.role === 'admin';
  const fixed = admin ? memberMessages.ownerFull : own ? memberMessages.yourself : null;
  const stays = admin ? memberMessages.ownerStays : own ? memberMessages.leaveInstead : null;

  const choose = async (permission: Permission) => {
    // Shown as chosen until the answer is here.
    setWish(permission);
    await changePermission(team.id, member.userId, permission);
    setWish(null);
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
            <Typography variant="body2" sx={{ width: 84, pl: 1, color: 'text.secondary' }}>
              {messages.owner}
            </Typography>
          ) : (
            <Select
              value={pending ?? member.permission}
              onChange={({ target }) => void choose(target.value)}
              disabled={fixed !== null || pending !== null}
              IconComponent={ChevronDownIcon}
              renderValue={(permission) => PERMISSION_LABELS[permission]}
              slotProps={{ input: { 'aria-label': `${memberMessages.permission}: ${member.name}` } }}
              SelectDisplayProps={{ 'aria-label': `${memberMessages.permission}: ${member.name}` }}
              sx={{ width: 84, '& .MuiSelect-select': { py: '3px', pl: 1, fontSize: '0.8125rem' } }}
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
      <ActionTooltip title={memberMessages.remove} reason={stays}>
        <IconButton
          size="small"
          aria-label={`${memberMessages.remove} ${member.name}`}
          aria-disabled={stays !== null}
          onClick={() => stays === null && setAsking(true)}
          sx={stays === null ? {} : { opacity: 0.4 }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </ActionTooltip>
      <ConfirmDialog
        open={asking}
        title={`${memberMessages.remove} ${member.name}?`}
        label={memberMessages.remove}
        cancel={messages.cancel}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (await removeMember(team.id, member.userId, member.name)) setAsking(false);
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{memberMessages.removeHint}</Typography>
      </ConfirmDialog>
    </Box>
  );
}
