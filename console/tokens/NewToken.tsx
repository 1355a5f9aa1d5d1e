/** A token that was just made, shown this once to be copied. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { Label } from '../forms/Field.tsx';
import { CopyIcon } from '../frame/icons.tsx';
import { copy } from '../share/copy.ts';
import { notify } from '../toasts/toasts.ts';
import { words } from './words.ts';

export function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const copyToken = async () => {
    if (await copy(token)) {
      notify(words.copied);
      return;
    }
    input.current?.select();
    notify(words.copyBlocked);
  };

  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ textWrap: 'pretty' }}>{words.shownOnce}</Typography>
        <Box>
          <Label htmlFor={id}>{words.token}</Label>
          <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
            <OutlinedInput
              id={id}
              inputRef={input}
              value={token}
              readOnly
              fullWidth
              onFocus={({ target }) => target.select()}
              slotProps={{ input: { autoComplete: 'off', spellCheck: false } }}
              sx={{ bgcolor: 'background.sunken' }}
            />
            <Button
              autoFocus
              variant="contained"
              color="primary"
              startIcon={<CopyIcon />}
              onClick={() => void copyToken()}
              sx={{ flexShrink: 0 }}
            >
              {words.copy}
            </Button>
          </Box>
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {words.usage} <code>Authorization: Bearer ll_…</code>
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onDone}>{words.done}</Button>
      </DialogActions>
    </>
  );
}
