/** The server did not say who is signed in: neither the welcome page nor a screen would be true. */
import Button from '@mui/material/Button';
import { Notice } from '../ui/EmptyState.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { words } from './shell/messages.ts';

export function Unreachable({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <main>
      <Notice
        level="h1"
        icon={<AlertIcon />}
        title={words.unreachable}
        action={
          <Button variant="contained" color="primary" onClick={retry}>
            {words.retry}
          </Button>
        }
      >
        {error.message}
      </Notice>
    </main>
  );
}
