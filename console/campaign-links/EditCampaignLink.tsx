/** The form of a campaign's link that is there: how it came about stays as it was said. */
import { useMemo, useRef, useState } from 'react';
import type { LinkAnswer } from '../../query-service/contract/answers/links.ts';
import { DuplicateWarning, isDuplicate } from '../links/edit/DuplicateWarning.tsx';
import { linkPath } from '../links/link-queries.ts';
import { formatValue, messages as linkWords } from '../links/messages.ts';
import { ApiError, getOrNull, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { useTeams } from '../session/my-teams.ts';
import { Meanwhile } from '../ui/forms/ConcurrentEdits.tsx';
import { DraftForm } from '../ui/forms/FormDialog.tsx';
import type { SubmitResult } from '../ui/forms/submit-result.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { CampaignLinkFields } from './CampaignLinkFields.tsx';
import { type CampaignLinkValues, changesBetween, validate, valuesOf } from './campaign-link-form.ts';
import { messages } from './messages.ts';

const FIELDS: Readonly<Record<string, string>> = {
  articleLink: messages.articleLink,
  clientLink: messages.clientLink,
  websiteUrl: messages.websiteUrl,
  timelineDate: messages.timelineDate,
  assignedTo: messages.assignTo,
  pocEmail: messages.pocEmail,
  remarks: messages.remarks,
  tags: linkWords.tagsFact,
};

function changedMeanwhile(before: LinkAnswer, now: LinkAnswer) {
  return Object.entries(changesBetween(valuesOf(before), valuesOf(now))).map(
    ([field, value]) =>
      [
        FIELDS[field] ?? field,
        field === 'assignedTo' ? (now.assignedToName ?? messages.unassigned) : formatValue(value),
      ] as const,
  );
}

export function EditCampaignLink({ link, leave }: { link: LinkAnswer; leave: () => void }) {
  // The form began from this revision; a newer one that arrives meanwhile must not slip in unseen.
  const [began] = useState(link);
  const base = useRef(link.revision);
  const anyway = useRef(false);
  const fresh = useMemo(() => valuesOf(began), [began]);
  const team = useTeams()?.find(({ id }) => id === began.teamId) ?? null;

  const submit = async (values: CampaignLinkValues): Promise<SubmitResult> => {
    const body = { ...changesBetween(fresh, values), ...(anyway.current ? { allowDuplicate: true } : {}) };
    anyway.current = false;
    try {
      if (Object.keys(body).length > 0) await send('PATCH', linkPath(link.id), { body, revision: base.current });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return { done: false, message: error.message, fields: {}, signedOut: true };
      if (error.status === 404) return { done: false, message: messages.linkDeletedMeanwhile, fields: {} };
      if (isDuplicate(error)) {
        return { done: false, message: <DuplicateWarning error={error} anyway={anyway} />, fields: {}, told: true };
      }
      if (error.status !== 412) return { done: false, message: error.message, fields: error.fields };
      const now = await getOrNull<LinkAnswer>(linkPath(link.id)).catch((failure: ApiError) => failure);
      if (now === null) return { done: false, message: messages.linkDeletedMeanwhile, fields: {} };
      if (now instanceof ApiError) return { done: false, message: now.message, fields: {} };
      base.current = now.revision;
      const message = <Meanwhile changes={changedMeanwhile(began, now)}>{messages.linkChangedMeanwhile}</Meanwhile>;
      return { done: false, message, fields: {}, told: true };
    }
    notify(linkWords.linkUpdated, { lines: [linkWords.linkUpdatedHint] });
    void revalidateLists(['links', 'stats', 'clients', 'campaigns'], [link.id]);
    return { done: true };
  };

  return (
    <DraftForm<CampaignLinkValues>
      fresh={fresh}
      draft={`edit-${link.id}-${began.revision}`}
      submitWords={{ idle: messages.save, busy: messages.updating }}
      validate={(values) => validate(values, 'edit')}
      stays={(params) => params.get('edit') === link.id}
      submit={submit}
      onDone={leave}
      onCancel={leave}
      onFailure={({ fields, told }, late) => {
        if ((told === true || Object.keys(fields).length > 0) && !late) return;
        notify(messages.error, { lines: [messages.updateLinkFailed], severity: 'destructive' });
      }}
    >
      {(values, busy) => <CampaignLinkFields values={values} busy={busy} team={team} link={began} />}
    </DraftForm>
  );
}
