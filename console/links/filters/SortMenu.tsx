/** The Sort menu: common orders. Any column also sorts by its title. */
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { isExpiringSoon } from '../../platform/address/page-paths.ts';
import { ListMenu } from './ListMenu.tsx';
import { ENDING_FIRST, messages, SORT_CHOICES } from './messages.ts';
import { useListView } from './use-list-view.ts';

export function SortMenu() {
  const { view, replace } = useListView();
  const { pathname } = useLocation();
  const choices = isExpiringSoon(pathname) ? [ENDING_FIRST, ...SORT_CHOICES] : SORT_CHOICES;
  // A press is shown at once; the address and the view follow.
  const at = `${view.sort} ${view.dir}`;
  const [pressed, setPressed] = useState<{ readonly at: string; readonly order: string } | null>(null);
  return (
    <ListMenu titleId="sort-title" width={264}>
      <Box sx={{ px: 2, py: 1.5 }}>
        <Typography id="sort-title" component="h2" variant="h3" sx={{ mb: 0.5 }}>
          {messages.sortTitle}
        </Typography>
        <RadioGroup
          aria-labelledby="sort-title"
          value={pressed?.at === at ? pressed.order : at}
          onChange={(_, value) => {
            setPressed({ at, order: value });
            const choice = choices.find(({ sort, dir }) => `${sort} ${dir}` === value);
            if (choice !== undefined) replace(() => ({ sort: choice.sort, dir: choice.dir }));
          }}
        >
          {choices.map(({ sort, dir, label }) => (
            <FormControlLabel
              key={label}
              value={`${sort} ${dir}`}
              label={label}
              sx={{ ml: -0.5, minHeight: 32 }}
              control={<Radio size="small" sx={{ p: 0.5, mr: 0.5 }} />}
            />
          ))}
        </RadioGroup>
      </Box>
    </ListMenu>
  );
}
