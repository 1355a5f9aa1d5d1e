/** The Edit Campaign dialog: sends only the changed fields, and only if nobody else has changed the campaign. */
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { useTemplates } from '../links/terms/TemplateMenu.tsx';
import { useFormOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { FormDialog } from '../ui/forms/FormDialog.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { messages as common } from '../ui/messages.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { CampaignFields } from './CampaignFields.tsx';
import { type CampaignValues, changesBetween, validateEdit, valuesOf } from './campaign-form.ts';
import { CAMPAIGN_STATUS_LABELS, messages } from './messages.ts';
import { campaignUrl } from './queries.ts';

const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: messages.name,
  description: messages.description,
  startDate: messages.startDate,
  endDate: messages.endDate,
  status: messages.status,
  clientDomain: messages.client,
  templateId: messages.template,
};

function describeChanges(before: CampaignAnswer, now: CampaignAnswer, templates: ReturnType<typeof useTemplates>) {
  return Object.entries(changesBetween(valuesOf(before), valuesOf(now))).map(([field, value]) => {
    const template = field === 'templateId' && templates?.find(({ id }) => id === value);
    const text = field === 'status' ? CAMPAIGN_STATUS_LABELS[now.status] : (value ?? common.none);
    return [FIELD_LABELS[field] ?? field, template ? template.name : text] as const;
  });
}

export function EditCampaign({ campaign }: { campaign: CampaignAnswer }) {
  const overlay = useFormOverlay('dialog', 'edit-campaign');
  const templates = useTemplates(campaign.teamId);
  const { original, submitEdit } = useEdit({
    thing: campaign,
    path: campaignUrl(campaign.id),
    save: (body, revision) => send('PATCH', '/api/campaigns/:id', { params: { id: campaign.id }, body, revision }),
    describeChanges: (before, now) => describeChanges(before, now, templates),
    messages: { deleted: messages.deletedMeanwhile, changed: messages.changedMeanwhile },
  });
  const initialValues = valuesOf(original);

  const submit = async (values: CampaignValues) => {
    const result = await submitEdit(changesBetween(initialValues, values));
    if (!result.done) return result;
    notify(messages.updated, { lines: [values.name.trim()] });
    void revalidateLists(['campaigns']);
    return result;
  };

  return (
    <FormDialog<CampaignValues>
      title={messages.editTitle}
      initialValues={initialValues}
      draft={`edit-campaign-${original.id}-${original.revision}`}
      submitLabel={{ idle: messages.save, pending: messages.updating }}
      failed={messages.updateFailed}
      {...overlay}
      validate={validateEdit}
      submit={submit}
    >
      {(_, isSubmitting) => <CampaignFields busy={isSubmitting} />}
    </FormDialog>
  );
}
