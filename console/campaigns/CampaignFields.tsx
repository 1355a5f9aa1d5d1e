/** The fields of the campaign form. */

import { useFormikContext } from 'formik';
import type { ComponentProps } from 'react';
import { CAMPAIGN_STATUSES } from '../../command-service/model/campaign/events.ts';
import { TemplateMenu, useTemplates } from '../links/terms/TemplateMenu.tsx';
import { ClientPicker } from '../shares/ClientPicker.tsx';
import { SelectField } from '../ui/fields/SelectField.tsx';
import { fieldError, useSubmitErrors } from '../ui/fields/submit-result.ts';
import { TextField } from '../ui/fields/TextField.tsx';
import { HALF } from '../ui/forms/FormDialog.tsx';
import type { CampaignValues } from './campaign-form.ts';
import { CAMPAIGN_STATUS_LABELS, messages } from './messages.ts';

const STATUSES = CAMPAIGN_STATUSES.map((status) => ({ value: status, label: CAMPAIGN_STATUS_LABELS[status] }));

type Teams = ComponentProps<typeof SelectField>['choices'];

/** @param teams to choose from, for a new campaign. */
export function CampaignFields({ busy, teams }: { readonly busy: boolean; readonly teams?: Teams }) {
  const { values, setValues, setFieldValue } = useFormikContext<CampaignValues>();
  const errors = useSubmitErrors();
  return (
    <>
      <TextField name="name" label={messages.name} required autoFocus disabled={busy} />
      <TextField name="description" label={messages.description} rows={2} disabled={busy} />
      <ClientPicker required={false} hint={messages.clientHint} />
      <TextField name="startDate" label={messages.startDate} type="date" disabled={busy} sx={HALF} />
      <TextField name="endDate" label={messages.endDate} type="date" disabled={busy} sx={HALF} />
      <SelectField name="status" label={messages.status} choices={STATUSES} disabled={busy} />
      {teams !== undefined && (
        <SelectField
          name="teamId"
          label={messages.team}
          choices={teams}
          onChoose={(teamId) => void setValues({ ...values, teamId, templateId: '' })}
          disabled={busy}
        />
      )}
      <TemplateMenu
        label={messages.template}
        templates={useTemplates(values.teamId || undefined)}
        value={values.templateId}
        choose={(templateId) => void setFieldValue('templateId', templateId)}
        problem={fieldError(errors, 'templateId', values.templateId)}
        disabled={busy}
      />
    </>
  );
}
