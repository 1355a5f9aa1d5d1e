/** The fields of Add and Edit Backlink. */
import type { ReactNode } from 'react';
import { normalizeAddress } from '../../../command-service/contract/schema/addresses.ts';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { DialogForm, type DialogFormProps } from '../../ui/forms/FormDialog.tsx';
import { PERMANENT, UNITS } from '../duration.ts';
import { messages as linkMessages, UNIT_LABELS } from '../messages.ts';
import { TagsField } from '../tags/TagsField.tsx';
import { type LinkFormValues, validate } from './link-form-values.ts';
import { messages } from './messages.ts';
import { TeamFields } from './TeamFields.tsx';

/** One of two columns, on any screen. */
const COLUMN = { gridColumn: 'auto !important' } as const;

interface LinkFormProps extends Omit<DialogFormProps<LinkFormValues>, 'validate' | 'normalize' | 'children'> {
  /** Offers a permanent duration, which only a link that has one can keep. */
  readonly isPermanent?: boolean;
  /** The link that is edited: names its team and assignee, which the person may not be able to see. */
  readonly link?: LinkAnswer;
  /** Below the article link: a way to add several. */
  readonly addMany?: ReactNode;
}

export function LinkForm({ isPermanent = false, link, addMany, ...form }: LinkFormProps) {
  const units = (isPermanent ? ([...UNITS, PERMANENT] as const) : UNITS).map((unit) => ({
    value: unit,
    label: UNIT_LABELS[unit],
  }));
  return (
    <DialogForm<LinkFormValues>
      {...form}
      validate={validate}
      normalize={(values) => ({
        ...values,
        articleLink: normalizeAddress(values.articleLink),
        clientLink: normalizeAddress(values.clientLink),
      })}
    >
      {(values, isSubmitting) => (
        <>
          <TextField
            name="articleLink"
            label={linkMessages.articleLink}
            hint={messages.articleHint}
            placeholder="https://blog.example/article"
            inputMode="url"
            required
            autoFocus
            disabled={isSubmitting}
            normalize={normalizeAddress}
          />
          {addMany}
          <TextField
            name="clientLink"
            label={linkMessages.clientLink}
            hint={messages.clientHint}
            placeholder="https://client.example/page"
            inputMode="url"
            required
            disabled={isSubmitting}
            normalize={normalizeAddress}
          />
          {values.unit !== PERMANENT && (
            <TextField
              name="amount"
              label={linkMessages.duration}
              inputMode="numeric"
              required
              disabled={isSubmitting}
              sx={COLUMN}
            />
          )}
          <SelectField
            name="unit"
            label={messages.unit}
            choices={units}
            disabled={isSubmitting}
            {...(values.unit === PERMANENT ? {} : { sx: COLUMN })}
          />
          {link !== undefined && (
            <TextField
              name="liveDate"
              label={messages.liveDate}
              hint={messages.liveDateHint}
              type="date"
              disabled={isSubmitting}
            />
          )}
          <TeamFields {...(link === undefined ? {} : { link })} />
          <TextField name="pocEmail" label={messages.pocEmail} inputMode="email" disabled={isSubmitting} />
          <TagsField teamId={values.teamId} disabled={isSubmitting} />
          <TextField name="remarks" label={messages.remarks} rows={2} disabled={isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}
