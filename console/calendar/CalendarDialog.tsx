/** The dialog in which the calendar of a list is chosen: its time zone, and the day on which its months begin. */
import Typography from '@mui/material/Typography';
import { useField } from 'formik';
import { type Calendar, calendarSchema } from '../../command-service/contract/calendar.ts';
import { parse } from '../../command-service/contract/schema/parse.ts';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import { Picker } from '../ui/fields/Picker.tsx';
import type { SubmitResult } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { formatZone, messages } from './messages.ts';

type Values = { readonly timeZone: string; readonly monthStart: string };

export interface CalendarChoice {
  readonly calendar: Calendar;
  /** Names the draft. */
  readonly draft: string;
  /** @throws ApiError */
  readonly save: (calendar: Calendar) => Promise<unknown>;
}

const calendarIn = ({ timeZone, monthStart }: Values) =>
  parse(calendarSchema(), { timeZone, monthStart: monthStart.trim() === '' ? null : Number(monthStart) });

/** Some browsers list only the former names of these cities, and none lists UTC. */
const UNLISTED = ['UTC', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Yangon', 'Europe/Kyiv'];

function TimeZoneField() {
  const [{ value }, , { setValue }] = useField<string>('timeZone');
  return (
    <Picker<string, true>
      name="timeZone"
      label={messages.timeZone}
      hint={messages.timeZoneHint}
      options={[...new Set([value, ...UNLISTED, ...Intl.supportedValuesOf('timeZone')])]}
      value={value}
      disableClearable
      onChange={(_, zone) => void setValue(zone)}
      getOptionLabel={formatZone}
    />
  );
}

interface CalendarDialogProps extends CalendarChoice {
  readonly onClose: () => void;
}

export function CalendarDialog({ calendar: { timeZone, monthStart }, save, ...form }: CalendarDialogProps) {
  const submit = async (values: Values): Promise<SubmitResult> => {
    await save(calendarIn(values));
    notify(messages.saved);
    return { done: true };
  };
  return (
    <FormDialog<Values>
      {...form}
      isOpenAt={(params) => params.get('dialog') === 'calendar'}
      title={messages.title}
      maxWidth="xs"
      initialValues={{ timeZone, monthStart: String(monthStart) }}
      submitLabel={{ idle: messages.save, pending: messages.saving }}
      validate={(values) => fieldErrors(() => calendarIn(values))}
      submit={submit}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {messages.hint}
      </Typography>
      <TimeZoneField />
      <TextField name="monthStart" label={messages.monthStart} hint={messages.monthStartHint} inputMode="numeric" />
    </FormDialog>
  );
}
