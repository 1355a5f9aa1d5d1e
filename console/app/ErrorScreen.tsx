/** The page shown after an error while rendering. */
import Button from '@mui/material/Button';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { AlertIcon } from '../ui/layout/icons.tsx';
import { messages as common } from '../ui/messages.ts';
import { messages } from './messages.ts';

export function ErrorScreen() {
  return (
    <main>
      <EmptyState
        level="h1"
        icon={<AlertIcon />}
        title={common.broken}
        action={
          <Button variant="contained" color="primary" onClick={() => window.location.reload()}>
            {common.reload}
          </Button>
        }
      >
        {messages.brokenHint}
      </EmptyState>
    </main>
  );
}
