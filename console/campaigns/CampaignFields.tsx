/** The fields of the campaign form. */
import { CAMPAIGN_STATUSES } from '../../command-service/model/campaign/events.ts';
import { ClientPicker } from '../shares/ClientPicker.tsx';
import { SelectField } from '../ui/fields/SelectField.tsx';
import { TextField } from '../ui/fields/TextField.tsx';
import { HALF } from '../ui/forms/FormDialog.tsx';
import { CAMPAIGN_STATUS_LABELS, messages } from './messages.ts';

const STATUSES = CAMPAIGN_STATUSES.map((status) => ({ value: status, label: CAMPAIGN_STATUS_LABELS[status] }));

export function CampaignFields({ busy }: { busy: boolean }) {
  return (
    <>
      <TextField name="name" label={messages.name} required autoFocus disabled={busy} />
      <TextField name="description" label={messages.description} rows={2} disabled={busy} />
      <ClientPicker required={false} hint={messages.clientHint} />
      <TextField name="startDate" label={messages.startDate} type="date" disabled={busy} sx={HALF} />
      <TextField name="endDate" label={messages.endDate} type="date" disabled={busy} sx={HALF} />
      <SelectField name="status" label={messages.status} choices={STATUSES} disabled={busy} />
    </>
  );
}
