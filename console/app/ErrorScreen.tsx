/** When a screen itself fails: said plainly, with the way on. */
import Button from '@mui/material/Button';
import { EmptyState } from '../ui/EmptyState.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { messages } from './shell/messages.ts';

export function ErrorScreen() {
  return (
    <main>
      <EmptyState
        level="h1"
        icon={<AlertIcon />}
        title={messages.broken}
        action={
          <Button variant="contained" color="primary" onClick={() => window.location.reload()}>
            {messages.reload}
          </Button>
        }
      >
        {messages.brokenHint}
      </EmptyState>
    </main>
  );
}
