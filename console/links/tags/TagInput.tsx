/** A field for tags, with those in use as suggestions. */

import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { formatNumber } from '../../platform/format/counts.ts';
import { Label } from '../../ui/fields/TextField.tsx';
import { CloseIcon } from '../../ui/layout/icons.tsx';
import { messages } from './messages.ts';
import { addTyped, ENDS_TAG } from './tag-text.ts';
import { useTags } from './use-tags.ts';

interface TagInputProps {
  readonly label: string;
  readonly tags: readonly string[];
  readonly choose: (tags: readonly string[]) => void;
  /** Called with text that is not a tag yet; it becomes one when the field loses focus. */
  readonly onType?: (typed: string) => void;
  /** The team whose tags are suggested; empty: all visible tags. */
  readonly teamId?: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

export function TagInput({ label, tags, choose, onType, teamId, hint, problem, ...input }: TagInputProps) {
  const { disabled = false, autoFocus = false } = input;
  const id = useId();
  const [typed, setText] = useState('');
  const knownTags = useTags(teamId);
  const counts = new Map(knownTags.map(({ tag, count }) => [tag, count]));
  const note = problem ?? hint;
  const setTyped = (text: string) => {
    setText(text);
    onType?.(text);
  };
  const take = (text: string) => {
    if (text === '') return;
    setTyped('');
    if (text.trim() !== '') choose(addTyped(tags, text));
  };
  return (
    <FormControl fullWidth error={problem !== undefined} disabled={disabled} sx={{ minWidth: 0 }}>
      <Label htmlFor={id}>{label}</Label>
      <Autocomplete<string, true, true, true>
        id={id}
        multiple
        freeSolo
        disableClearable
        filterSelectedOptions
        handleHomeEndKeys={false}
        disabled={disabled}
        options={knownTags.map(({ tag }) => tag)}
        value={[...tags]}
        inputValue={typed}
        onChange={(_, next) => {
          setTyped('');
          choose(addTyped([], next.join(',')));
        }}
        onInputChange={(_, text, reason) => {
          if (reason !== 'input') return;
          const parts = text.split(ENDS_TAG);
          if (parts.length === 1) setTyped(text);
          else {
            const rest = parts.pop() ?? '';
            choose(addTyped(tags, parts.join(',')));
            setTyped(rest.trimStart());
          }
        }}
        // Text that was not ended by a comma counts as a tag.
        onBlur={() => take(typed)}
        renderOption={({ key, ...option }, tag) => (
          <Box component="li" key={key} {...option} sx={{ gap: 2, justifyContent: 'space-between !important' }}>
            <bdi>{tag}</bdi>
            <Box component="span" aria-hidden sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
              {formatNumber(counts.get(tag) ?? 0)}
            </Box>
          </Box>
        )}
        slotProps={{
          chip: { size: 'small', variant: 'outlined', deleteIcon: <CloseIcon aria-hidden />, sx: { maxWidth: 240 } },
          paper: { variant: 'outlined', sx: { mt: 0.5, fontSize: '0.8125rem' } },
          listbox: { sx: { maxHeight: 240 } },
        }}
        renderInput={({ slotProps: { input: around, htmlInput } }) => (
          <OutlinedInput
            ref={around.ref}
            className={around.className}
            startAdornment={around.startAdornment}
            onMouseDown={around.onMouseDown}
            fullWidth
            autoFocus={autoFocus}
            placeholder={tags.length === 0 ? messages.tagPlaceholder : ''}
            inputProps={{
              ...htmlInput,
              dir: 'auto',
              maxLength: 400,
              'aria-describedby': note === undefined ? undefined : `${id}-note`,
            }}
            sx={{
              flexWrap: 'wrap',
              gap: 0.5,
              p: '1px 8px !important',
              minHeight: 34,
              '& input': { py: '3px !important' },
            }}
          />
        )}
      />
      {note !== undefined && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}
