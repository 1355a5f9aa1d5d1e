/** Chooses a logo file. The server judges it when the form is sent. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useField } from 'formik';
import { useId, useRef, useState } from 'react';
import { MAX_LOGO } from '../../command-service/contract/brand.ts';
import { fieldError, useSubmitErrors } from '../ui/fields/submit-result.ts';
import { Label } from '../ui/fields/TextField.tsx';
import { messages } from './messages.ts';

export function LogoField() {
  const [{ value }, , { setValue }] = useField<string>('logo');
  const [unusable, setUnusable] = useState<string>();
  const refused = fieldError(useSubmitErrors(), 'logo', value);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const problem = unusable ?? refused;
  const choose = (file: File) => {
    setUnusable(file.size > MAX_LOGO ? messages.logoTooLarge : undefined);
    const reader = new FileReader();
    reader.onload = () => void setValue(String(reader.result));
    reader.onerror = () => setUnusable(messages.logoUnreadable);
    if (file.size <= MAX_LOGO) reader.readAsDataURL(file);
  };
  return (
    <Box sx={{ display: 'grid' }}>
      <Label>{messages.logo}</Label>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={messages.logo}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Lets the same file be chosen again.
          target.value = '';
          if (file !== undefined) choose(file);
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button aria-describedby={id} onClick={() => input.current?.click()}>
          {messages.chooseLogo}
        </Button>
        {value !== '' && (
          <Button variant="text" onClick={() => void setValue('')}>
            {messages.removeLogo}
          </Button>
        )}
      </Box>
      <FormHelperText id={id} error={problem !== undefined} role={problem === undefined ? undefined : 'alert'}>
        {problem ?? messages.logoHint}
      </FormHelperText>
    </Box>
  );
}
