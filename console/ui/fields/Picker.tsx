/** A form field that picks a value of a long list by typing a part of its name; its error appears below. */
import Autocomplete, { type AutocompleteProps, type AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useField } from 'formik';
import { useId } from 'react';
import { ChevronDownIcon, CloseIcon } from '../layout/icons.tsx';
import { Label } from './TextField.tsx';

/** The look of the list of values; rendered outside of its dialog's element, it needs a landmark of its own. */
export const pickerSlots = (label: string) => ({
  popper: { role: 'region', 'aria-label': label },
  paper: { sx: { mt: 0.5, border: 1, borderColor: 'divider', fontSize: '0.8125rem' } },
  listbox: { sx: { p: 0.5 } },
});

/** The input of a picker, with properties of its own. */
export function pickerInput(input: OutlinedInputProps['inputProps'], autoFocus = false) {
  return ({ slotProps, disabled, id }: AutocompleteRenderInputParams) => (
    <OutlinedInput
      id={id}
      disabled={disabled}
      fullWidth
      autoFocus={autoFocus}
      ref={slotProps.input.ref}
      className={slotProps.input.className}
      endAdornment={slotProps.input.endAdornment}
      onMouseDown={slotProps.input.onMouseDown}
      slotProps={{ input: { ...slotProps.htmlInput, ...input } }}
    />
  );
}

interface PickerProps<Option, Required extends boolean>
  extends Omit<AutocompleteProps<Option, false, Required, false>, 'renderInput' | 'id'> {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly required?: boolean;
}

export function Picker<Option, Required extends boolean = false>({
  name,
  label,
  hint,
  required = false,
  autoFocus = false,
  ...picker
}: PickerProps<Option, Required>) {
  const [, meta] = useField(name);
  const id = useId();
  const problem = meta.touched ? meta.error : undefined;
  return (
    <FormControl fullWidth required={required} error={problem !== undefined}>
      <Label htmlFor={id}>{label}</Label>
      <Autocomplete
        id={id}
        sx={{
          '& .MuiOutlinedInput-root': { py: 0, pl: 0 },
          '& .MuiOutlinedInput-root .MuiAutocomplete-input': { py: '7px', px: '12px' },
        }}
        slotProps={pickerSlots(label)}
        popupIcon={<ChevronDownIcon />}
        clearIcon={<CloseIcon fontSize="small" />}
        renderInput={pickerInput(
          { 'aria-describedby': `${id}-note`, 'aria-invalid': problem !== undefined },
          autoFocus,
        )}
        {...picker}
      />
      <FormHelperText id={`${id}-note`}>{problem ?? hint}</FormHelperText>
    </FormControl>
  );
}
