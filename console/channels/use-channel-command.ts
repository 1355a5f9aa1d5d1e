/** Runs a command of a channel and reads the channels again; a toast says why it failed. */
import { useState } from 'react';
import { revalidate } from '../platform/api/use-answer.ts';
import { notifyRefusal } from '../ui/toasts/notify-refusal.ts';
import { messages } from './messages.ts';

export const revalidateChannels = () => revalidate((path) => path.startsWith('/api/channels'));

export function useChannelCommand() {
  const [busy, setBusy] = useState(false);
  const run = async (command: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await command();
    } catch (error) {
      notifyRefusal(messages.commandFailed, error);
    }
    await revalidateChannels();
    setBusy(false);
  };
  return { busy, run };
}
