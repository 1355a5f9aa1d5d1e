/** The dashboard without links: every way to add some, and sample data to look around with. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { AddLinkButton } from '../links/actions/AddLinkButton.tsx';
import { usePast } from '../platform/address/as-of.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { CopyIcon, LinkIcon, UploadIcon } from '../ui/layout/icons.tsx';
import { messages } from './messages.ts';
import { addSampleData } from './sample-data.ts';

export function FirstLinks() {
  const { open } = useOverlay();
  const [adding, setAdding] = useState(false);
  const past = usePast();
  const addSample = async () => {
    setAdding(true);
    await addSampleData();
    setAdding(false);
  };
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
          <Button variant="text" disabled={adding} onClick={() => void addSample()} sx={{ mt: 1 }}>
            {adding ? messages.addingSample : messages.trySample}
          </Button>
        </>
      }
    >
      {messages.noLinksYetHint}
    </EmptyState>
  );
}
