/** The page shown after an error while rendering. */
import { messages as common } from '../ui/messages.ts';
import { messages } from './messages.ts';
import { Notice } from './Notice.tsx';

export function ErrorScreen() {
  return (
    <Notice title={common.broken} label={common.reload} act={() => window.location.reload()}>
      {messages.brokenHint}
    </Notice>
  );
}
