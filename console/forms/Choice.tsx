/** A form field with a few choices. */
import FormControl from '@mui/material/FormControl';
import MenuItem from '@mui/material/MenuItem';
import Select, { type SelectProps } from '@mui/material/Select';
import { useField } from 'formik';
import { useId } from 'react';
import { ChevronDownIcon } from '../frame/icons.tsx';
import { Label } from './Field.tsx';

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly disabled?: boolean;
  readonly sx?: SelectProps['sx'];
}

export function Choice({ name, label, choices, disabled = false, sx }: ChoiceProps) {
  const [field] = useField<string>(name);
  const id = useId();
  return (
    <FormControl fullWidth disabled={disabled} sx={{ minWidth: 0, ...sx }}>
      <Label id={id}>{label}</Label>
      <Select
        labelId={id}
        name={name}
        value={field.value}
        onChange={field.onChange}
        displayEmpty
        IconComponent={ChevronDownIcon}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value}>
            {choice.label}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
