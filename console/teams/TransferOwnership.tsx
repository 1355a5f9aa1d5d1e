/** Makes a member the owner of a team. */
import FormControl from '@mui/material/FormControl';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { Confirm } from '../ui/dialogs/ConfirmDialog.tsx';
import { Label } from '../ui/forms/TextField.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { handOver } from './commands.ts';
import { words } from './messages.ts';

export function HandOver({ team, onClose }: { team: TeamAnswer; onClose: () => void }) {
  const id = useId();
  const [userId, setUserId] = useState(team.members[0]?.userId ?? '');
  const heir = team.members.find((member) => member.userId === userId);
  return (
    <Confirm
      title={words.handOverTitle}
      open
      label={words.handOver}
      cancel={words.cancel}
      tone="primary"
      ready={heir !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (heir !== undefined && (await handOver(team, heir.userId, heir.name))) onClose();
      }}
    >
      <Typography sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
        {team.members.length === 0 ? words.handOverNobody : words.handOverHint}
      </Typography>
      {team.members.length > 0 && (
        <FormControl fullWidth>
          <Label id={id}>{words.handOverTo}</Label>
          <Select
            labelId={id}
            value={userId}
            onChange={({ target }) => setUserId(target.value)}
            IconComponent={ChevronDownIcon}
          >
            {team.members.map((member) => (
              <MenuItem key={member.userId} value={member.userId}>
                {member.name}
              </MenuItem>
            ))}
          </Select>
        </FormControl>
      )}
    </Confirm>
  );
}
