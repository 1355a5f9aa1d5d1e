/** The Edit Backlink dialog: sends only the changed fields, and only if nobody else has changed the link. */
import { useState } from 'react';
import type { LinkAnswer } from '../../../query-service/contract/answers/links.ts';
import { useFormOverlay, useOverlay } from '../../platform/address/overlays.ts';
import { send } from '../../platform/api/client.ts';
import { revalidateOwnChange } from '../../platform/live/own-changes.ts';
import { OverlayDialog } from '../../ui/dialogs/OverlayDialog.tsx';
import { useEdit } from '../../ui/forms/use-edit.tsx';
import { notify } from '../../ui/toasts/toast-store.ts';
import { LinkPlaceholder } from '../LinkPlaceholder.tsx';
import { linkPath, useLink } from '../link-queries.ts';
import { FIELD_LABELS, formatValue, messages as linkMessages } from '../messages.ts';
import { LinkForm } from './LinkForm.tsx';
import { changesBetween, type LinkFormValues, toFieldErrors, valuesOf } from './link-form-values.ts';
import { messages } from './messages.ts';
import { useDuplicateWarning } from './use-duplicate-warning.tsx';

function describeChanges(before: LinkAnswer, now: LinkAnswer) {
  return Object.entries(changesBetween(valuesOf(before), valuesOf(now))).map(([field, value]) => {
    const text =
      field === 'assignedTo'
        ? (now.assignedToName ?? linkMessages.unassigned)
        : field === 'teamId'
          ? (now.teamName ?? messages.noTeam)
          : field === 'campaignId'
            ? (now.campaignName ?? messages.noCampaign)
            : formatValue(value, field);
    return [FIELD_LABELS[field] ?? field, text] as const;
  });
}

function EditLinkForm({ link }: { link: LinkAnswer }) {
  const overlay = useFormOverlay('edit', link.id);
  const { original, submitEdit } = useEdit({
    thing: link,
    path: linkPath(link.id),
    save: (body, revision) => send('PATCH', '/api/links/:id', { params: { id: link.id }, body, revision }),
    describeChanges,
    messages: { deleted: messages.deletedMeanwhile, changed: messages.changedMeanwhile },
  });
  const withDuplicateWarning = useDuplicateWarning();
  const initialValues = valuesOf(original);

  const submit = async (values: LinkFormValues) => {
    const result = await withDuplicateWarning((extra) =>
      submitEdit({ ...changesBetween(initialValues, values), ...extra }),
    );
    if (!result.done) return { ...result, fields: toFieldErrors(result.fields, values, initialValues) };
    notify(linkMessages.linkUpdated, { lines: [linkMessages.linkUpdatedHint] });
    void revalidateOwnChange(['links', 'stats', 'clients', 'campaigns'], [link.id]);
    return result;
  };

  return (
    <LinkForm
      initialValues={initialValues}
      draft={`edit-${link.id}-${original.revision}`}
      submitLabel={{ idle: messages.editSubmit, pending: messages.updating }}
      failed={messages.updateFailed}
      link={original}
      {...overlay}
      submit={submit}
    />
  );
}

export function EditLinkDialog({ id }: { readonly id: string }) {
  const { close } = useOverlay();
  const { data, error, mutate } = useLink(id);
  // A link that leaves its campaign keeps its form until the form is done.
  const [link, setLink] = useState(data);
  if (link === undefined && data !== undefined) setLink(data);
  const leave = () => close('edit');
  return (
    <OverlayDialog title={messages.editTitle} onClose={leave}>
      {link !== undefined ? (
        <EditLinkForm link={link} />
      ) : (
        <LinkPlaceholder error={error} onRetry={() => void mutate()} onClose={leave} />
      )}
    </OverlayDialog>
  );
}
