/** Restore: pending until the link is back; explains why the person may not. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTeamDenial } from '../../session/permissions.ts';
import { ActionTooltip } from '../../ui/feedback/ActionTooltip.tsx';
import { disabledProps } from '../../ui/layout/disabled-props.ts';
import { RestoreIcon } from '../../ui/layout/icons.tsx';
import { restoreLinks } from './restore-link.ts';

interface RestoreButtonProps {
  readonly linkIds: readonly string[];
  /** Left out where it is not known: the server decides. */
  readonly teamId?: string | null;
  readonly texts: { readonly restore: string; readonly restoring: string };
}

export function RestoreButton({ linkIds, teamId, texts }: RestoreButtonProps) {
  const [busy, setBusy] = useState(false);
  const refusal = useTeamDenial('RestoreLink', teamId);
  return (
    <ActionTooltip reason={refusal}>
      <Button
        startIcon={<RestoreIcon />}
        {...disabledProps(refusal ?? busy)}
        onClick={() => {
          if (busy || refusal !== null) return;
          setBusy(true);
          void restoreLinks(linkIds).finally(() => setBusy(false));
        }}
      >
        {busy ? texts.restoring : texts.restore}
      </Button>
    </ActionTooltip>
  );
}
