/** The dialog that changes the plan without a payment: back to Free, or to any plan where no payment provider is connected. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { BillingCycle, Plan } from '../../command-service/model/subscription/events.ts';
import type { SubscriptionAnswer } from '../../query-service/contract/answers/account.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError } from '../platform/api/client.ts';
import { formatDay } from '../platform/format/dates.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { changePlan } from './commands.ts';
import {
  FREE_MEANS,
  format,
  formatActivate,
  formatActivated,
  formatCycle,
  messages,
  PER_CYCLE,
  PLAN_NAMES,
} from './messages.ts';
import { priceOf } from './plans.ts';

interface PurchaseDialogProps {
  readonly plan: Plan;
  readonly cycle: BillingCycle;
  readonly current: SubscriptionAnswer;
}

export function ChangePlan({ plan, cycle, current }: PurchaseDialogProps) {
  const { close } = useOverlay();

  const confirm = async () => {
    try {
      await changePlan(plan, cycle);
      notify(messages.updated, { lines: [formatActivated(plan)] });
      close('dialog');
    } catch (error) {
      if (error instanceof ApiError && error.status !== 401) notify(messages.updateFailed, { severity: 'destructive' });
      throw error;
    }
  };

  if (plan === 'free') {
    return (
      <ConfirmDialog
        open
        title={messages.freeTitle}
        label={messages.backToFree}
        cancel={messages.stay}
        onClose={() => close('dialog')}
        onConfirm={confirm}
      >
        {current.paidUntil !== null && (
          <Typography variant="body2">{format('loses', { day: formatDay(current.paidUntil.slice(0, 10)) })}</Typography>
        )}
        <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', display: 'grid', gap: 0.5 }}>
          {FREE_MEANS.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </Box>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      open
      title={messages.purchaseTitle}
      label={formatActivate(plan)}
      cancel={common.cancel}
      tone="primary"
      onClose={() => close('dialog')}
      onConfirm={confirm}
    >
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          gap: 2,
          p: 2,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
        }}
      >
        <Box>
          <Typography sx={{ fontWeight: 600 }}>{PLAN_NAMES[plan]}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {formatCycle(cycle, current.plan)}
          </Typography>
        </Box>
        <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
          {priceOf(plan, cycle)}{' '}
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {PER_CYCLE[cycle]}
          </Box>
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
        <Box component="strong" sx={{ fontWeight: 600, color: 'text.primary' }}>
          {messages.chargesNothing}
        </Box>{' '}
        {messages.chargesNothingHint}
      </Typography>
    </ConfirmDialog>
  );
}
