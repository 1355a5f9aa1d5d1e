/** Any number of choices from a short list. */
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { ChevronDownIcon } from '../ui/layout/icons.tsx';

interface ChoicesFieldProps<Id extends string> {
  readonly label: string;
  /** The text while nothing is chosen. */
  readonly all: string;
  readonly names: ReadonlyMap<Id, string>;
  readonly chosen: readonly Id[];
  /** The text for several choices. */
  readonly format: (count: number) => string;
  /** The choices in the order of `names`. */
  readonly onChange: (chosen: readonly Id[]) => void;
}

export function ChoicesField<Id extends string>(props: ChoicesFieldProps<Id>) {
  const { label, all, names, chosen, format, onChange } = props;
  return (
    <Select
      multiple
      displayEmpty
      value={[...chosen]}
      onChange={({ target }) => {
        const named: readonly string[] = [target.value].flat();
        onChange([...names.keys()].filter((id) => named.includes(id)));
      }}
      renderValue={([first, ...others]) =>
        first === undefined ? all : others.length === 0 ? names.get(first) : format(chosen.length)
      }
      slotProps={{ input: { 'aria-label': label } }}
      IconComponent={ChevronDownIcon}
      sx={{ minWidth: 0, '& .MuiSelect-select': { py: '6px', pl: 1.25, fontSize: '0.8125rem' } }}
    >
      {[...names].map(([id, name]) => (
        <MenuItem key={id} value={id} sx={{ gap: 1, fontSize: '0.8125rem' }}>
          <Checkbox size="small" checked={chosen.includes(id)} tabIndex={-1} sx={{ p: 0 }} />
          {name}
        </MenuItem>
      ))}
    </Select>
  );
}
