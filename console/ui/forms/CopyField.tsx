/** A text to copy: selected on focus, copied by a button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useRef } from 'react';
import { copyToClipboard } from '../../platform/browser/clipboard.ts';
import { Label } from '../fields/TextField.tsx';
import { CopyIcon } from '../layout/icons.tsx';
import { notify } from '../toasts/toast-store.ts';
import { messages } from './messages.ts';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

export function CopyField({ label, value }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const copyValue = async () => {
    if (await copyToClipboard(value)) {
      notify(messages.copied);
      return;
    }
    input.current?.select();
    notify(messages.copyBlocked);
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
          {messages.copy}
        </Button>
      </Box>
    </Box>
  );
}
