/** What a person has set, and the way to change it. */
import useSWR, { mutate } from 'swr';
import type { SettingsFields } from '../../command-service/events/user.ts';
import type { SettingsAnswer } from '../../query-service/contract/answers/account.ts';
import { type ApiError, get, send } from '../platform/api/client.ts';

const KEY = '/api/user/settings';

export function useSettings() {
  return useSWR<SettingsAnswer, ApiError>(KEY, get<SettingsAnswer>);
}

/** Shows the change at once, and takes it back when it could not be saved. @throws ApiError */
export async function changeSettings(change: Partial<SettingsFields>): Promise<void> {
  await mutate<SettingsAnswer | undefined>(
    KEY,
    async () => {
      await send('PATCH', KEY, { body: change });
      return get<SettingsAnswer>(KEY);
    },
    {
      optimisticData: (now) => (now === undefined ? undefined : { ...now, ...change }),
      rollbackOnError: true,
      revalidate: false,
    },
  );
}
