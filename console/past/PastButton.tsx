/** The button of the frame that names the day that is shown, with a menu of other days and of comparisons. */
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { TO_TODAY, useAsOf } from '../platform/address/as-of.ts';
import { useBackToToday } from '../platform/address/back-to-today.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { CalendarIcon, ChevronDownIcon } from '../ui/layout/icons.tsx';
import { comparedAt, comparePath } from './compare-path.ts';
import { CHOICE_NAMES, daysToChoose } from './days.ts';
import { CHOICES, format, formatMoment, messages } from './messages.ts';
import { useMoment } from './use-moment.ts';

export function PastButton() {
  const { open } = useOverlay();
  const { put } = useSearchState();
  const { pathname } = useLocation();
  const asOf = useAsOf();
  const backToToday = useBackToToday();
  const { data: moment } = useMoment();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const days = daysToChoose(Date.now());
  /** Closes the menu first. */
  const then = (act: () => void) => () => {
    setMenu(null);
    act();
  };
  const shown = asOf === null ? messages.today : moment === undefined ? '…' : formatMoment(asOf, moment.at);
  return (
    <>
      <Button
        startIcon={<CalendarIcon />}
        endIcon={<ChevronDownIcon aria-hidden />}
        color={asOf === null ? 'inherit' : 'warning'}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={({ currentTarget }) => setMenu(currentTarget)}
      >
        {format('asOf', { day: shown })}
      </Button>
      <Menu open={menu !== null} anchorEl={menu} onClose={() => setMenu(null)}>
        {asOf !== null && <MenuItem onClick={then(backToToday)}>{messages.backToday}</MenuItem>}
        {CHOICE_NAMES.map((name) => (
          <MenuItem key={name} onClick={then(() => put({ asOf: days[name], page: null }))}>
            {CHOICES[name]}
          </MenuItem>
        ))}
        <MenuItem onClick={then(() => open('dialog', 'past'))}>{messages.pick}</MenuItem>
        <Divider />
        <MenuItem
          component={Link}
          to={comparePath({ from: days.week, ...comparedAt(pathname) })}
          state={TO_TODAY}
          onClick={() => setMenu(null)}
        >
          {messages.compareDays}
        </MenuItem>
      </Menu>
    </>
  );
}
