/** When a rule sends its messages, and its quiet hours. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { type AlertRule, PACES } from '../../command-service/model/alert-rule/events.ts';
import { formatZone } from '../calendar/messages.ts';
import { OneOf } from '../ui/fields/SelectField.tsx';
import { format, formatHour, formatPace, formatQuiet, formatWeekday, messages, PART_LABELS } from './messages.ts';
import { Choices } from './Slot.tsx';

type When = AlertRule['when'];

/** Whether messages go out at an hour of the day, which makes quiet hours pointless. */
export const isByDay = ({ pace }: When): boolean => pace === 'daily' || pace === 'weekly';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }));
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => ({ value: String(day + 1), label: formatWeekday(day + 1) }));
const ROW = { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5, mt: 1.5 } as const;
const NIGHT = { from: 22, to: 7 } as const;

interface WhenMenuProps {
  readonly when: When;
  readonly zone: string;
  readonly change: (when: When) => void;
}

function NumberField({
  label,
  value,
  choices = HOURS,
  choose,
}: {
  readonly label: string;
  readonly value: number;
  readonly choices?: typeof HOURS;
  readonly choose: (value: number) => void;
}) {
  return (
    <OneOf
      label={label}
      value={String(value)}
      choices={choices}
      choose={(chosen) => choose(Number(chosen))}
      problem={undefined}
    />
  );
}

export function PaceMenu({ when, zone, change }: WhenMenuProps) {
  return (
    <>
      <Choices
        label={PART_LABELS.pace}
        choices={PACES.map((value) => ({ value, label: formatPace(value, when) }))}
        chosen={when.pace}
        choose={(pace) => change({ ...when, pace, quiet: isByDay({ ...when, pace }) ? null : when.quiet })}
      />
      {isByDay(when) && (
        <Box sx={ROW}>
          {when.pace === 'weekly' && (
            <NumberField
              label={messages.weekday}
              value={when.weekday}
              choices={WEEKDAYS}
              choose={(weekday) => change({ ...when, weekday })}
            />
          )}
          <NumberField label={messages.hour} value={when.hour} choose={(hour) => change({ ...when, hour })} />
        </Box>
      )}
      <FormHelperText>{format('zone', { zone: formatZone(zone) })}</FormHelperText>
    </>
  );
}

export function QuietMenu({ when, zone, change }: WhenMenuProps) {
  const { quiet } = when;
  const hours = quiet ?? NIGHT;
  return (
    <>
      <Choices
        label={PART_LABELS.quiet}
        choices={[null, hours].map((value) => ({ value, label: formatQuiet(value) }))}
        chosen={quiet}
        choose={(chosen) => change({ ...when, quiet: chosen })}
      />
      {quiet !== null && (
        <Box sx={ROW}>
          <NumberField
            label={messages.from}
            value={quiet.from}
            choose={(from) => change({ ...when, quiet: { ...quiet, from } })}
          />
          <NumberField
            label={messages.until}
            value={quiet.to}
            choose={(to) => change({ ...when, quiet: { ...quiet, to } })}
          />
        </Box>
      )}
      <FormHelperText>
        {messages.quietHint} {format('zone', { zone: formatZone(zone) })}
      </FormHelperText>
    </>
  );
}
