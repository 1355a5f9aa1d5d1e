/** A text to copy: selected on focus, copied by a button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useRef } from 'react';
import { copyToClipboard } from '../../platform/browser/clipboard.ts';
import { CopyIcon } from '../icons.tsx';
import { notify } from '../toasts/toast-store.ts';
import { Label } from './TextField.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly words: {
    readonly copy: string;
    readonly copied: string;
    /** Shown where the browser does not allow copying; the text is selected then. */
    readonly copyBlocked: string;
  };
}

export function CopyField({ label, value, words }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const copyValue = async () => {
    if (await copyToClipboard(value)) {
      notify(words.copied);
      return;
    }
    input.current?.select();
    notify(words.copyBlocked);
  };

  return (
    <Box>
      <Label htmlFor={id}>{label}</Label>
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5 }}>
        <OutlinedInput
          id={id}
          inputRef={input}
          value={value}
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
          onClick={() => void copyValue()}
          sx={{ flexShrink: 0 }}
        >
          {words.copy}
        </Button>
      </Box>
    </Box>
  );
}
