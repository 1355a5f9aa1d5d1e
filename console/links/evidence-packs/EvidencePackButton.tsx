/** Opens the dialog that makes an evidence pack of the page’s links. */
import Button from '@mui/material/Button';
import { useOverlay } from '../../platform/address/overlays.ts';
import { isSample } from '../../platform/address/sample.ts';
import { DownloadIcon } from '../../ui/layout/icons.tsx';
import { messages } from './messages.ts';

export function EvidencePackButton() {
  const { open } = useOverlay();
  // A pack proves what the real log has.
  if (isSample()) return null;
  return (
    <Button startIcon={<DownloadIcon />} onClick={() => open('dialog', 'evidence-pack')}>
      {messages.open}
    </Button>
  );
}
