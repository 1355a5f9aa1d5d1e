/** Shown when the session cannot be read: neither the welcome page nor the console would be right. */
import Button from '@mui/material/Button';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { AlertIcon } from '../ui/layout/icons.tsx';
import { messages as common } from '../ui/messages.ts';
import { messages } from './messages.ts';

export function ServerUnreachable({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <main>
      <EmptyState
        level="h1"
        icon={<AlertIcon />}
        title={messages.unreachable}
        action={
          <Button variant="contained" color="primary" onClick={retry}>
            {common.retry}
          </Button>
        }
      >
        {error.message}
      </EmptyState>
    </main>
  );
}
