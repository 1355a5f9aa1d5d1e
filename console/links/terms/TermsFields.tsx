/** The fields of terms: what is agreed about links. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { type ReactNode, useId } from 'react';
import { LINK_TYPES } from '../../../command-service/contract/observation.ts';
import { ANCHOR_RULES } from '../../../command-service/model/terms/events.ts';
import { Label } from '../../ui/fields/TextField.tsx';
import { ChevronDownIcon } from '../../ui/layout/icons.tsx';
import { TYPE_LABELS } from '../messages.ts';
import { ANCHOR_RULE_LABELS, messages } from './messages.ts';
import { hasLines, type TermsValues } from './terms-values.ts';

export interface TermsFieldsProps {
  readonly values: TermsValues;
  readonly change: (values: Partial<TermsValues>) => void;
  /** One message per field. */
  readonly problems: Readonly<Record<string, string | undefined>>;
  readonly disabled: boolean;
}

/** Controlled; takes the whole width of a form of two columns. */
export function TermsFields({ values, change, problems, disabled }: TermsFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <AnchorFields values={values} change={change} problem={problems.anchorTexts} disabled={disabled} />
      <Group legend={messages.linkTypes} hint={messages.linkTypesHint} problem={problems.linkTypes}>
        {LINK_TYPES.map((type) => (
          <Tick
            key={type}
            label={TYPE_LABELS[type]}
            checked={values.linkTypes.includes(type)}
            disabled={disabled}
            invalid={problems.linkTypes !== undefined}
            choose={(on) =>
              change({ linkTypes: LINK_TYPES.filter((each) => (each === type ? on : values.linkTypes.includes(each))) })
            }
          />
        ))}
      </Group>
      <Group legend={messages.conditions}>
        {(['indexable', 'visible', 'goneAfterEnd'] as const).map((term) => (
          <Tick
            key={term}
            label={messages[term]}
            checked={values[term]}
            disabled={disabled}
            choose={(on) => change({ [term]: on })}
          />
        ))}
      </Group>
    </Box>
  );
}

function AnchorFields({
  values,
  change,
  problem,
  disabled,
}: Omit<TermsFieldsProps, 'problems'> & { readonly problem: string | undefined }) {
  const id = useId();
  const isList = hasLines(values);
  const note = problem ?? (isList ? messages.anchorsHint : messages.anchorHint);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 3fr)' },
      }}
    >
      <FormControl fullWidth disabled={disabled} sx={{ minWidth: 0 }}>
        <Label id={`${id}-rule`}>{messages.anchor}</Label>
        <Select
          labelId={`${id}-rule`}
          value={values.anchorRule}
          displayEmpty
          onChange={(event) => change({ anchorRule: event.target.value })}
          IconComponent={ChevronDownIcon}
        >
          {['', ...ANCHOR_RULES].map((rule) => (
            <MenuItem key={rule} value={rule}>
              {ANCHOR_RULE_LABELS[rule]}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      {values.anchorRule !== '' && (
        <FormControl fullWidth disabled={disabled} error={problem !== undefined} sx={{ minWidth: 0 }}>
          <Label htmlFor={id}>{isList ? messages.anchorTexts : messages.anchorText}</Label>
          <OutlinedInput
            id={id}
            value={values.anchorTexts}
            onChange={(event) => change({ anchorTexts: event.target.value })}
            {...(isList ? { multiline: true, minRows: 3, maxRows: 8 } : {})}
            inputProps={{ dir: 'auto', autoComplete: 'off', spellCheck: false, 'aria-describedby': `${id}-note` }}
          />
          <FormHelperText id={`${id}-note`}>{note}</FormHelperText>
        </FormControl>
      )}
    </Box>
  );
}

interface GroupProps {
  readonly legend: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

function Group({ legend, hint, problem, children }: GroupProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <Box
      component="fieldset"
      {...(note === undefined ? {} : { 'aria-describedby': id })}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      <Box component="legend" sx={{ p: 0, mb: 0.5, fontSize: '0.8125rem', fontWeight: 500 }}>
        {legend}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>{children}</Box>
      {note !== undefined && (
        <FormHelperText id={id} error={problem !== undefined} sx={{ ml: 0 }}>
          {note}
        </FormHelperText>
      )}
    </Box>
  );
}

interface TickProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly invalid?: boolean;
  readonly choose: (on: boolean) => void;
}

function Tick({ label, checked, disabled, invalid = false, choose }: TickProps) {
  return (
    <FormControlLabel
      label={label}
      disabled={disabled}
      sx={{ ml: -0.5, mr: 0, minHeight: 32 }}
      control={
        <Checkbox
          size="small"
          sx={{ p: 0.5, mr: 0.5 }}
          checked={checked}
          onChange={(_, on) => choose(on)}
          slotProps={{ input: { 'aria-invalid': invalid } }}
        />
      }
    />
  );
}
