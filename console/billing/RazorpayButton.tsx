/** Pays with Razorpay Checkout, which opens over the page. */
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { ApiError } from '../platform/api/client.ts';
import { formatMoney } from '../platform/format/money.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { createRazorpayOrder, type RazorpayPayment, verifyRazorpayPayment } from './commands.ts';
import { format, messages } from './messages.ts';
import type { PayProps } from './pay-props.ts';
import { reportFailure, reportStartFailure } from './payment-toasts.ts';
import { loadScript } from './provider-scripts.ts';

type Script = 'loading' | 'ready' | 'missing';

export function RazorpayButton({ provider: { script }, offer, due, description, onPaid, onBusy }: PayProps) {
  const [state, setState] = useState<Script>('loading');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let left = false;
    loadScript(script).then(
      () => left || setState('ready'),
      () => left || setState('missing'),
    );
    return () => {
      left = true;
    };
  }, [script]);

  const settle = (on: boolean) => {
    setBusy(on);
    onBusy(on);
  };

  const verify = async (payment: RazorpayPayment) => {
    try {
      await verifyRazorpayPayment(payment);
      onPaid();
    } catch (error) {
      reportFailure(error);
    } finally {
      settle(false);
    }
  };

  const pay = async () => {
    settle(true);
    try {
      const Checkout = window.Razorpay;
      if (Checkout === undefined) throw new Error(messages.razorpayNotLoaded);
      const order = await createRazorpayOrder(offer, due);
      if (!order.success) throw new Error(messages.orderFailed);
      const checkout = new Checkout({
        key: order.key_id,
        amount: order.amount,
        currency: order.currency,
        name: 'Linkledger',
        description,
        order_id: order.order_id,
        handler: (payment) => void verify(payment),
        modal: {
          ondismiss() {
            settle(false);
            notify(messages.paymentCancelled, { lines: [messages.youCancelled] });
          },
        },
      });
      // Checkout stays open, and the buyer can try again.
      checkout.on('payment.failed', () =>
        notify(messages.paymentFailed, { lines: [messages.declined], severity: 'destructive' }),
      );
      checkout.open();
    } catch (error) {
      settle(false);
      if (error instanceof ApiError && error.status === 401) return;
      reportStartFailure(error);
    }
  };

  return (
    <Button
      fullWidth
      variant="contained"
      color="primary"
      size="large"
      disabled={state !== 'ready' || busy}
      onClick={() => void pay()}
    >
      {state === 'missing'
        ? messages.razorpayMissing
        : format('pay', { amount: formatMoney(due.amount, due.currency) })}
    </Button>
  );
}
