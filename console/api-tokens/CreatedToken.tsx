/** A token that was just made, shown this once to be copied. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { CopyField } from '../ui/forms/CopyField.tsx';
import { element, messages } from './messages.ts';

export function CreatedToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ textWrap: 'pretty' }}>{messages.shownOnce}</Typography>
        <CopyField label={messages.token} value={token} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {element('usage', { header: <code>Authorization: Bearer ll_…</code> })}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onDone}>{messages.done}</Button>
      </DialogActions>
    </>
  );
}
