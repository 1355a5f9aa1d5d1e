/** A text field of a form: label above, hint or error below. Errors appear after the first submit. */
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useField } from 'formik';
import { type ReactNode, useId } from 'react';
import { fieldError, useSubmitErrors } from './submit-result.ts';

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly type?: 'text' | 'email' | 'url' | 'number' | 'date';
  /** The latest day that can be picked, YYYY-MM-DD. */
  readonly max?: string;
  readonly inputMode?: 'url' | 'email' | 'numeric';
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly rows?: number;
  readonly suggestions?: readonly string[];
  readonly disabled?: boolean;
  /** Corrects the text when the field loses focus. */
  readonly normalize?: (typed: string) => string;
  readonly sx?: OutlinedInputProps['sx'];
}

export function TextField({
  name,
  label,
  hint,
  required = false,
  readOnly = false,
  normalize,
  rows,
  suggestions,
  sx,
  ...input
}: TextFieldProps) {
  const [field, meta, helpers] = useField<string>(name);
  const id = useId();
  const errors = useSubmitErrors();
  const problem = (meta.touched ? meta.error : undefined) ?? fieldError(errors, name, field.value);
  const wrong = problem !== undefined;
  const note = problem ?? hint;
  return (
    <FormControl
      fullWidth
      error={wrong}
      disabled={input.disabled ?? false}
      required={required}
      sx={{ minWidth: 0, ...sx }}
    >
      <Label htmlFor={id}>{label}</Label>
      <OutlinedInput
        id={id}
        name={name}
        value={field.value}
        onChange={field.onChange}
        onBlur={() => {
          const tidied = normalize?.(field.value) ?? field.value;
          if (tidied !== field.value) void helpers.setValue(tidied, true);
        }}
        type={input.type ?? 'text'}
        placeholder={input.placeholder ?? ''}
        autoFocus={input.autoFocus ?? false}
        readOnly={readOnly}
        {...(rows === undefined ? {} : { multiline: true, minRows: rows, maxRows: 8 })}
        slotProps={{
          input: {
            'aria-describedby': note === undefined ? undefined : `${id}-note`,
            inputMode: input.inputMode,
            max: input.max,
            autoComplete: input.autoComplete ?? 'off',
            spellCheck: rows !== undefined,
            dir: 'auto',
            list: suggestions && `${id}-list`,
          },
        }}
        sx={readOnly ? { bgcolor: 'background.sunken', color: 'text.secondary' } : {}}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      {note !== undefined && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}

export function Label({ htmlFor, id, children }: { htmlFor?: string; id?: string; children: ReactNode }) {
  return (
    <Box
      component="label"
      htmlFor={htmlFor}
      id={id}
      sx={{ mb: 0.5, fontSize: '0.8125rem', fontWeight: 500, color: 'text.primary' }}
    >
      {children}
    </Box>
  );
}
