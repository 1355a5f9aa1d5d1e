import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { useField } from 'formik';
import { useId } from 'react';
import { parse } from '../../command-service/contract/schema/parse.ts';
import { settingsSchema } from '../../command-service/model/user/commands.ts';
import { CHECK_FREQUENCIES, type CheckFrequency } from '../../command-service/model/user/events.ts';
import type { SettingsAnswer } from '../../query-service/contract/answers/account.ts';
import { messages as brandMessages } from '../brand/messages.ts';
import { CalendarButton } from '../calendar/CalendarButton.tsx';
import { messages as calendarMessages, format as formatCalendar, formatZone } from '../calendar/messages.ts';
import { MatchingChoice } from '../judging/MatchingChoice.tsx';
import { messages as matchingMessages } from '../judging/messages.ts';
import { TemplateList } from '../links/templates/TemplateList.tsx';
import { messages as termsMessages } from '../links/terms/messages.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { QueryState } from '../ui/feedback/QueryState.tsx';
import { fieldErrors } from '../ui/fields/field-errors.ts';
import type { SubmitResult } from '../ui/fields/submit-result.ts';
import { Label, TextField } from '../ui/fields/TextField.tsx';
import { FormSection } from '../ui/forms/FormSection.tsx';
import { ChevronDownIcon } from '../ui/layout/icons.tsx';
import { Section } from '../ui/layout/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { changeSettings } from './commands.ts';
import { FREQUENCY_HINTS, FREQUENCY_LABELS, messages, PLAN_DEFAULT_LABELS } from './messages.ts';
import { useSettings } from './queries.ts';

/** As often as the plan allows. */
const PLAN_DEFAULT = 'plan';

type Values = { checkFrequency: string; retryCount: string };

function bodyOf({ checkFrequency, retryCount }: Values) {
  return {
    checkFrequency: CHECK_FREQUENCIES.find((each) => each === checkFrequency) ?? null,
    retryCount: retryCount.trim() === '' ? Number.NaN : Number(retryCount),
  };
}

function Frequency({ settings }: { settings: SettingsAnswer }) {
  const [field, meta] = useField<string>('checkFrequency');
  const id = useId();
  const most = settings.allowedFrequencies.at(-1) ?? 'biweekly';
  const allowed = (frequency: CheckFrequency) => settings.allowedFrequencies.includes(frequency);
  const paidOnly = (frequency: CheckFrequency) =>
    allowed(frequency) ? null : allowed('weekly') ? messages.professionalOnly : messages.paidOnly;
  return (
    <FormControl fullWidth error={meta.error !== undefined}>
      <Label id={id}>{messages.frequency}</Label>
      <Select
        labelId={id}
        name={field.name}
        value={field.value}
        onChange={field.onChange}
        IconComponent={ChevronDownIcon}
        renderValue={(value) => FREQUENCY_LABELS[value as CheckFrequency] ?? PLAN_DEFAULT_LABELS[most]}
      >
        <MenuItem value={PLAN_DEFAULT}>{PLAN_DEFAULT_LABELS[most]}</MenuItem>
        {CHECK_FREQUENCIES.map((frequency) => {
          const reason = paidOnly(frequency);
          return (
            <MenuItem key={frequency} value={frequency} disabled={reason !== null}>
              <Box>
                {FREQUENCY_LABELS[frequency]}
                {reason !== null && (
                  <Typography component="span" variant="caption" sx={{ display: 'block' }}>
                    {reason}
                  </Typography>
                )}
              </Box>
            </MenuItem>
          );
        })}
      </Select>
      <FormHelperText>{meta.error ?? FREQUENCY_HINTS[settings.effectiveFrequency]}</FormHelperText>
    </FormControl>
  );
}

async function submit(values: Values): Promise<SubmitResult> {
  await changeSettings(bodyOf(values));
  notify(messages.settingsSaved);
  return { done: true };
}

function CheckForm({ settings }: { settings: SettingsAnswer }) {
  const { checkFrequency, retryCount } = settings;
  return (
    <FormSection<Values>
      initialValues={{ checkFrequency: checkFrequency ?? PLAN_DEFAULT, retryCount: String(retryCount) }}
      draft="checking"
      submitLabel={{ idle: messages.saveSettings, pending: messages.saving }}
      failed={messages.settingsSaveFailed}
      validate={(values) => fieldErrors(() => parse(settingsSchema, bodyOf(values)))}
      submit={submit}
    >
      <Frequency settings={settings} />
      <TextField name="retryCount" label={messages.retries} hint={messages.retriesHint} inputMode="numeric" />
    </FormSection>
  );
}

export function CheckSettings() {
  const settings = useSettings();
  const { open } = useOverlay();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Section title={messages.checking} hint={messages.checkingHint}>
        <QueryState query={settings} failed={messages.settingsFetchFailed} rows={3}>
          {(data) => <CheckForm settings={data} />}
        </QueryState>
      </Section>
      <Section title={matchingMessages.title} hint={matchingMessages.hint}>
        <QueryState query={settings} failed={messages.settingsFetchFailed} rows={3}>
          {({ matching }) => (
            <Box sx={{ px: { xs: 2, md: 3 }, pb: 3 }}>
              <MatchingChoice
                teamId={null}
                matching={matching}
                choose={(chosen) => changeSettings({ matching: chosen })}
              />
            </Box>
          )}
        </QueryState>
      </Section>
      <Section title={termsMessages.templates} hint={termsMessages.templatesHint}>
        <TemplateList teamId={null} />
      </Section>
      {settings.data !== undefined && (
        <Section
          title={calendarMessages.title}
          hint={formatCalendar('own', { zone: formatZone(settings.data.calendar.timeZone) })}
          action={
            <CalendarButton
              calendar={settings.data.calendar}
              draft="calendar"
              save={(calendar) => changeSettings({ calendar })}
            />
          }
        />
      )}
      <Section
        title={brandMessages.title}
        hint={brandMessages.hint}
        action={<Button onClick={() => open('brand', 'personal')}>{brandMessages.edit}</Button>}
      />
    </Box>
  );
}
