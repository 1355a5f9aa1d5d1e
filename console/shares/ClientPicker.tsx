/** Picks a client by typing part of its name or domain. */

import Box from '@mui/material/Box';
import { useField } from 'formik';
import { useState } from 'react';
import { useClient, useClientSearch } from '../links/client-queries.ts';
import { formatLinks } from '../platform/format/counts.ts';
import { useDebouncedValue } from '../platform/timing/use-debounced-value.ts';
import { Picker } from '../ui/fields/Picker.tsx';
import { messages } from './messages.ts';

/** How long after the last letter clients are looked for. */
const TYPING_MS = 200;

interface ClientPickerProps {
  readonly required?: boolean;
  readonly hint?: string;
  /** A team’s id, or `personal`; default: the clients of all lists. */
  readonly list?: string;
}

export function ClientPicker({ required = true, hint = messages.clientHint, list }: ClientPickerProps) {
  const [field, , helpers] = useField<string>('clientDomain');
  const [typed, setTyped] = useState('');
  const { data: picked } = useClient(field.value);
  // The field also shows the chosen client, which is not a search.
  const q = useDebouncedValue(typed === picked?.name ? '' : typed.trim(), TYPING_MS);
  const { data, isLoading } = useClientSearch(q, list);
  return (
    <Picker
      name="clientDomain"
      label={messages.client}
      hint={hint}
      required={required}
      // The first field of its dialog.
      autoFocus={required}
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
    />
  );
}
