/** The fields of Add and Edit Backlink. */
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DialogForm, type DialogFormProps, HALF } from '../../ui/forms/FormDialog.tsx';
import { PERMANENT, UNITS, UNTIL } from '../duration.ts';
import { messages as linkMessages, UNIT_LABELS } from '../messages.ts';
import { TagsField } from '../tags/TagsField.tsx';
import { type LinkFormValues, promotionOf, validate, withSchemes } from './link-form-values.ts';
import { messages } from './messages.ts';
import { TeamFields } from './TeamFields.tsx';
import { UrlFields } from './UrlFields.tsx';

/** One of two columns, on any screen. */
const COLUMN = { gridColumn: 'auto !important' } as const;

const STATUSES = [
  { value: 'pending', label: messages.notPublished },
  { value: 'live', label: messages.published },
];

interface LinkFormProps extends Omit<DialogFormProps<LinkFormValues>, 'validate' | 'normalize' | 'children'> {
  /** The link that is edited: names its team and assignee, which the person may not be able to see. */
  readonly link?: LinkAnswer;
  /** Below the article link: a way to add several. */
  readonly addMany?: ReactNode;
  /** Above the fields. */
  readonly results?: ReactNode;
}

interface TermsProps {
  readonly values: LinkFormValues;
  readonly isPermanent: boolean;
  readonly disabled: boolean;
}

/** How long a link stays, by when it must be live, and since when it is. */
function Terms({ values, isPermanent, disabled }: TermsProps) {
  const { setValues } = useFormikContext<LinkFormValues>();
  const units = [...UNITS, UNTIL, ...(isPermanent ? ([PERMANENT] as const) : [])] as const;
  const isDay = values.unit === UNTIL;
  return (
    <>
      {values.unit !== PERMANENT && (
        <TextField
          // The field of a number and the one of a day have no text in common.
          key={isDay ? UNTIL : ''}
          name="amount"
          label={isDay ? messages.until : linkMessages.duration}
          {...(isDay ? { type: 'date' } : { inputMode: 'numeric' })}
          required
          disabled={disabled}
          sx={COLUMN}
        />
      )}
      <SelectField
        name="unit"
        label={messages.unit}
        choices={units.map((unit) => ({ value: unit, label: UNIT_LABELS[unit] }))}
        onChoose={(unit) => void setValues({ ...values, unit, ...((unit === UNTIL) !== isDay && { amount: '' }) })}
        disabled={disabled}
        {...(values.unit === PERMANENT ? {} : { sx: COLUMN })}
      />
      <TextField
        name="timelineDate"
        label={messages.dueDay}
        hint={messages.dueDayHint}
        type="date"
        disabled={disabled}
        sx={HALF}
      />
      <TextField
        name="liveDate"
        label={messages.liveDate}
        hint={messages.liveDateHint}
        type="date"
        disabled={disabled}
        sx={HALF}
      />
    </>
  );
}

/** Whether a campaign's link is published, and the day on which it is due. */
function Timeline({ values, isNew, disabled }: { values: LinkFormValues; isNew: boolean; disabled: boolean }) {
  const isDated = !isNew || values.status !== 'live';
  return (
    <>
      {isNew && (
        <SelectField
          name="status"
          label={messages.linkStatus}
          choices={STATUSES}
          disabled={disabled}
          {...(isDated ? { sx: HALF } : {})}
        />
      )}
      {isDated && (
        <TextField
          name="timelineDate"
          label={messages.timelineDate}
          hint={messages.timelineHint}
          type="date"
          required={values.status === 'pending'}
          disabled={disabled}
          {...(isNew ? { sx: HALF } : {})}
        />
      )}
    </>
  );
}

export function LinkForm({ link, addMany, results, ...form }: LinkFormProps) {
  const before = link === undefined ? undefined : form.initialValues;
  return (
    <DialogForm<LinkFormValues> {...form} validate={(values) => validate(values, before)} normalize={withSchemes}>
      {(values, disabled) => (
        <>
          {results}
          <UrlFields values={values} before={before} disabled={disabled} addMany={addMany} />
          {promotionOf(values) === null ? (
            <Terms values={values} isPermanent={before?.unit === PERMANENT} disabled={disabled} />
          ) : (
            <Timeline values={values} isNew={before === undefined} disabled={disabled} />
          )}
          <TeamFields {...(link === undefined ? {} : { link })} />
          <TextField name="pocEmail" label={messages.pocEmail} inputMode="email" disabled={disabled} />
          <TagsField teamId={values.teamId} disabled={disabled} />
          <TextField name="remarks" label={messages.remarks} rows={2} disabled={disabled} />
        </>
      )}
    </DialogForm>
  );
}
