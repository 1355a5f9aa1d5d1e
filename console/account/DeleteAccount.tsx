/** The Delete Account dialog: what is deleted, what stays, a new owner for each team, and the address to confirm. */
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { TeamAnswer } from '../../query-service/contract/answers/teams.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { clearAndReload } from '../session/log-out.ts';
import { useTeamsOf } from '../session/my-teams.ts';
import { useReauthentication } from '../session/use-reauthentication.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { Label } from '../ui/fields/TextField.tsx';
import { ChevronDownIcon } from '../ui/layout/icons.tsx';
import { format, GOES, messages, STAYS } from './messages.ts';

/** New owners by team id; NOBODY deletes the team. */
type Successors = Readonly<Record<string, string>>;

const NOBODY = '';

function BulletList({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <Box>
      <Typography component="h3" variant="h3">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, color: 'text.secondary', fontSize: '0.8125rem' }}>
        {points.map((point) => (
          <Box component="li" key={point} sx={{ mb: 0.5, textWrap: 'pretty' }}>
            {point}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function TeamSuccessor({
  team,
  successor,
  choose,
}: {
  team: TeamAnswer;
  successor: string;
  choose: (userId: string) => void;
}) {
  const id = useId();
  if (team.members.length === 0) {
    return (
      <Box>
        <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {team.name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {messages.nobodyToInherit}
        </Typography>
      </Box>
    );
  }
  return (
    <FormControl fullWidth sx={{ minWidth: 0 }}>
      <Label id={id}>{format('successorLabel', { team: team.name })}</Label>
      <Select
        labelId={id}
        value={successor}
        displayEmpty
        IconComponent={ChevronDownIcon}
        onChange={({ target }) => choose(target.value)}
      >
        {team.members.map(({ userId, name }) => (
          <MenuItem key={userId} value={userId}>
            {format('successor', { name })}
          </MenuItem>
        ))}
        <MenuItem value={NOBODY}>{messages.deleteTeam}</MenuItem>
      </Select>
    </FormControl>
  );
}

export function DeleteAccount() {
  const user = useCurrentUser();
  const teams = useTeamsOf('my');
  const { close } = useOverlay();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Successors>({});
  const id = useId();
  const reauth = useReauthentication('/settings?dialog=delete-account#account');
  const owned = teams.data?.rows ?? [];
  // A team with members gets a new owner unless the person chooses to delete it.
  const successorOf = (team: TeamAnswer) => chosen[team.id] ?? team.members[0]?.userId ?? NOBODY;

  return (
    <ConfirmDialog
      open
      title={messages.deleteTitle}
      label={messages.deleteForGood}
      cancel={messages.keepMyAccount}
      ready={teams.data !== undefined && typed.trim().toLowerCase() === user.email.toLowerCase()}
      onClose={() => close('dialog')}
      onConfirm={async () => {
        const heirs = owned
          .map((team) => ({ teamId: team.id, userId: successorOf(team) }))
          .filter(({ userId }) => userId !== NOBODY);
        await reauth.run(async () => {
          await send('DELETE', '/api/user', { body: { confirmation: typed.trim(), heirs } });
          clearAndReload();
        });
      }}
    >
      <BulletList title={messages.goes} points={GOES} />
      <BulletList title={messages.stays} points={STAYS} />
      <QueryState query={teams} failed={messages.teamsFailed} rows={1}>
        {({ rows }) =>
          rows.length > 0 && (
            <Box sx={{ display: 'grid', gap: 1.5 }}>
              <Typography component="h3" variant="h3">
                {messages.yourTeams}
              </Typography>
              {rows.map((team) => (
                <TeamSuccessor
                  key={team.id}
                  team={team}
                  successor={successorOf(team)}
                  choose={(userId) => setChosen({ ...chosen, [team.id]: userId })}
                />
              ))}
            </Box>
          )
        }
      </QueryState>
      <Typography sx={{ fontWeight: 600, color: 'error.main' }}>{messages.noWayBack}</Typography>
      <FormControl fullWidth>
        <Label htmlFor={id}>{format('typeToConfirm', { email: user.email })}</Label>
        <OutlinedInput
          id={id}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ input: { autoComplete: 'off', spellCheck: false, inputMode: 'email' } }}
        />
      </FormControl>
      {reauth.notice}
    </ConfirmDialog>
  );
}
