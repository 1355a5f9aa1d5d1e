/** Opens the dialog that makes an evidence pack. */
import Button from '@mui/material/Button';
import { lazy } from 'react';
import { useOverlay } from '../../platform/address/overlays.ts';
import { isSample } from '../../platform/address/sample.ts';
import { LazyBoundary } from '../../ui/dialogs/LazyBoundary.tsx';
import { DownloadIcon } from '../../ui/layout/icons.tsx';
import type { RequestedSubject } from './EvidencePackDialog.tsx';
import { messages } from './messages.ts';

const EvidencePackDialog = lazy(async () => ({
  default: (await import('./EvidencePackDialog.tsx')).EvidencePackDialog,
}));

interface EvidencePackButtonProps {
  readonly subject: RequestedSubject;
  /** The first day that the dialog proposes; without it, three months ago. */
  readonly since?: string;
}

export function EvidencePackButton({ subject, since }: EvidencePackButtonProps) {
  const { params, open } = useOverlay();
  // A pack proves what the real log has.
  if (isSample()) return null;
  return (
    <>
      <Button startIcon={<DownloadIcon />} onClick={() => open('dialog', 'evidence-pack')}>
        {messages.open}
      </Button>
      <LazyBoundary>
        {params.get('dialog') === 'evidence-pack' && <EvidencePackDialog subject={subject} since={since} />}
      </LazyBoundary>
    </>
  );
}
