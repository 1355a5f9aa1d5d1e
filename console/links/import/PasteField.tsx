/** The field for addresses pasted one per line, or as a table from a spreadsheet. */
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { Label } from '../../ui/fields/TextField.tsx';
import { paste } from './import-store.ts';
import { messages } from './messages.ts';

export function PasteField({ text, disabled }: { text: string; disabled: boolean }) {
  const id = useId();
  return (
    <FormControl fullWidth disabled={disabled}>
      <Label htmlFor={id}>{messages.pasted}</Label>
      <OutlinedInput
        id={id}
        multiline
        autoFocus
        minRows={5}
        maxRows={12}
        value={text}
        onChange={(event) => paste(event.target.value)}
        placeholder={messages.pastedExample}
        inputProps={{
          'aria-describedby': `${id}-hint`,
          spellCheck: false,
          // Lines stay lines: their numbers are named below.
          wrap: 'off',
          style: { overflow: 'auto', whiteSpace: 'pre' },
        }}
      />
      <FormHelperText id={`${id}-hint`}>{messages.pastedHint}</FormHelperText>
    </FormControl>
  );
}
