/** The button of the frame that names the day that is shown, and opens the choice of another. */
import Button from '@mui/material/Button';
import { useAsOf } from '../platform/address/as-of.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ActionTooltip } from '../ui/feedback/ActionTooltip.tsx';
import { CalendarIcon } from '../ui/layout/icons.tsx';
import { formatMoment, messages } from './messages.ts';
import { useMoment } from './use-moment.ts';

export function PastButton() {
  const { open } = useOverlay();
  const asOf = useAsOf();
  const { data: moment } = useMoment();
  return (
    <ActionTooltip title={messages.pick}>
      <Button
        startIcon={<CalendarIcon />}
        color={asOf === null ? 'inherit' : 'warning'}
        onClick={() => open('dialog', 'past')}
      >
        {asOf === null ? messages.today : moment === undefined ? messages.pick : formatMoment(asOf, moment.at)}
      </Button>
    </ActionTooltip>
  );
}
