/** The Sort dialog: common orders. Any column also sorts by its header. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useOverlay } from '../../platform/address/overlays.ts';
import { isExpiringSoon } from '../../platform/address/page-paths.ts';
import { messages as common } from '../../ui/messages.ts';
import { ENDING_FIRST, messages, SORT_CHOICES } from './messages.ts';
import { useListView } from './use-list-view.ts';

function SortForm() {
  const { view, apply } = useListView();
  const { close } = useOverlay();
  const { pathname } = useLocation();
  const choices = isExpiringSoon(pathname) ? [ENDING_FIRST, ...SORT_CHOICES] : SORT_CHOICES;
  const [chosen, choose] = useState(`${view.sort} ${view.dir}`);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const choice = choices.find(({ sort, dir }) => `${sort} ${dir}` === chosen);
        apply(choice === undefined ? {} : { sort: choice.sort, dir: choice.dir });
      }}
    >
      <DialogContent>
        <RadioGroup aria-labelledby="sort-title" value={chosen} onChange={(_, value) => choose(value)}>
          {choices.map(({ sort, dir, label }) => (
            <FormControlLabel
              key={label}
              value={`${sort} ${dir}`}
              label={label}
              sx={{ ml: -0.5, minHeight: 36 }}
              control={<Radio size="small" sx={{ p: 0.5, mr: 0.5 }} />}
            />
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => close('dialog')}>{common.cancel}</Button>
        <Button type="submit" variant="contained" color="primary">
          {messages.apply}
        </Button>
      </DialogActions>
    </form>
  );
}

export function SortDialog() {
  const { close } = useOverlay();
  return (
    <Dialog open onClose={() => close('dialog')} fullWidth maxWidth="xs" aria-labelledby="sort-title">
      <DialogTitle id="sort-title">{messages.sortTitle}</DialogTitle>
      <SortForm />
    </Dialog>
  );
}
