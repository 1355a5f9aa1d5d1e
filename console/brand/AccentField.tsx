/** The accent color: typed or picked, with the colors that are shown instead where it could not be read. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useField } from 'formik';
import { accentColors } from '../../command-service/contract/brand.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { format, messages } from './messages.ts';

/** The accent of Linkledger itself. */
const EXAMPLE = '#3b57d9';

/** The colors that are shown; null for a text that is no color. */
export function colorsOf(typed: string) {
  const accent = typed.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(accent) ? { accent, ...accentColors(accent) } : null;
}

export function AccentField() {
  const [{ value }, , { setValue }] = useField<string>('accent');
  const colors = colorsOf(value);
  const corrected = [
    ['darker', colors?.light],
    ['lighter', colors?.dark],
  ] as const;
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <TextField name="accent" label={messages.accent} hint={messages.accentHint} placeholder={EXAMPLE} />
        <Box
          component="input"
          type="color"
          aria-label={messages.pickAccent}
          value={colors?.accent ?? EXAMPLE}
          onChange={({ target }) => void setValue(target.value)}
          sx={{ mt: '23.5px', width: 44, height: 34, p: 0.25, border: 1, borderColor: 'divider', borderRadius: 1 }}
        />
      </Box>
      {corrected.map(
        ([text, color]) =>
          color !== undefined &&
          color !== colors?.accent && (
            <FormHelperText key={text} role="status" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
              <Box component="span" sx={{ width: 14, height: 14, flexShrink: 0, borderRadius: 0.5, bgcolor: color }} />
              {format(text, { color })}
            </FormHelperText>
          ),
      )}
    </Box>
  );
}
