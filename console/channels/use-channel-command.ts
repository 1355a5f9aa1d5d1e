/** Runs a command of a channel and reads the channels again; a toast says why it failed. */
import { useState } from 'react';
import { ApiError } from '../platform/api/client.ts';
import { revalidate } from '../platform/api/use-answer.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export const revalidateChannels = () => revalidate((path) => path.startsWith('/api/channels'));

export function useChannelCommand() {
  const [busy, setBusy] = useState(false);
  const run = async (command: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await command();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify(messages.commandFailed, { lines: [error.message], severity: 'destructive' });
    }
    await revalidateChannels();
    setBusy(false);
  };
  return { busy, run };
}
