/** Restore: pending until the link is back. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { disabledProps } from '../../ui/disabled-props.ts';
import { RestoreIcon } from '../../ui/icons.tsx';
import { restoreLink } from './restore-link.ts';

interface RestoreButtonProps {
  readonly linkId: string;
  readonly texts: { readonly restore: string; readonly restoring: string };
}

export function RestoreButton({ linkId, texts }: RestoreButtonProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      startIcon={<RestoreIcon />}
      {...disabledProps(busy)}
      onClick={() => {
        if (busy) return;
        setBusy(true);
        void restoreLink(linkId).finally(() => setBusy(false));
      }}
    >
      {busy ? texts.restoring : texts.restore}
    </Button>
  );
}
