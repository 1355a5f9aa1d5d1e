/** A form field with a choice; its error appears below. */
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Select, { type SelectProps } from '@mui/material/Select';
import { useField } from 'formik';
import { useId } from 'react';
import { ChevronDownIcon } from '../layout/icons.tsx';
import { fieldError, useSubmitErrors } from './submit-result.ts';
import { Label } from './TextField.tsx';

interface ChoiceProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  readonly disabled?: boolean;
  readonly sx?: SelectProps['sx'];
}

interface SelectFieldProps extends ChoiceProps {
  readonly name: string;
  /** Replaces the change of the field's value. */
  readonly onChoose?: (value: string) => void;
}

interface OneOfProps extends ChoiceProps, Pick<SelectProps, 'name' | 'autoFocus'> {
  readonly value: string;
  readonly choose: (value: string) => void;
  readonly problem: string | undefined;
  /** Shown below the field unless there is a problem. */
  readonly hint?: string | undefined;
}

/** The field outside of a form's state. */
export function OneOf({ label, value, choices, choose, problem, hint, disabled = false, sx, ...rest }: OneOfProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <FormControl fullWidth disabled={disabled} error={problem !== undefined} sx={{ minWidth: 0, ...sx }}>
      <Label id={id}>{label}</Label>
      <Select
        {...rest}
        labelId={id}
        value={value}
        onChange={(event) => choose(event.target.value)}
        {...(note === undefined ? {} : { 'aria-describedby': `${id}-note` })}
        displayEmpty
        IconComponent={ChevronDownIcon}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value} disabled={choice.disabled ?? false}>
            <Box component="span" dir="auto" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {choice.label}
            </Box>
          </MenuItem>
        ))}
      </Select>
      {note !== undefined && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}

export function SelectField({ onChoose, ...props }: SelectFieldProps) {
  const [field, meta, { setValue }] = useField<string>(props.name);
  const errors = useSubmitErrors();
  const problem = (meta.touched ? meta.error : undefined) ?? fieldError(errors, props.name, field.value);
  return (
    <OneOf {...props} value={field.value} choose={onChoose ?? ((value) => void setValue(value))} problem={problem} />
  );
}
