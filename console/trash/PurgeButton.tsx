/** Delete Forever: asks first, since nothing brings the link back. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { TrashAnswer } from '../../query-service/contract/answers/links.ts';
import { send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

export function PurgeButton({ item }: { item: TrashAnswer }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const id = useId();

  const purge = async () => {
    setBusy(true);
    try {
      await send('DELETE', `/api/trash/${encodeURIComponent(item.id)}/permanent`);
      notify(messages.deleted, { lines: [messages.deletedHint] });
    } catch {
      notify(common.error, { lines: [messages.deleteFailed], severity: 'destructive' });
    }
    setBusy(false);
    setAsking(false);
    await revalidateLists(['trash']);
  };

  return (
    <>
      <Button variant="text" color="error" onClick={() => setAsking(true)}>
        {messages.deleteForever}
      </Button>
      <Dialog
        open={asking}
        onClose={() => busy || setAsking(false)}
        role="alertdialog"
        maxWidth="xs"
        aria-labelledby={id}
      >
        <DialogTitle id={id}>{messages.confirmTitle}</DialogTitle>
        <DialogContent>
          <Box sx={{ mb: 1, overflowWrap: 'anywhere', fontWeight: 500 }}>{item.articleLink}</Box>
          <Typography sx={{ color: 'text.secondary' }}>{messages.confirmHint}</Typography>
        </DialogContent>
        <DialogActions>
          <Button autoFocus disabled={busy} onClick={() => setAsking(false)}>
            {messages.cancel}
          </Button>
          <Button variant="contained" color="error" disabled={busy} onClick={() => void purge()}>
            {busy ? messages.deleting : messages.deleteForever}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
