/** The button of the frame that names the day that is shown, with a menu of other days and of comparisons. */
import Button from '@mui/material/Button';
import { useLocation, useNavigate } from 'react-router';
import { TO_TODAY, useAsOf } from '../platform/address/as-of.ts';
import { useBackToToday } from '../platform/address/back-to-today.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { CalendarIcon, ChevronDownIcon } from '../ui/layout/icons.tsx';
import { MenuButton } from '../ui/layout/MenuButton.tsx';
import { comparedAt, comparePath } from './compare-path.ts';
import { CHOICE_NAMES, daysToChoose } from './days.ts';
import { CHOICES, format, formatMoment, messages } from './messages.ts';
import { useMoment } from './use-moment.ts';

export function PastButton() {
  const { open } = useOverlay();
  const { put } = useSearchState();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const asOf = useAsOf();
  const backToToday = useBackToToday();
  const { data: moment } = useMoment();
  const days = daysToChoose(Date.now());
  const shown = asOf === null ? messages.today : moment === undefined ? '…' : formatMoment(asOf, moment.at);
  const compare = comparePath({ from: days.week, ...comparedAt(pathname) });
  return (
    <MenuButton
      button={(props) => (
        <Button
          {...props}
          startIcon={<CalendarIcon />}
          endIcon={<ChevronDownIcon aria-hidden />}
          color={asOf === null ? 'inherit' : 'warning'}
        >
          {format('asOf', { day: shown })}
        </Button>
      )}
      actions={[
        ...(asOf === null ? [] : [{ label: messages.backToday, run: backToToday }]),
        ...CHOICE_NAMES.map((name) => ({ label: CHOICES[name], run: () => put({ asOf: days[name], page: null }) })),
        { label: messages.pick, run: () => open('dialog', 'past') },
        { label: messages.compareDays, run: () => void navigate(compare, { state: TO_TODAY }) },
      ]}
    />
  );
}
