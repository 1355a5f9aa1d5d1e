/** PayPal's own button, which opens PayPal's window. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notify } from '../ui/toasts/toast-store.ts';
import { capturePayPalOrder, createPayPalOrder, paypalToken } from './commands.ts';
import { messages } from './messages.ts';
import type { PayProps } from './pay-props.ts';
import { reportFailure, reportStartFailure } from './payment-toasts.ts';
import { loadScript, type PayPalSession } from './provider-scripts.ts';

export function PayPalButton({ provider: { script }, offer, due, onPaid, onBusy }: PayProps) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'missing'>('loading');
  /** One failure is reported once: an order that was refused also ends PayPal's session with an error. */
  const reported = useRef(false);

  const approved = useEffectEvent(async (id: string) => {
    try {
      await capturePayPalOrder(id);
      onPaid();
    } catch (error) {
      reportFailure(error);
    } finally {
      onBusy(false);
    }
  });
  const cancelled = useEffectEvent(() => {
    onBusy(false);
    notify(messages.paymentCancelled, { lines: [messages.youCancelled] });
  });
  const failed = useEffectEvent((error: unknown) => {
    onBusy(false);
    if (!reported.current) reportStartFailure(error);
    reported.current = true;
  });
  const start = useEffectEvent((session: PayPalSession) => {
    onBusy(true);
    reported.current = false;
    const order = createPayPalOrder(offer, due).then((orderId) => ({ orderId }));
    session.start({ presentationMode: 'auto' }, order).catch(failed);
  });

  useEffect(() => {
    let left = false;
    const button = document.createElement('paypal-button');
    const show = async () => {
      const [clientToken] = await Promise.all([paypalToken(), loadScript(script)]);
      if (window.paypal === undefined) throw new Error(messages.paypalMissing);
      const sdk = await window.paypal.createInstance({
        clientToken,
        components: ['paypal-payments'],
        pageType: 'checkout',
      });
      const session = sdk.createPayPalOneTimePaymentSession({
        onApprove: ({ orderId }) => approved(orderId),
        onCancel: () => cancelled(),
        onError: (error) => failed(error),
      });
      if (left) return;
      button.setAttribute('type', 'pay');
      button.addEventListener('click', () => start(session));
      container.current?.replaceChildren(button);
      setState('ready');
    };
    show().catch(() => left || setState('missing'));
    return () => {
      left = true;
      button.remove();
    };
  }, [script]);

  return (
    <Box sx={{ display: 'grid', minHeight: 44 }}>
      {state !== 'ready' && (
        <Button fullWidth size="large" disabled>
          {state === 'missing' ? messages.paypalMissing : messages.paypalLoading}
        </Button>
      )}
      <Box ref={container} sx={{ display: state === 'ready' ? 'grid' : 'none' }} />
    </Box>
  );
}
