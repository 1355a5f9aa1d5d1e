/** A part of a sentence that can be changed: a quiet underlined button that opens its choices. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import type { AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { PopoverDialog } from '../ui/dialogs/PopoverDialog.tsx';
import { OneOf } from '../ui/fields/SelectField.tsx';
import type { Part } from './parts.ts';

const BUTTON = {
  display: 'inline',
  verticalAlign: 'baseline',
  font: 'inherit',
  fontWeight: 500,
  borderRadius: 0.5,
  textDecoration: 'underline dotted',
  textUnderlineOffset: '4px',
  overflowWrap: 'anywhere',
  '&:hover, &[aria-expanded="true"]': { color: 'primary.main', textDecorationStyle: 'solid' },
} as const;

/** Its text is a clause of the sentence. */
const CHOICE = {
  display: 'flex',
  alignItems: 'flex-start',
  m: 0,
  py: 0.5,
  '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere', '&::first-letter': { textTransform: 'uppercase' } },
} as const;

interface ChoicesProps extends Part {
  readonly label: string;
  readonly set: (change: Partial<AlertRule>) => void;
}

export function Choices({ label, choices, isMultiple = false, fields = [], set }: ChoicesProps) {
  const name = useId();
  const Control = isMultiple ? Checkbox : Radio;
  return (
    <>
      <Box role={isMultiple ? 'group' : 'radiogroup'} aria-label={label}>
        {choices.map(({ label: text, id, hint, isOn, isInner = false, change }) => (
          <Box key={id ?? text} sx={{ pl: isInner ? 3.5 : 0 }}>
            <FormControlLabel
              label={text}
              sx={CHOICE}
              control={
                <Control
                  size="small"
                  name={name}
                  checked={isOn}
                  onChange={() => set(change)}
                  sx={{ p: 0, mr: 1, mt: '2px' }}
                />
              }
            />
            {hint !== undefined && <FormHelperText sx={{ mt: 0, ml: 3.5 }}>{hint}</FormHelperText>}
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, mt: 1 }}>
        {fields.map(({ value, change, options, ...field }) => (
          <OneOf
            key={field.label}
            {...field}
            value={String(value)}
            choices={options}
            choose={(chosen) => set(change(Number(chosen)))}
            problem={undefined}
          />
        ))}
      </Box>
    </>
  );
}

interface SlotProps {
  readonly label: string;
  readonly text: string;
  /** The choices. */
  readonly children: ReactNode;
}

export function Slot({ label, text, children }: SlotProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      {/* An element that breaks into lines like the text around it, as a button of HTML does not. */}
      <ButtonBase
        component="span"
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget)}
        sx={BUTTON}
      >
        {text}
      </ButtonBase>
      <PopoverDialog
        anchor={anchor}
        onClose={() => setAnchor(null)}
        aria-labelledby={id}
        sx={{ width: 360, maxHeight: 440, p: 2 }}
      >
        <Typography id={id} component="h3" variant="h3" sx={{ mb: 1 }}>
          {label}
        </Typography>
        {children}
      </PopoverDialog>
    </>
  );
}
