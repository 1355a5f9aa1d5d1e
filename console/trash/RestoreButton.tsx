/** Restore: pending until the link is back. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { restoreLink } from '../links/actions/restore-link.ts';
import { RestoreIcon } from '../ui/icons.tsx';
import { messages } from './messages.ts';

export function RestoreButton({ linkId }: { linkId: string }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      startIcon={<RestoreIcon />}
      disabled={busy}
      onClick={() => {
        setBusy(true);
        void restoreLink(linkId).finally(() => setBusy(false));
      }}
    >
      {busy ? messages.restoring : messages.restore}
    </Button>
  );
}
