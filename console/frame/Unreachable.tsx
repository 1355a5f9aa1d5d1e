/** The server did not say who is signed in: neither the welcome page nor a screen would be true. */
import Button from '@mui/material/Button';
import { AlertIcon } from './icons.tsx';
import { Notice } from './Notice.tsx';
import { words } from './words.ts';

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
