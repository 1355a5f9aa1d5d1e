/** Copies the address of a page that clients see. A browser that does not allow it shows the address instead. */
import { copyToClipboard } from '../platform/browser/clipboard.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export async function copyLink(url: string): Promise<void> {
  const done = await copyToClipboard(url);
  notify(done ? messages.copied : messages.link, done ? {} : { lines: [url] });
}
