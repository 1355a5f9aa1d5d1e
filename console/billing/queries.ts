/** The plan of whoever is signed in. */
import useSWR, { mutate } from 'swr';
import type { BillingCycle, Plan } from '../../command-service/events/subscription.ts';
import type { SubscriptionAnswer } from '../../query-service/contract/answers/account.ts';
import { type ApiError, get, send } from '../platform/api/client.ts';

const KEY = '/api/subscription';

export function useSubscription() {
  return useSWR<SubscriptionAnswer, ApiError>(KEY, get<SubscriptionAnswer>);
}

/** Takes a plan and shows what follows from it. @throws ApiError */
export async function changePlan(plan: Plan, billingCycle: BillingCycle): Promise<void> {
  await send('PATCH', KEY, { body: { plan, billingCycle, status: 'active' } });
  await Promise.all([mutate(KEY), mutate('/api/user/settings')]);
}
