/** A form field with a choice; its error appears below. */
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Select, { type SelectProps } from '@mui/material/Select';
import { useField } from 'formik';
import { useId } from 'react';
import { ChevronDownIcon } from '../layout/icons.tsx';
import { fieldError, useSubmitErrors } from './submit-result.ts';
import { Label } from './TextField.tsx';

interface SelectFieldProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  readonly disabled?: boolean;
  /** Replaces the change of the field's value. */
  readonly onChoose?: (value: string) => void;
  readonly sx?: SelectProps['sx'];
}

export function SelectField({ name, label, choices, disabled = false, onChoose, sx }: SelectFieldProps) {
  const [field, meta] = useField<string>(name);
  const errors = useSubmitErrors();
  const id = useId();
  const problem = (meta.touched ? meta.error : undefined) ?? fieldError(errors, name, field.value);
  return (
    <FormControl fullWidth disabled={disabled} error={problem !== undefined} sx={{ minWidth: 0, ...sx }}>
      <Label id={id}>{label}</Label>
      <Select
        labelId={id}
        name={name}
        value={field.value}
        onChange={(event) => (onChoose === undefined ? field.onChange(event) : onChoose(event.target.value))}
        {...(problem === undefined ? {} : { 'aria-describedby': `${id}-note` })}
        displayEmpty
        IconComponent={ChevronDownIcon}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value} disabled={choice.disabled ?? false}>
            {choice.label}
          </MenuItem>
        ))}
      </Select>
      {problem !== undefined && <FormHelperText id={`${id}-note`}>{problem}</FormHelperText>}
    </FormControl>
  );
}
