/** The e-mail address, to read and to copy. */
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { Label } from '../ui/forms/TextField.tsx';
import { messages } from './messages.ts';

export function ReadOnlyEmail({ email }: { email: string }) {
  const id = useId();
  return (
    <FormControl fullWidth>
      <Label htmlFor={id}>{messages.email}</Label>
      <OutlinedInput
        id={id}
        value={email}
        readOnly
        slotProps={{ input: { 'aria-describedby': `${id}-note` } }}
        sx={{ bgcolor: 'background.sunken', color: 'text.secondary' }}
      />
      <FormHelperText id={`${id}-note`}>{messages.emailHint}</FormHelperText>
    </FormControl>
  );
}
