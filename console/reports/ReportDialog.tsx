/** The dialog that defines a report, or edits it. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { LANGUAGE_CODES, LANGUAGES } from '../../command-service/contract/languages.ts';
import { REPORT_PARTS, REPORT_PERIODS } from '../../command-service/model/report/events.ts';
import type { ReportAnswer } from '../../query-service/contract/answers/reports.ts';
import { PERSONAL } from '../../query-service/contract/list-options.ts';
import { useClient } from '../links/client-queries.ts';
import { useTags } from '../links/tags/use-tags.ts';
import { useFormOverlay } from '../platform/address/overlays.ts';
import { useSearchState } from '../platform/address/search-params.ts';
import { ApiError, pathTo, send } from '../platform/api/client.ts';
import { usePage } from '../platform/api/use-answer.ts';
import { language } from '../platform/language/language.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useDefaultTeam } from '../session/default-team.ts';
import { useTeams } from '../session/my-teams.ts';
import { teamChoice, useReadsMoney } from '../session/permissions.ts';
import { ClientPicker } from '../shares/ClientPicker.tsx';
import { messages as shareWords } from '../shares/messages.ts';
import { CheckBox } from '../ui/fields/CheckBox.tsx';
import { SelectField } from '../ui/fields/SelectField.tsx';
import { type SubmitResult, toFailure } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { FormDialog, HALF } from '../ui/forms/FormDialog.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { messages, PAPER_LABELS, PART_LABELS, PERIOD_LABELS, SCHEDULE_LABELS, SUBJECT_LABELS } from './messages.ts';
import { bodyOf, inForm, initialReport, type ReportValues, validate, valuesOf } from './report-form.ts';

const choicesOf = <Value extends string>(labels: Readonly<Record<Value, string>>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Which list the report is of, and what it is about. Proposes the name of the client or campaign, or the tag. */
function SubjectFields() {
  const { values, setValues, setFieldValue } = useFormikContext<ReportValues>();
  const { teamId, kind, clientDomain, subject, name } = values;
  const list = teamId || PERSONAL;
  const teams = useTeams() ?? [];
  const campaigns = usePage(pathTo('/api/campaigns')).data?.rows.filter((each) => (each.teamId ?? '') === teamId) ?? [];
  const tags = useTags(list).map(({ tag }) => ({ id: tag, name: tag }));
  const others = kind === 'tag' ? tags : campaigns;
  const client = useClient(clientDomain).data;
  const proposal = (kind === 'client' ? client : others.find(({ id }) => id === subject))?.name ?? '';
  const proposed = useRef('');
  useEffect(() => {
    if (name === proposed.current && name !== proposal) void setFieldValue('name', proposal);
    proposed.current = proposal;
  }, [proposal, name, setFieldValue]);
  const restart = (change: object) => void setValues({ ...values, clientDomain: '', subject: '', ...change });
  return (
    <>
      <SelectField
        name="teamId"
        label={shareWords.whose}
        choices={[{ value: '', label: shareWords.mine }, ...teams.map((team) => teamChoice('EditReports', team))]}
        onChoose={(chosen) => restart({ teamId: chosen, prices: false })}
        sx={HALF}
      />
      <SelectField
        name="kind"
        label={messages.about}
        choices={choicesOf(SUBJECT_LABELS, ['client', 'campaign', 'tag'])}
        onChoose={(chosen) => restart({ kind: chosen })}
        sx={HALF}
      />
      {kind === 'client' ? (
        <ClientPicker list={list} hint={messages.subjectHint} />
      ) : (
        <SelectField
          name="subject"
          label={SUBJECT_LABELS[kind]}
          choices={[
            { value: '', label: others.length === 0 ? messages.nothing : messages.choose, disabled: true },
            ...others.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
      )}
    </>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }));

function ScheduleFields() {
  const { values } = useFormikContext<ReportValues>();
  if (values.period === 'own') return null;
  const isByHand = values.goesOut === 'by-hand';
  return (
    <>
      <SelectField
        name="goesOut"
        label={messages.goesOut}
        choices={choicesOf(SCHEDULE_LABELS, ['by-hand', 'waits', 'alone'])}
      />
      {!isByHand && (
        <>
          <SelectField name="hour" label={messages.hour} choices={HOURS} sx={HALF} />
          <FormHelperText sx={{ mt: -1 }}>{messages.scheduleHint}</FormHelperText>
        </>
      )}
    </>
  );
}

function PartFields() {
  const { values } = useFormikContext<ReportValues>();
  const readsMoney = useReadsMoney(values.teamId);
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, fontSize: '0.8125rem', fontWeight: 500 }}>
        {messages.parts}
      </Box>
      <FormHelperText sx={{ mt: 0, mb: 0.5 }}>{messages.partsHint}</FormHelperText>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
        {REPORT_PARTS.map((part) => (
          <CheckBox key={part} name="parts" value={part} label={PART_LABELS[part]} />
        ))}
        {readsMoney && <CheckBox name="prices" label={messages.prices} />}
      </Box>
      {values.prices && <FormHelperText>{messages.pricesHint}</FormHelperText>}
    </Box>
  );
}

/** Open while the address has `?dialog=new-report`, or `edit-report` for a report that exists. */
export function ReportDialog({ report }: { report?: ReportAnswer }) {
  // The form keeps the report as it was opened, so that no newer version slips in unseen.
  const [had] = useState(report);
  const dialog = had === undefined ? 'new-report' : 'edit-report';
  const overlay = useFormOverlay('dialog', dialog);
  const { put } = useSearchState();
  const usual = useDefaultTeam();
  const [initialValues] = useState(had === undefined ? initialReport(usual ?? '', language) : valuesOf(had));
  const saved = useRef(had?.id ?? '');
  const submit = async (values: ReportValues): Promise<SubmitResult> => {
    try {
      const body = bodyOf(values);
      const { teamId: _team, subject: _subject, ...changes } = body;
      if (had === undefined) saved.current = (await send('POST', '/api/reports', { body })).id;
      else await send('PATCH', '/api/reports/:id', { params: { id: had.id }, body: changes, revision: had.revision });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return toFailure(error, inForm(error.fields, values));
    }
    await revalidateLists(['reports']);
    notify(messages.saved, { lines: [values.name] });
    return { done: true };
  };
  return (
    <FormDialog<ReportValues>
      title={had === undefined ? messages.new : messages.editTitle}
      initialValues={initialValues}
      draft={`${dialog}-${had?.id}-${had?.revision}`}
      submitLabel={{ idle: had === undefined ? messages.create : shareWords.save, pending: shareWords.saving }}
      {...overlay}
      validate={validate}
      submit={submit}
      onDone={() => put({ dialog: null, report: saved.current }, { replace: true })}
    >
      {had === undefined && <SubjectFields />}
      <TextField name="name" label={messages.name} hint={messages.nameHint} required />
      <SelectField name="period" label={messages.period} choices={choicesOf(PERIOD_LABELS, REPORT_PERIODS)} />
      <ScheduleFields />
      <PartFields />
      <SelectField name="language" label={messages.language} choices={choicesOf(LANGUAGES, LANGUAGE_CODES)} sx={HALF} />
      <SelectField name="paper" label={messages.paper} choices={choicesOf(PAPER_LABELS, ['a4', 'letter'])} sx={HALF} />
      <TextField name="emails" label={messages.recipients} hint={messages.recipientsHint} inputMode="email" rows={1} />
    </FormDialog>
  );
}
