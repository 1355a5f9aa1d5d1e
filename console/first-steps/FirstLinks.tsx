/** The dashboard without links: every way to add some, and sample data to look around with. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { AddLinkButton } from '../links/actions/AddLinkButton.tsx';
import { usePast } from '../platform/address/as-of.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { showSample } from '../platform/address/sample.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { CopyIcon, LinkIcon, UploadIcon } from '../ui/layout/icons.tsx';
import { messages } from './messages.ts';

export function FirstLinks() {
  const { open } = useOverlay();
  const past = usePast();
  if (past) return <EmptyState icon={<LinkIcon />} title={messages.noLinksThen} />;
  return (
    <EmptyState
      icon={<LinkIcon />}
      title={messages.noLinksYet}
      action={
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
            <AddLinkButton>{messages.addFirst}</AddLinkButton>
            <Button startIcon={<UploadIcon aria-hidden />} onClick={() => open('dialog', 'import')}>
              {messages.import}
            </Button>
            <Button startIcon={<CopyIcon aria-hidden />} onClick={() => open('dialog', 'add-many')}>
              {messages.paste}
            </Button>
          </Box>
          <Button variant="text" onClick={showSample} sx={{ mt: 1 }}>
            {messages.trySample}
          </Button>
        </>
      }
    >
      {messages.noLinksYetHint}
    </EmptyState>
  );
}
