/** When a screen itself fails: said plainly, with the way on. */
import Button from '@mui/material/Button';
import { Notice } from '../ui/EmptyState.tsx';
import { AlertIcon } from '../ui/icons.tsx';
import { words } from './shell/messages.ts';

export function Broken() {
  return (
    <main>
      <Notice
        level="h1"
        icon={<AlertIcon />}
        title={words.broken}
        action={
          <Button variant="contained" color="primary" onClick={() => window.location.reload()}>
            {words.reload}
          </Button>
        }
      >
        {words.brokenHint}
      </Notice>
    </main>
  );
}
