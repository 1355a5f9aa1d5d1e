/** Webhooks with wrong signatures are limited by network, so that nobody makes us call the provider without end. */
import test from 'ava';
import { request } from 'undici';
import { REFUSALS } from '../../../../command-service/http/billing/webhooks.ts';
import { startServer } from '../../apps/server.ts';
import { PAYPAL, startPayPal } from '../../fakes/paypal.ts';

test('a network that sends false webhooks is refused for a while, and others are not', async (t) => {
  const paypal = await startPayPal();
  const app = await startServer([], {
    ...{ CHECKER_RENDER: 'never', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '1', PAYPAL_API_URL: paypal.url },
    ...{ PAYPAL_CLIENT_ID: PAYPAL.id, PAYPAL_CLIENT_SECRET: PAYPAL.secret, PAYPAL_WEBHOOK_ID: PAYPAL.webhook },
  });
  t.teardown(async () => {
    await app.close();
    await paypal.close();
  });
  const { body, headers } = paypal.webhook('CHECKOUT.ORDER.APPROVED', { id: 'UNKNOWN' });
  const send = async (from: string, signature = 'AAAA') => {
    const given = { ...headers, 'PayPal-Transmission-Sig': signature, 'X-Forwarded-For': from };
    const answer = await request(`${app.url}/api/paypal/webhook`, { method: 'POST', headers: given, body });
    await answer.body.dump();
    return answer.statusCode;
  };
  for (let each = 0; each < REFUSALS; each += 1) t.is(await send('203.0.113.7'), 400);
  const calls = paypal.calls.length;
  t.is(await send('203.0.113.7'), 429);
  t.is(paypal.calls.length, calls);
  t.is(await send('198.51.100.1', headers['PayPal-Transmission-Sig']), 200);
});
