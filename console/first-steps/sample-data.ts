/** Adds and removes sample data. */
import { ApiError, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

const LISTS = ['links', 'stats', 'clients', 'campaigns', 'teams', 'alerts'] as const;

export async function addSampleData(): Promise<void> {
  try {
    await send('POST', '/api/sample-data');
    notify(messages.sampleAdded, {
      lines: [messages.sampleAddedHint],
      action: { label: messages.removeSample, run: () => void removeSampleData() },
    });
  } catch (error) {
    fail(error, messages.sampleFailed);
  }
  await revalidateLists(LISTS);
}

export async function removeSampleData(): Promise<void> {
  try {
    await send('DELETE', '/api/sample-data');
    notify(messages.sampleRemoved);
  } catch (error) {
    fail(error, messages.removalFailed);
  }
  await revalidateLists(LISTS);
}

function fail(error: unknown, text: string): void {
  if (!(error instanceof ApiError)) throw error;
  notify(common.error, { lines: [text, error.message], severity: 'destructive' });
}
