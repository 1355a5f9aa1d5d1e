/** The purchase dialog: what is bought, what it costs, and the way to pay. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { BillingAnswer, PlanOfferAnswer } from '../../query-service/contract/answers/billing.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { pageMeta } from '../platform/browser/page-meta.ts';
import { formatMoney } from '../platform/format/money.ts';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { CYCLE_LABELS, formatActivated, formatOffer, messages, OFFER_PERIOD, PLAN_NAMES } from './messages.ts';
import { PayPalButton } from './PayPalButton.tsx';
import { RazorpayButton } from './RazorpayButton.tsx';

interface PurchaseDialogProps {
  readonly billing: BillingAnswer;
  readonly offer: PlanOfferAnswer;
}

const BUTTONS = { paypal: PayPalButton, razorpay: RazorpayButton } as const;

/** Whether the page was loaded for the purchase: only then its content security policy allows the providers' scripts. */
const isPurchasePage = () => pageMeta('payments') !== 'closed';

export function PurchaseDialog({ billing, offer }: PurchaseDialogProps) {
  const { close } = useOverlay();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(offer.due[0]?.provider ?? null);
  const [opened] = useState(openPurchasePage);
  const due = offer.due.find(({ provider }) => provider === chosen);
  const provider = billing.providers.find((each) => each.provider === chosen);
  const PayButton = chosen === null ? null : BUTTONS[chosen];

  const paid = () => {
    notify(messages.paymentSuccessful, { lines: [formatActivated(offer.plan)] });
    close('dialog');
  };

  return (
    <Dialog
      open={opened}
      onClose={() => busy || close('dialog')}
      // The provider's window is above the dialog, and has the focus.
      disableEnforceFocus={busy}
      fullWidth
      maxWidth="xs"
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{messages.purchaseTitle}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <Line
            name={PLAN_NAMES[offer.plan]}
            hint={CYCLE_LABELS[offer.billingCycle]}
            value={formatMoney(offer.price, 'USD')}
          />
          {offer.credit > 0 && (
            <Line name={messages.credit} hint={messages.creditHint} value={`−${formatMoney(offer.credit, 'USD')}`} />
          )}
          {due !== undefined && <Line strong name={messages.toPay} value={formatMoney(due.amount, due.currency)} />}
        </Box>
        {offer.due.length === 0 ? (
          <Alert severity="info" variant="outlined" icon={false}>
            {offer.state === 'current' ? messages.currentHint : messages.coveredHint}
          </Alert>
        ) : (
          <>
            <FormControl>
              <FormLabel id={`${id}-method`}>{messages.method}</FormLabel>
              <RadioGroup
                row
                aria-labelledby={`${id}-method`}
                value={chosen ?? ''}
                onChange={(_, value) => setChosen(value === 'paypal' ? 'paypal' : 'razorpay')}
              >
                {billing.providers.map((each) => (
                  <FormControlLabel
                    key={each.provider}
                    value={each.provider}
                    disabled={busy}
                    control={<Radio size="small" />}
                    label={each.name}
                  />
                ))}
              </RadioGroup>
            </FormControl>
            {PayButton !== null && provider !== undefined && due !== undefined && (
              <PayButton
                key={provider.provider}
                provider={provider}
                offer={offer}
                due={due}
                description={formatOffer(offer.plan, offer.billingCycle)}
                onPaid={paid}
                onBusy={setBusy}
              />
            )}
            <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
              {OFFER_PERIOD[offer.billingCycle]}
            </Typography>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={busy} onClick={() => close('dialog')}>
          {common.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Reloads the page if its policy does not allow the providers' scripts; returns false if the page reloads. */
function openPurchasePage(): boolean {
  if (isPurchasePage()) return true;
  window.location.reload();
  return false;
}

interface LineProps {
  readonly name: string;
  readonly hint?: string;
  readonly value: string;
  readonly strong?: boolean;
}

function Line({ name, hint, value, strong = false }: LineProps) {
  const weight = strong ? 600 : 500;
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        alignItems: 'baseline',
        gap: 2,
        px: 2,
        py: 1.25,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box>
        <Typography sx={{ fontWeight: weight }}>{name}</Typography>
        {hint !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {hint}
          </Typography>
        )}
      </Box>
      <Typography sx={{ fontWeight: weight, whiteSpace: 'nowrap' }}>{value}</Typography>
    </Box>
  );
}
