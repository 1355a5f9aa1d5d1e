/** A part of a sentence that can be changed: a quiet underlined button that opens its menu. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Popover from '@mui/material/Popover';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';

interface SlotProps {
  readonly label: string;
  readonly text: string;
  /** The menu. */
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
        sx={{
          display: 'inline',
          verticalAlign: 'baseline',
          font: 'inherit',
          fontWeight: 500,
          borderRadius: 0.5,
          textDecoration: 'underline dotted',
          textUnderlineOffset: '4px',
          textDecorationColor: 'var(--mui-palette-text-secondary)',
          overflowWrap: 'anywhere',
          '&:hover, &[aria-expanded="true"]': { color: 'primary.main', textDecorationStyle: 'solid' },
        }}
      >
        {text}
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          backdrop: { invisible: true },
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': id,
            sx: { width: 360, maxHeight: 440, mt: 0.5, p: 2, border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Typography id={id} component="h3" variant="h3" sx={{ mb: 1 }}>
          {label}
        </Typography>
        {children}
      </Popover>
    </>
  );
}

/** The look of a choice, whose text is a clause of the sentence. */
export const CHOICE = {
  display: 'flex',
  alignItems: 'flex-start',
  m: 0,
  py: 0.5,
  '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere', '&::first-letter': { textTransform: 'uppercase' } },
} as const;

interface ChoicesProps<Value> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly chosen: Value;
  readonly choose: (value: Value) => void;
}

export function Choices<Value>({ label, choices, chosen, choose }: ChoicesProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={JSON.stringify(chosen)}
      onChange={(_, key) => {
        const found = choices.find(({ value }) => JSON.stringify(value) === key);
        if (found !== undefined) choose(found.value);
      }}
    >
      {choices.map(({ value, label: text, hint }) => (
        <Box key={JSON.stringify(value)}>
          <FormControlLabel
            value={JSON.stringify(value)}
            label={text}
            sx={CHOICE}
            control={<Radio size="small" sx={{ p: 0, mr: 1, mt: '2px' }} />}
          />
          {hint !== undefined && <FormHelperText sx={{ mt: 0, ml: 3.5 }}>{hint}</FormHelperText>}
        </Box>
      ))}
    </RadioGroup>
  );
}
