/**
 * Webhooks of the payment providers. A call only says that something happened to an order; then we ask the provider
 * for the order. So calls may come twice, in any order, or before the browser returns.
 */
import { createHash } from 'node:crypto';
import { subnetOf } from '../../../infra/http/request/client-address.ts';
import { Problem } from '../../../infra/http/request/problem.ts';
import { readBytes } from '../../../infra/http/request/request-body.ts';
import type { RequestContext } from '../../../infra/http/request/request-context.ts';
import { WebhookError } from '../../billing/gateway.ts';
import { orderIdOf } from '../../billing/payments.ts';
import { DomainError, RateLimitError } from '../../core/errors.ts';
import type { PaymentProvider } from '../../model/payment/events.ts';
import type { CommandDeps } from '../deps.ts';
import { metadataOf } from '../request.ts';
import { route } from '../route.ts';

/** Longer than the age at which a call is still accepted. */
const REMEMBER_MS = 4 * 24 * 60 * 60 * 1000;

const REFUSED = 'refused-webhooks';
/** Calls with a wrong signature that a network may send in WINDOW_MS. */
export const REFUSALS = 60;
const WINDOW_MS = 15 * 60 * 1000;

const webhook = <const Path extends string>(path: Path, provider: PaymentProvider, name: string) =>
  route({
    method: 'POST',
    path,
    action: null,
    summary: `For ${name}: reports a changed payment. The signature is verified.`,
    rawBody: { media: ['application/json'], isStream: true },
    answers: { 200: 'WebhookAnswer' },
    errorStatuses: [404, 413, 429, 502, 503],
    async handle({ ctx }, deps) {
      await receive(ctx, deps, provider);
      return { received: true };
    },
  });

export const webhookRoutes = [
  webhook('/api/paypal/webhook', 'paypal', 'PayPal'),
  webhook('/api/razorpay/webhook', 'razorpay', 'Razorpay'),
];

async function receive(ctx: RequestContext, deps: CommandDeps, provider: PaymentProvider): Promise<void> {
  const { payments, claims, now } = deps;
  const gateway = payments.gateway(provider);
  await assertMayTry(ctx, deps);
  const body = await readBytes(ctx.req);
  const order = await gateway
    .readWebhook({ header: (name) => ctx.get(name), body }, now())
    .catch((error: unknown) => refuse(error, ctx, deps));
  if (order === null) return;
  const kind = `${provider}-webhook`;
  const call = createHash('sha256').update(body).digest('hex');
  const until = new Date(now().getTime() + REMEMBER_MS).toISOString();
  if (!(await claims.putIfAbsent(kind, call, true, until))) return;
  try {
    await payments.settle(orderIdOf(provider, order), metadataOf(ctx, 'system', now));
  } catch (error) {
    // The provider sends the call again.
    await claims.remove(kind, call);
    // The order belongs to another system with the same account at the provider.
    if (!(error instanceof DomainError) || error.kind !== 'not-found') throw error;
  }
}

/** @throws Problem 400 for a call that the provider did not send; it counts against the sender's network. */
async function refuse(error: unknown, ctx: RequestContext, { claims, now }: CommandDeps): Promise<never> {
  if (!(error instanceof WebhookError)) throw error;
  await claims.increment(REFUSED, subnetOf(ctx.ip), new Date(now().getTime() + WINDOW_MS).toISOString());
  throw new Problem(400, 'bad-webhook', error.message);
}

/**
 * Verifying a signature may call the provider, so a network may send only a few false signatures.
 * @throws RateLimitError
 */
async function assertMayTry(ctx: RequestContext, { claims }: CommandDeps): Promise<void> {
  const refused = (await claims.get<number>(REFUSED, subnetOf(ctx.ip))) ?? 0;
  if (refused < REFUSALS) return;
  throw new RateLimitError(
    WINDOW_MS / 1_000,
    (wait) => `Your network sent too many false calls. Try again in ${wait}.`,
  );
}
