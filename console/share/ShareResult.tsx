/** The address of a share that was just made, to copy and hand on. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import type { CreatedShareAnswer } from '../../query-service/answers/shares.ts';
import { Label } from '../forms/Field.tsx';
import { CopyIcon } from '../frame/icons.tsx';
import { notify } from '../toasts/toasts.ts';
import { copy } from './copy.ts';
import { words } from './words.ts';

interface ShareResultProps {
  readonly share: CreatedShareAnswer;
  readonly withPassword: boolean;
  readonly onDone: () => void;
}

export function ShareResult({ share: { url, notMailed }, withPassword, onDone }: ShareResultProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const copyUrl = async () => {
    if (await copy(url)) {
      notify(words.copied);
      return;
    }
    input.current?.select();
    notify(words.copyBlocked);
  };

  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {withPassword ? words.readyWithPassword : words.readyHint}
        </Typography>
        <Box>
          <Label htmlFor={id}>{words.link}</Label>
          <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
            <OutlinedInput
              id={id}
              inputRef={input}
              value={url}
              readOnly
              fullWidth
              onFocus={({ target }) => target.select()}
              sx={{ bgcolor: 'background.sunken' }}
            />
            <Button
              autoFocus
              variant="contained"
              color="primary"
              startIcon={<CopyIcon />}
              onClick={() => void copyUrl()}
              sx={{ flexShrink: 0 }}
            >
              {words.copy}
            </Button>
          </Box>
        </Box>
        {withPassword && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {words.passwordHint}
          </Typography>
        )}
        {notMailed.length > 0 && (
          <Alert severity="warning" variant="outlined" icon={false} sx={{ overflowWrap: 'anywhere' }}>
            {words.notMailed} {notMailed.join(', ')}. {words.notMailedHint}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button href={url} target="_blank" rel="noopener">
          {words.open}
        </Button>
        <Button onClick={onDone}>{words.done}</Button>
      </DialogActions>
    </>
  );
}
