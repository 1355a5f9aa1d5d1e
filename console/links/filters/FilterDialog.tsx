/** The Filter Links dialog: statuses, link types and tags; several of each. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { STATUS_FILTERS } from '../../../query-service/contract/list-options.ts';
import { useOverlay } from '../../platform/address/overlays.ts';
import { teamIdFromPath } from '../../platform/address/page-paths.ts';
import { messages as common } from '../../ui/messages.ts';
import { messages as linkMessages, STATUS_LABELS, TYPE_LABELS } from '../messages.ts';
import { TagInput } from '../tags/TagInput.tsx';
import { LINK_TYPE_CHOICES, type LinkTypeChoice, type StatusChoice } from './list-view.ts';
import { messages } from './messages.ts';
import { useListView } from './use-list-view.ts';

interface ChoicesProps<Choice extends string> {
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly labels: Readonly<Record<Choice, string>>;
  readonly chosen: readonly Choice[];
  readonly choose: (chosen: readonly Choice[]) => void;
}

function Choices<Choice extends string>({ legend, choices, labels, chosen, choose }: ChoicesProps<Choice>) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 0.5, fontSize: '0.8125rem', fontWeight: 500, color: 'text.secondary' }}>
        {legend}
      </Box>
      {choices.map((choice) => (
        <FormControlLabel
          key={choice}
          label={labels[choice]}
          sx={{ display: 'flex', ml: -0.5, mr: 0, minHeight: 32 }}
          control={
            <Checkbox
              size="small"
              sx={{ p: 0.5, mr: 0.5 }}
              checked={chosen.includes(choice)}
              onChange={(_, on) => choose(choices.filter((each) => (each === choice ? on : chosen.includes(each))))}
            />
          }
        />
      ))}
    </Box>
  );
}

function FilterForm() {
  const { view, apply } = useListView();
  const { close } = useOverlay();
  const { pathname } = useLocation();
  const [status, setStatus] = useState<readonly StatusChoice[]>(view.status);
  const [linkType, setLinkType] = useState<readonly LinkTypeChoice[]>(view.linkType);
  const [tag, setTag] = useState<readonly string[]>(view.tag);
  const clean = status.length + linkType.length + tag.length === 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply({ status, linkType, tag });
      }}
    >
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
        <Choices
          legend={messages.status}
          choices={STATUS_FILTERS}
          labels={STATUS_LABELS}
          chosen={status}
          choose={setStatus}
        />
        <Choices
          legend={linkMessages.linkType}
          choices={LINK_TYPE_CHOICES}
          labels={TYPE_LABELS}
          chosen={linkType}
          choose={setLinkType}
        />
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <TagInput label={messages.withTags} tags={tag} choose={setTag} teamId={teamIdFromPath(pathname) ?? ''} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button
          variant="text"
          disabled={clean}
          sx={{ mr: 'auto', ml: -1.5 }}
          onClick={() => {
            setStatus([]);
            setLinkType([]);
            setTag([]);
          }}
        >
          {messages.clear}
        </Button>
        <Button onClick={() => close('dialog')}>{common.cancel}</Button>
        <Button type="submit" variant="contained" color="primary">
          {messages.apply}
        </Button>
      </DialogActions>
    </form>
  );
}

export function FilterDialog() {
  const { close } = useOverlay();
  return (
    <Dialog open onClose={() => close('dialog')} fullWidth maxWidth="xs" aria-labelledby="filter-title">
      <DialogTitle id="filter-title">{messages.filterTitle}</DialogTitle>
      <FilterForm />
    </Dialog>
  );
}
