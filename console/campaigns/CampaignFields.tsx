/** What is asked of a campaign, when it is created and when it is edited. */
import { CAMPAIGN_STATUSES } from '../../command-service/events.ts';
import { HALF } from '../ui/forms/FormDialog.tsx';
import { Choice } from '../ui/forms/SelectField.tsx';
import { Field } from '../ui/forms/TextField.tsx';
import { CAMPAIGN_STATUS_WORDS, words } from './messages.ts';

const STATUSES = CAMPAIGN_STATUSES.map((status) => ({ value: status, label: CAMPAIGN_STATUS_WORDS[status] }));

export function CampaignFields({ busy }: { busy: boolean }) {
  return (
    <>
      <Field name="name" label={words.name} required autoFocus disabled={busy} />
      <Field name="description" label={words.description} rows={2} disabled={busy} />
      <Field name="startDate" label={words.startDate} type="date" disabled={busy} sx={HALF} />
      <Field name="endDate" label={words.endDate} type="date" disabled={busy} sx={HALF} />
      <Choice name="status" label={words.status} choices={STATUSES} disabled={busy} />
    </>
  );
}
