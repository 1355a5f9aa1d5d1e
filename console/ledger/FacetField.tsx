/** Chooses one value of a facet: a domain, or a campaign by its name. */
import Autocomplete from '@mui/material/Autocomplete';
import { useState } from 'react';
import { useClient } from '../links/client-queries.ts';
import { DEFAULT_VIEW } from '../links/filters/list-view.ts';
import { useFacet } from '../links/filters/use-facet.ts';
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { useDebouncedValue } from '../platform/timing/use-debounced-value.ts';
import { pickerInput, pickerSlots } from '../ui/fields/Picker.tsx';
import { CloseIcon } from '../ui/layout/icons.tsx';
import { messages } from './messages.ts';

const TYPING_MS = 200;

interface FacetFieldProps {
  readonly facet: 'clientDomain' | 'publisher' | 'campaignId';
  readonly label: string;
  readonly placeholder: string;
  /** '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

type Option = string | { readonly value: string; readonly label: string };

const textOf = (option: Option): string => (typeof option === 'string' ? option.trim().toLowerCase() : option.value);

/** The name of a campaign; '' until it is read. */
export function useCampaignName(id: string): string {
  const { data, error } = useAnswer(id === '' ? null : pathTo('/api/campaigns/:id', { params: { id } }));
  return data?.name ?? (error === undefined ? '' : messages.unknown);
}

/** A campaign is chosen from the list; a domain may also be typed, because its links may be gone. */
export function FacetField({ facet, label, placeholder, value, onChange }: FacetFieldProps) {
  const isNamed = facet === 'campaignId';
  const campaignName = useCampaignName(isNamed ? value : '');
  const { data: client } = useClient(facet === 'clientDomain' ? value : '');
  const name = isNamed ? campaignName : (client?.name ?? value);
  const [typed, setTyped] = useState(name);
  const [shown, setShown] = useState(name);
  if (shown !== name) {
    setShown(name);
    setTyped(name);
  }
  const find = useDebouncedValue(typed === name ? '' : typed.trim(), TYPING_MS);
  const { data } = useFacet(facet, DEFAULT_VIEW, {}, find);
  const chosen = value === '' ? null : { value, label: name };
  return (
    <Autocomplete
      freeSolo={!isNamed}
      options={[...(data ?? [])]}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.label)}
      getOptionKey={textOf}
      isOptionEqualToValue={(option, other) => textOf(option) === textOf(other)}
      value={chosen}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, to) => onChange(to === null ? '' : textOf(to))}
      filterOptions={(options) => options}
      noOptionsText={messages.noValues}
      sx={{
        minWidth: 0,
        '& .MuiOutlinedInput-root': { py: 0, pl: 0 },
        '& .MuiOutlinedInput-root .MuiAutocomplete-input': { py: '6px', px: 1.25, fontSize: '0.8125rem' },
      }}
      slotProps={pickerSlots(label)}
      clearIcon={<CloseIcon fontSize="small" />}
      forcePopupIcon={false}
      renderInput={pickerInput({ placeholder, 'aria-label': label })}
    />
  );
}
