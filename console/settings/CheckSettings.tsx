/** The Link Checking tab: how often links are checked, and how often an unreadable page is retried. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Typography from '@mui/material/Typography';
import { Form, Formik, useField } from 'formik';
import { useId, useMemo, useRef } from 'react';
import { InputError, parse } from '../../command-service/commands/schema/parse.ts';
import { settingsSchema } from '../../command-service/commands/user.ts';
import { CHECK_FREQUENCIES, type CheckFrequency } from '../../command-service/events/user.ts';
import type { SettingsAnswer } from '../../query-service/contract/answers/account.ts';
import { messages } from '../account/messages.ts';
import { ApiError } from '../platform/api/client.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { DraftRestoredAlert } from '../ui/forms/DraftRestoredAlert.tsx';
import { DraftSaver } from '../ui/forms/DraftSaver.tsx';
import { deleteDraft, readDraft } from '../ui/forms/drafts.ts';
import { FocusFirstError } from '../ui/forms/FocusFirstError.tsx';
import { type SubmitErrors, toSubmitErrors } from '../ui/forms/submit-result.ts';
import { Label, TextField } from '../ui/forms/TextField.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { Loads } from '../ui/QueryState.tsx';
import { Section } from '../ui/Section.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { changeSettings } from './commands.ts';
import { FREQUENCY_LABELS, formatFrequency, formatPlanDefault, messages as settingsMessages } from './messages.ts';
import { useSettings } from './queries.ts';

/** Stands for "as often as the plan allows". */
const PLAN_DEFAULT = 'plan';

type Values = { checkFrequency: string; retryCount: string };

function bodyOf({ checkFrequency, retryCount }: Values) {
  return {
    checkFrequency: CHECK_FREQUENCIES.find((each) => each === checkFrequency) ?? null,
    retryCount: retryCount.trim() === '' ? Number.NaN : Number(retryCount),
  };
}

function validate(values: Values): Partial<Values> {
  try {
    parse(settingsSchema, bodyOf(values));
    return {};
  } catch (error) {
    if (error instanceof InputError) return error.fields;
    throw error;
  }
}

function Frequency({ settings }: { settings: SettingsAnswer }) {
  const [field, meta] = useField<string>('checkFrequency');
  const id = useId();
  const most = settings.allowedFrequencies.at(-1) ?? 'biweekly';
  const allowed = (frequency: CheckFrequency) => settings.allowedFrequencies.includes(frequency);
  const paidOnly = (frequency: CheckFrequency) =>
    allowed(frequency) ? null : allowed('weekly') ? settingsMessages.professionalOnly : settingsMessages.paidOnly;
  return (
    <FormControl fullWidth error={meta.error !== undefined}>
      <Label id={id}>{settingsMessages.frequency}</Label>
      <Select
        labelId={id}
        name={field.name}
        value={field.value}
        onChange={field.onChange}
        IconComponent={ChevronDownIcon}
        renderValue={(value) => FREQUENCY_LABELS[value as CheckFrequency] ?? formatPlanDefault(most)}
      >
        <MenuItem value={PLAN_DEFAULT}>{formatPlanDefault(most)}</MenuItem>
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
      <FormHelperText>
        {meta.error ?? `${formatFrequency(settings.effectiveFrequency)} ${settingsMessages.teamsToo}`}
      </FormHelperText>
    </FormControl>
  );
}

function CheckForm({ settings }: { settings: SettingsAnswer }) {
  const user = useCurrentUser();
  const draft = `${user.id}:checking`;
  const { checkFrequency, retryCount } = settings;
  const saved = useMemo<Values>(
    () => ({ checkFrequency: checkFrequency ?? PLAN_DEFAULT, retryCount: String(retryCount) }),
    [checkFrequency, retryCount],
  );
  const restored = useRef(readDraft(sessionStorage, draft, saved));

  return (
    <Formik<Values>
      initialValues={restored.current ?? saved}
      validate={validate}
      onSubmit={async (values, { resetForm, setStatus }) => {
        try {
          setStatus(undefined);
          await changeSettings(bodyOf(values));
          deleteDraft(sessionStorage, draft);
          restored.current = null;
          resetForm({ values });
          notify(settingsMessages.settingsSaved);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          setStatus(toSubmitErrors(error, values));
          if (error.status !== 401) notify(settingsMessages.settingsSaveFailed, { severity: 'destructive' });
        }
      }}
    >
      {({ isSubmitting, status, values }) => {
        const refusal = status as SubmitErrors | undefined;
        const changed = values.checkFrequency !== saved.checkFrequency || values.retryCount !== saved.retryCount;
        return (
          <Form noValidate>
            <Box sx={{ px: { xs: 2, md: 3 }, pb: 3, display: 'grid', gap: 2 }}>
              {restored.current !== null && (
                <DraftRestoredAlert initialValues={saved} onStartOver={() => (restored.current = null)} />
              )}
              {refusal?.message != null && (
                <Alert role="alert" severity="error" variant="outlined" icon={false}>
                  {refusal.message}
                </Alert>
              )}
              <Frequency settings={settings} />
              <TextField
                name="retryCount"
                label={settingsMessages.retries}
                hint={settingsMessages.retriesHint}
                inputMode="numeric"
              />
            </Box>
            <Box
              sx={{
                display: 'flex',
                justifyContent: 'flex-end',
                px: { xs: 2, md: 3 },
                py: 2,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Button type="submit" variant="contained" color="primary" disabled={isSubmitting || !changed}>
                {isSubmitting ? messages.saving : settingsMessages.saveSettings}
              </Button>
            </Box>
            <DraftSaver name={draft} fresh={saved} />
            <FocusFirstError />
          </Form>
        );
      }}
    </Formik>
  );
}

export function CheckSettings() {
  const settings = useSettings();
  return (
    <Section title={settingsMessages.checking} hint={settingsMessages.checkingHint}>
      <Loads query={settings} failed={settingsMessages.settingsFetchFailed} rows={3}>
        {(data) => <CheckForm settings={data} />}
      </Loads>
    </Section>
  );
}
