/** Changes to the subscription. */

import { mutate } from 'swr';
import type { BillingCycle, Plan } from '../../command-service/events/subscription.ts';
import { send } from '../platform/api/client.ts';
import { KEY } from './queries.ts';

/** Changes the plan and updates everything that depends on it. @throws ApiError */
export async function changePlan(plan: Plan, billingCycle: BillingCycle): Promise<void> {
  await send('PATCH', '/api/subscription', { body: { plan, billingCycle, status: 'active' } });
  await Promise.all([mutate(KEY), mutate('/api/user/settings')]);
}
