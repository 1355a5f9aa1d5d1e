/** Makes a member the owner of a team. */
import FormControl from '@mui/material/FormControl';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { TeamAnswer } from '../../../query-service/contract/answers/teams.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Label } from '../../ui/fields/TextField.tsx';
import { ChevronDownIcon } from '../../ui/layout/icons.tsx';
import { messages as common } from '../../ui/messages.ts';
import { transferOwnership } from '../commands.ts';
import { messages } from '../messages.ts';

export function TransferOwnership({ team, onClose }: { team: TeamAnswer; onClose: () => void }) {
  const id = useId();
  const [userId, setUserId] = useState(team.members[0]?.userId ?? '');
  const heir = team.members.find((member) => member.userId === userId);
  return (
    <ConfirmDialog
      title={messages.handOverTitle}
      open
      label={messages.handOver}
      cancel={common.cancel}
      tone="primary"
      ready={heir !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (heir !== undefined && (await transferOwnership(team, heir.userId, heir.name))) onClose();
      }}
    >
      <Typography sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
        {team.members.length === 0 ? messages.handOverNobody : messages.handOverHint}
      </Typography>
      {team.members.length > 0 && (
        <FormControl fullWidth>
          <Label id={id}>{messages.handOverTo}</Label>
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
    </ConfirmDialog>
  );
}
