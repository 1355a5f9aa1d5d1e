/** The saved views: apply one, open the dashboard with it, delete it, or save the present filter and order. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useSearchState } from '../../platform/address/search-params.ts';
import { useTeams } from '../../session/my-teams.ts';
import { isAllowed } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { Label } from '../../ui/fields/TextField.tsx';
import { ChevronDownIcon } from '../../ui/layout/icons.tsx';
import { TOGGLE_STYLE } from '../../ui/layout/toggle-style.ts';
import { queryOfView } from '../filters/list-view.ts';
import { useListView } from '../filters/use-list-view.ts';
import { chooseDefaultView, deleteView, saveView } from './change-views.ts';
import { format, messages } from './messages.ts';
import { useDefaultViewId, useSavedViews } from './saved-views.ts';

/** The value of a choice without a team. */
const ONLY_ME = '';

const ROW = {
  flex: 1,
  minWidth: 0,
  display: 'block',
  px: 2,
  py: 0.75,
  textAlign: 'left',
  font: 'inherit',
  fontSize: '0.8125rem',
  borderRadius: 0.5,
  overflowWrap: 'anywhere',
  '&:hover': { bgcolor: 'action.hover' },
  '&[aria-current="true"]': { fontWeight: 600 },
} as const;

export function ViewsMenu({ anchor, onClose }: { readonly anchor: HTMLElement; readonly onClose: () => void }) {
  const { view } = useListView();
  const { change } = useSearchState();
  const { data: views = [], error } = useSavedViews();
  const defaultView = useDefaultViewId();
  const now = queryOfView(view);
  const apply = (query: string) => {
    change(() => new URLSearchParams(query));
    onClose();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': 'views-title',
          sx: { width: 320, maxHeight: '70vh', border: 1, borderColor: 'divider', mt: 0.5, py: 1 },
        },
      }}
    >
      <Typography id="views-title" component="h2" variant="h3" sx={{ px: 2, pb: 0.5 }}>
        {messages.title}
      </Typography>
      {error !== undefined && (
        <Typography role="alert" variant="body2" sx={{ px: 2 }}>
          {messages.loadFailed} {error.message}
        </Typography>
      )}
      <Box component="ul" aria-label={messages.title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {views.map((saved) => (
          <Box component="li" key={saved.id} sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
            <ButtonBase aria-current={now === saved.query} onClick={() => apply(saved.query)} sx={ROW}>
              <bdi>{saved.name}</bdi>
              {saved.teamId !== null && (
                <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
                  <bdi>{saved.teamName}</bdi>
                </Box>
              )}
            </ButtonBase>
            <ActionTooltip title={messages.startHint}>
              <Button
                size="small"
                variant="text"
                aria-label={format('startWith', { name: saved.name })}
                aria-pressed={defaultView === saved.id}
                onClick={() => void chooseDefaultView(defaultView === saved.id ? null : saved.id)}
                sx={TOGGLE_STYLE}
              >
                {messages.start}
              </Button>
            </ActionTooltip>
            {saved.mayEdit && (
              <Button
                size="small"
                variant="text"
                aria-label={format('deleteView', { name: saved.name })}
                onClick={() => void deleteView(saved)}
                sx={TOGGLE_STYLE}
              >
                {messages.delete}
              </Button>
            )}
          </Box>
        ))}
      </Box>
      <Box sx={{ mt: 1, pt: 1.5, px: 2, borderTop: 1, borderColor: 'divider' }}>
        {now === '' ? (
          <Typography variant="body2" sx={{ color: 'text.secondary', pb: 0.5 }}>
            {messages.none}
          </Typography>
        ) : (
          <SaveForm query={now} />
        )}
      </Box>
    </Popover>
  );
}

function SaveForm({ query }: { readonly query: string }) {
  const { data: views = [] } = useSavedViews();
  const teams = (useTeams() ?? []).filter((team) => isAllowed('AddSavedView', team));
  const [name, setName] = useState('');
  const [teamId, setTeamId] = useState(ONLY_ME);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || busy) return;
    setBusy(true);
    if (await saveView({ name: name.trim(), query, teamId: teamId === ONLY_ME ? null : teamId }, views)) setName('');
    setBusy(false);
  };
  return (
    <Box component="form" onSubmit={save} sx={{ display: 'grid', gap: 1 }}>
      <Box>
        <Label htmlFor="view-name">{messages.name}</Label>
        <OutlinedInput
          id="view-name"
          fullWidth
          value={name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ input: { maxLength: 200 } }}
        />
      </Box>
      {teams.length > 0 && (
        <Box>
          <Label id="view-team">{messages.sharedWith}</Label>
          <Select
            fullWidth
            labelId="view-team"
            value={teamId}
            displayEmpty
            onChange={({ target }) => setTeamId(target.value)}
            IconComponent={ChevronDownIcon}
          >
            <MenuItem value={ONLY_ME}>{messages.onlyMe}</MenuItem>
            {teams.map((team) => (
              <MenuItem key={team.id} value={team.id}>
                {team.name}
              </MenuItem>
            ))}
          </Select>
        </Box>
      )}
      <Button type="submit" variant="contained" color="primary" disabled={name.trim() === '' || busy}>
        {messages.save}
      </Button>
    </Box>
  );
}
