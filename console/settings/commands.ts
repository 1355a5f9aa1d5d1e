/** Changes to the settings of the signed-in person. */

import { mutate } from 'swr';
import type { SettingsFields } from '../../command-service/model/user/events.ts';
import type { SettingsAnswer } from '../../query-service/contract/answers/account.ts';
import { ApiError, get, send } from '../platform/api/client.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { KEY } from './queries.ts';

/** Saves a change, and says in a toast why it was not saved. `label` names the setting. */
export async function saveSetting(change: Partial<SettingsFields>, label?: string): Promise<void> {
  try {
    await changeSettings(change);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const line = label === undefined ? error.message : `${label}: ${error.message}`;
    if (error.status !== 401) notify(messages.settingFailed, { lines: [line], severity: 'destructive' });
  }
}

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
