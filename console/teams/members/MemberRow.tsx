/** One member in the Manage Team dialog: who it is, what they may do, and the way out. */
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PERMISSIONS, type Permission } from '../../../command-service/events.ts';
import type { MemberAnswer, TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { words as userWords } from '../../account/messages.ts';
import { useUser } from '../../session/current-user.ts';
import { Hint } from '../../ui/ActionTooltip.tsx';
import { Confirm } from '../../ui/dialogs/ConfirmDialog.tsx';
import { ChevronDownIcon, CloseIcon } from '../../ui/icons.tsx';
import { PersonAvatar } from '../../users/UserAvatar.tsx';
import { changePermission, removeMember } from '../commands.ts';
import { PERMISSION_HINTS, PERMISSION_WORDS, words } from '../messages.ts';

export const PERSON_ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 56,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const;

export function MemberRow({ team, member }: { team: TeamAnswer; member: MemberAnswer }) {
  const user = useUser();
  const [asking, setAsking] = useState(false);
  const [wish, setWish] = useState<Permission | null>(null);
  const own = member.userId === user.id;
  const admin = member.role === 'admin';
  const fixed = admin ? words.ownerFull : own ? words.yourself : null;
  const stays = admin ? words.ownerStays : own ? words.leaveInstead : null;

  const choose = async (permission: Permission) => {
    // Shown as chosen until the answer is here.
    setWish(permission);
    await changePermission(team.id, member.userId, permission);
    setWish(null);
  };

  return (
    <Box component="li" sx={PERSON_ROW}>
      <PersonAvatar person={{ id: member.userId, ...member.user }} size={32} />
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
      <Hint reason={fixed}>
        <Box sx={{ flexShrink: 0 }}>
          {admin ? (
            <Typography variant="body2" sx={{ width: 84, pl: 1, color: 'text.secondary' }}>
              {words.owner}
            </Typography>
          ) : (
            <Select
              value={wish ?? member.permission}
              onChange={({ target }) => void choose(target.value)}
              disabled={fixed !== null || wish !== null}
              IconComponent={ChevronDownIcon}
              renderValue={(permission) => PERMISSION_WORDS[permission]}
              slotProps={{ input: { 'aria-label': `${words.permission}: ${member.name}` } }}
              SelectDisplayProps={{ 'aria-label': `${words.permission}: ${member.name}` }}
              sx={{ width: 84, '& .MuiSelect-select': { py: '3px', pl: 1, fontSize: '0.8125rem' } }}
            >
              {PERMISSIONS.map((permission) => (
                <MenuItem key={permission} value={permission} sx={{ display: 'block', maxWidth: 280 }}>
                  {PERMISSION_WORDS[permission]}
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
      </Hint>
      <Hint title={words.remove} reason={stays}>
        <IconButton
          size="small"
          aria-label={`${words.remove} ${member.name}`}
          aria-disabled={stays !== null}
          onClick={() => stays === null && setAsking(true)}
          sx={stays === null ? {} : { opacity: 0.4 }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Hint>
      <Confirm
        open={asking}
        title={`${words.remove} ${member.name}?`}
        label={words.remove}
        cancel={words.cancel}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (await removeMember(team.id, member.userId, member.name)) setAsking(false);
        }}
      >
        <Typography sx={{ color: 'text.secondary' }}>{words.removeHint}</Typography>
      </Confirm>
    </Box>
  );
}
