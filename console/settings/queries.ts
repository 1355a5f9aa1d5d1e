/** What a person has set, and the way to change it. */

import useSWR from 'swr';
import type { SettingsAnswer } from '../../query-service/contract/answers/account.ts';
import { type ApiError, get } from '../platform/api/client.ts';

export const KEY = '/api/user/settings';

export function useSettings() {
  return useSWR<SettingsAnswer, ApiError>(KEY, get<SettingsAnswer>);
}
