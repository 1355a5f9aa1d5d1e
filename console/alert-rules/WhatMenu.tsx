/** Which alerts a rule tells: their kinds, and the codes of warnings and deviations. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { ALERT_KINDS, type AlertKind, type AlertRule } from '../../command-service/model/alert-rule/events.ts';
import { CODE_LABELS, codesOf, KIND_LABELS, PART_LABELS } from './messages.ts';
import { CHOICE } from './Slot.tsx';

interface TickProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

function Tick({ label, checked, onChange }: TickProps) {
  const box = (
    <Checkbox size="small" sx={{ p: 0, mr: 1, mt: '2px' }} checked={checked} onChange={(_, on) => onChange(on)} />
  );
  return <FormControlLabel label={label} control={box} sx={CHOICE} />;
}

interface WhatMenuProps {
  readonly rule: AlertRule;
  readonly change: (change: Partial<AlertRule>) => void;
}

export function WhatMenu({ rule, change }: WhatMenuProps) {
  const chooseKind = (kind: AlertKind, on: boolean) => {
    const field = codesOf(kind);
    const kinds = ALERT_KINDS.filter((each) => (each === kind ? on : rule.kinds.includes(each)));
    change({ kinds, ...(field !== null && { [field]: [] }) });
  };
  return (
    <Box component="fieldset" aria-label={PART_LABELS.kinds} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      {ALERT_KINDS.map((kind) => {
        const field = codesOf(kind);
        const isOn = rule.kinds.includes(kind);
        return (
          <Box key={kind}>
            <Tick label={KIND_LABELS[kind]} checked={isOn} onChange={(on) => chooseKind(kind, on)} />
            {isOn && field !== null && (
              <Box component="fieldset" aria-label={KIND_LABELS[kind]} sx={{ border: 0, m: 0, p: 0, pl: 3.5 }}>
                {CODE_LABELS[field].map(({ code, label }) => {
                  const all = CODE_LABELS[field].map((each): string => each.code);
                  // No codes are all codes.
                  const chosen: readonly string[] = rule[field].length === 0 ? all : rule[field];
                  const choose = (on: boolean) => {
                    const next = all.filter((each) => (each === code ? on : chosen.includes(each)));
                    if (next.length === 0) chooseKind(kind, false);
                    else change({ [field]: next.length === all.length ? [] : next });
                  };
                  return <Tick key={code} label={label} checked={chosen.includes(code)} onChange={choose} />;
                })}
              </Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
