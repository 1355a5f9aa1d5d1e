/** The Edit Backlink form of a campaign's link. The promotion type cannot be changed. */
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { messages as editMessages } from '../links/edit/messages.ts';
import { useDuplicateWarning } from '../links/edit/use-duplicate-warning.tsx';
import { linkPath } from '../links/link-queries.ts';
import { FIELD_LABELS as CAMPAIGN_LABELS, formatValue, messages as linkMessages } from '../links/messages.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { send } from '../platform/api/client.ts';
import { revalidateOwnChange } from '../platform/live/own-changes.ts';
import { useTeams } from '../session/my-teams.ts';
import { DialogForm } from '../ui/forms/FormDialog.tsx';
import { useEdit } from '../ui/forms/use-edit.tsx';
import { notify } from '../ui/toasts/toast-store.ts';
import { CampaignLinkFields } from './CampaignLinkFields.tsx';
import { type CampaignLinkValues, changesBetween, validate, valuesOf } from './campaign-link-form.ts';
import { messages } from './messages.ts';

const FIELD_LABELS: Readonly<Record<string, string>> = {
  articleLink: messages.articleLink,
  clientLink: messages.clientLink,
  websiteUrl: messages.websiteUrl,
  timelineDate: messages.timelineDate,
  assignedTo: messages.assignTo,
  pocEmail: messages.pocEmail,
  remarks: messages.remarks,
  tags: linkMessages.tagsFact,
  campaignId: CAMPAIGN_LABELS.campaignId ?? '',
};

function describeChanges(before: LinkAnswer, now: LinkAnswer) {
  return Object.entries(changesBetween(valuesOf(before), valuesOf(now))).map(([field, value]) => {
    const text =
      field === 'assignedTo'
        ? (now.assignedToName ?? messages.unassigned)
        : field === 'campaignId'
          ? (now.campaignName ?? editMessages.noCampaign)
          : formatValue(value, field);
    return [FIELD_LABELS[field] ?? field, text] as const;
  });
}

export function EditCampaignLink({ link, leave }: { link: LinkAnswer; leave: () => void }) {
  const { open } = useOverlay();
  const { original, submitEdit } = useEdit({
    thing: link,
    path: linkPath(link.id),
    save: (body, revision) => send('PATCH', '/api/links/:id', { params: { id: link.id }, body, revision }),
    describeChanges,
    messages: { deleted: messages.linkDeletedMeanwhile, changed: messages.linkChangedMeanwhile },
  });
  const withDuplicateWarning = useDuplicateWarning();
  const initialValues = valuesOf(original);
  const team = useTeams()?.find(({ id }) => id === original.teamId) ?? null;

  const submit = async (values: CampaignLinkValues) => {
    const result = await withDuplicateWarning((extra) =>
      submitEdit({ ...changesBetween(initialValues, values), ...extra }),
    );
    if (!result.done) return result;
    notify(linkMessages.linkUpdated, { lines: [linkMessages.linkUpdatedHint] });
    void revalidateOwnChange(['links', 'stats', 'clients', 'campaigns'], [link.id]);
    return result;
  };

  return (
    <DialogForm<CampaignLinkValues>
      initialValues={initialValues}
      draft={`edit-${link.id}-${original.revision}`}
      submitLabel={{ idle: messages.save, pending: messages.updating }}
      failed={messages.updateLinkFailed}
      isOpenAt={(params) => params.get('edit') === link.id}
      validate={(values) => validate(values, 'edit', initialValues)}
      submit={submit}
      onClose={leave}
      reopen={() => open('edit', link.id)}
    >
      {(values, isSubmitting) => <CampaignLinkFields values={values} busy={isSubmitting} team={team} link={original} />}
    </DialogForm>
  );
}
