/** Chooses the day to show. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { dayOf } from '../../command-service/contract/schema/days.ts';
import { TO_TODAY, useAsOf } from '../platform/address/as-of.ts';
import { useBackToToday } from '../platform/address/back-to-today.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { formatDay } from '../platform/format/dates.ts';
import { OverlayDialog } from '../ui/dialogs/OverlayDialog.tsx';
import { messages as common } from '../ui/messages.ts';
import { comparedAt, comparePath } from './compare-path.ts';
import { CHOICE_NAMES, daysToChoose } from './days.ts';
import { CHOICES, formatBefore, messages } from './messages.ts';
import { useFirstDay } from './use-moment.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function PastDialog() {
  const { close } = useOverlay();
  const { put } = useSearchState();
  const { pathname } = useLocation();
  const asOf = useAsOf();
  const backToToday = useBackToToday();
  const firstDay = useFirstDay();
  const now = Date.now();
  const today = dayOf(new Date(now));
  const choices = daysToChoose(now);
  const [day, setDay] = useState(asOf !== null && DAY.test(asOf) ? asOf : choices.yesterday);
  const isPossible = DAY.test(day) && day <= today;
  const show = (chosen: string) => put({ asOf: chosen, dialog: null, page: null }, { replace: true });
  return (
    <OverlayDialog title={messages.pick} maxWidth="xs" onClose={() => close('dialog')}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
          {messages.pickHint} {firstDay !== null && formatBefore(firstDay)}
        </Typography>
        <Box
          component="form"
          id="past-day"
          onSubmit={(event) => {
            event.preventDefault();
            if (isPossible) show(day);
          }}
        >
          <OutlinedInput
            type="date"
            autoFocus
            fullWidth
            value={day}
            onChange={({ target }) => setDay(target.value)}
            slotProps={{ input: { 'aria-label': messages.day, max: today } }}
          />
        </Box>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {CHOICE_NAMES.map((name) => (
            <li key={name}>
              <Button size="small" title={formatDay(choices[name])} onClick={() => show(choices[name])}>
                {CHOICES[name]}
              </Button>
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
        <Button
          variant="text"
          component={Link}
          to={comparePath({ from: day, ...comparedAt(pathname) })}
          state={TO_TODAY}
          replace
          disabled={!isPossible || day === today}
          // On a phone it has a line of its own.
          sx={{ ml: -1, mr: 'auto', px: 1, flex: { xs: '1 0 100%', sm: 'none' } }}
        >
          {messages.compare}
        </Button>
        {asOf === null ? (
          <Button onClick={() => close('dialog')}>{common.cancel}</Button>
        ) : (
          <Button onClick={backToToday}>{messages.backToday}</Button>
        )}
        <Button variant="contained" color="primary" type="submit" form="past-day" disabled={!isPossible}>
          {messages.show}
        </Button>
      </DialogActions>
    </OverlayDialog>
  );
}
