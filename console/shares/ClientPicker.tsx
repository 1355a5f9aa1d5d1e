/** Picks a client by typing part of its name or domain. */

import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useField } from 'formik';
import { useId, useState } from 'react';
import { useClient, useClientSearch } from '../links/client-queries.ts';
import { formatLinks } from '../platform/format/counts.ts';
import { useDebouncedValue } from '../platform/timing/use-debounced-value.ts';
import { Label } from '../ui/fields/TextField.tsx';
import { ChevronDownIcon, CloseIcon } from '../ui/layout/icons.tsx';
import { messages } from './messages.ts';

/** How long after the last letter clients are looked for. */
const TYPING_MS = 200;

interface ClientPickerProps {
  readonly required?: boolean;
  readonly hint?: string;
}

export function ClientPicker({ required = true, hint = messages.clientHint }: ClientPickerProps) {
  const [field, meta, helpers] = useField<string>('clientDomain');
  const [typed, setTyped] = useState('');
  const { data: picked } = useClient(field.value);
  // The field also shows the chosen client, which is not a search.
  const q = useDebouncedValue(typed === picked?.name ? '' : typed.trim(), TYPING_MS);
  const { data, isLoading } = useClientSearch(q);
  const id = useId();
  const problem = meta.touched ? meta.error : undefined;

  return (
    <FormControl fullWidth required={required} error={problem !== undefined}>
      <Label htmlFor={id}>{messages.client}</Label>
      <Autocomplete
        id={id}
        options={data?.rows ?? []}
        value={picked ?? null}
        loading={isLoading}
        inputValue={typed}
        onInputChange={(_, text) => setTyped(text)}
        onChange={(_, client) => void helpers.setValue(client?.clientDomain ?? '')}
        filterOptions={(options) => [...options]}
        getOptionLabel={({ name }) => name}
        isOptionEqualToValue={(one, other) => one.clientDomain === other.clientDomain}
        noOptionsText={messages.noClients}
        sx={{ '& .MuiOutlinedInput-root': { py: 0, pl: 0 }, '& .MuiAutocomplete-input': { py: '7px', px: '12px' } }}
        slotProps={{
          // Rendered outside the dialog's element, so it needs a landmark of its own.
          popper: { role: 'region', 'aria-label': messages.client },
          paper: { sx: { mt: 0.5, border: 1, borderColor: 'divider' } },
          listbox: { sx: { p: 0.5 } },
        }}
        popupIcon={<ChevronDownIcon />}
        clearIcon={<CloseIcon fontSize="small" />}
        renderOption={({ key, ...props }, { name, total }) => (
          <Box component="li" key={key} {...props} sx={{ fontSize: '0.8125rem', gap: 1, borderRadius: 0.75 }}>
            <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {formatLinks(total)}
            </Box>
          </Box>
        )}
        renderInput={({ slotProps, size: _size, fullWidth: _fullWidth, disabled, id: inputId }) => (
          <OutlinedInput
            id={inputId}
            disabled={disabled}
            fullWidth
            ref={slotProps.input.ref}
            className={slotProps.input.className}
            endAdornment={slotProps.input.endAdornment}
            onMouseDown={slotProps.input.onMouseDown}
            slotProps={{
              input: {
                ...slotProps.htmlInput,
                'aria-describedby': `${id}-note`,
                'aria-invalid': problem !== undefined,
              },
            }}
          />
        )}
      />
      <FormHelperText id={`${id}-note`}>{problem ?? hint}</FormHelperText>
    </FormControl>
  );
}
