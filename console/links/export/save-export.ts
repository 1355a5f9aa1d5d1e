/** Downloads a file of links and saves it. */
import { ApiError, download } from '../../platform/api/client.ts';
import { saveFile } from '../../platform/browser/save-file.ts';
import { formatLinks } from '../../platform/format/counts.ts';
import { messages as common } from '../../ui/messages.ts';
import { notify } from '../../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

/**
 * Downloads and saves the file, and reports it. The dialog may be closed meanwhile. False if the download failed.
 * @param fallback the file's name if the server gives none.
 */
export async function saveExport(path: string, fallback: string): Promise<boolean> {
  try {
    const { blob, name, total } = await download(path);
    saveFile(blob, name ?? fallback);
    notify(messages.exportComplete, {
      lines: [...(total === null ? [] : [formatLinks(total)]), ...(name === null ? [] : [name])],
    });
    return true;
  } catch (error) {
    const why = error instanceof ApiError ? [error.message] : [];
    notify(common.error, { lines: [messages.exportFailed, ...why], severity: 'destructive' });
    return false;
  }
}
