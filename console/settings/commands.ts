/** Changes to the settings of the signed-in person. */

import { mutate } from 'swr';
import type { SettingsFields } from '../../command-service/model/user/events.ts';
import type { SettingsAnswer } from '../../query-service/contract/answers/account.ts';
import { get, send } from '../platform/api/client.ts';
import { KEY } from './queries.ts';

/** Shows the change at once, and takes it back when it could not be saved. @throws ApiError */
export async function changeSettings(change: Partial<SettingsFields>): Promise<void> {
  await mutate<SettingsAnswer | undefined>(
    KEY,
    async () => {
      await send('PATCH', '/api/user/settings', { body: change });
      return get(KEY);
    },
    {
      optimisticData: (now) => (now === undefined ? undefined : { ...now, ...change }),
      rollbackOnError: true,
      revalidate: false,
    },
  );
}
