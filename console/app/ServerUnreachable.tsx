/** Shown when the session cannot be read: neither the welcome page nor the console would be right. */
import { messages as common } from '../ui/messages.ts';
import { messages } from './messages.ts';
import { Notice } from './Notice.tsx';

export function ServerUnreachable({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Notice title={messages.unreachable} label={common.retry} act={retry}>
      {error.message}
    </Notice>
  );
}
