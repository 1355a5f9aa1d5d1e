/** The fields of a share that say who may open it, and how long. */
import Box from '@mui/material/Box';
import { useFormikContext } from 'formik';
import { CheckBox } from '../ui/fields/CheckBox.tsx';
import { SelectField } from '../ui/fields/SelectField.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { EXPIRY_CHOICES, messages } from './messages.ts';
import { ON_A_DAY, type ShareValues } from './share-form.ts';

export function ExpiryField() {
  const { values } = useFormikContext<ShareValues>();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <SelectField name="expires" label={messages.expiry} choices={EXPIRY_CHOICES} />
      {values.expires === ON_A_DAY && (
        <TextField name="end" label={messages.lastDay} hint={messages.endHint} type="date" required />
      )}
    </Box>
  );
}

export function PasswordField({ had = false }: { had?: boolean }) {
  const { values } = useFormikContext<ShareValues>();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <CheckBox name="protect" label={messages.protect} />
      {values.protect && (
        <TextField
          name="password"
          label={had ? messages.newPassword : messages.password}
          hint={had ? messages.passwordKept : messages.passwordHint}
          required={!had}
          autoFocus={!had}
        />
      )}
    </Box>
  );
}
