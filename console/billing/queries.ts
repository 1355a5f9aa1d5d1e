/** The subscription of the signed-in person. */

import useSWR from 'swr';
import type { SubscriptionAnswer } from '../../query-service/contract/answers/account.ts';
import { type ApiError, get } from '../platform/api/client.ts';

export const KEY = '/api/subscription';

export function useSubscription() {
  return useSWR<SubscriptionAnswer, ApiError>(KEY, get<SubscriptionAnswer>);
}
