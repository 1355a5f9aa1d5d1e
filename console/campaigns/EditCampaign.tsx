/** The Edit Campaign dialog: changes only what was changed, and only from what was seen. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef, useState } from 'react';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { ApiError, getOrNull, send } from '../platform/api/client.ts';
import { revalidateLists } from '../platform/live/use-live-updates.ts';
import { Meanwhile } from '../ui/forms/ConcurrentEdits.tsx';
import { DraftForm } from '../ui/forms/FormDialog.tsx';
import type { SubmitResult } from '../ui/forms/submit-result.ts';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { CampaignFields } from './CampaignFields.tsx';
import { type CampaignValues, changesBetween, validateEdit, valuesOf } from './campaign-form.ts';
import { CAMPAIGN_STATUS_LABELS, messages } from './messages.ts';
import { campaignUrl } from './queries.ts';

const FIELDS: Readonly<Record<string, string>> = {
  name: messages.name,
  description: messages.description,
  startDate: messages.startDate,
  endDate: messages.endDate,
  status: messages.status,
};

function changedMeanwhile(before: CampaignAnswer, now: CampaignAnswer) {
  return Object.entries(changesBetween(valuesOf(before), valuesOf(now))).map(
    ([field, value]) =>
      [
        FIELDS[field] ?? field,
        field === 'status' ? CAMPAIGN_STATUS_LABELS[now.status] : (value ?? messages.empty),
      ] as const,
  );
}

export function EditCampaign({ campaign }: { campaign: CampaignAnswer }) {
  const { close } = useOverlay();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  // The form began from this revision; a newer one that arrives meanwhile must not slip in unseen.
  const [began] = useState(campaign);
  const base = useRef(campaign.revision);
  const fresh = useMemo(() => valuesOf(began), [began]);
  const leave = () => close('dialog');

  const submit = async (values: CampaignValues): Promise<SubmitResult> => {
    const body = changesBetween(fresh, values);
    try {
      if (Object.keys(body).length > 0) await send('PATCH', campaignUrl(began.id), { body, revision: base.current });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return { done: false, message: error.message, fields: {}, signedOut: true };
      if (error.status === 404) return { done: false, message: messages.deletedMeanwhile, fields: {} };
      if (error.status !== 412) return { done: false, message: error.message, fields: error.fields };
      const now = await getOrNull<CampaignAnswer>(campaignUrl(began.id)).catch((failure: ApiError) => failure);
      if (now === null) return { done: false, message: messages.deletedMeanwhile, fields: {} };
      if (now instanceof ApiError) return { done: false, message: now.message, fields: {} };
      base.current = now.revision;
      const message = <Meanwhile changes={changedMeanwhile(began, now)}>{messages.changedMeanwhile}</Meanwhile>;
      return { done: false, message, fields: {}, told: true };
    }
    notify(messages.updated, { lines: [values.name.trim()] });
    void revalidateLists(['campaigns']);
    return { done: true };
  };

  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="edit-campaign-title">
      <DialogTitle id="edit-campaign-title">{messages.editTitle}</DialogTitle>
      <DraftForm<CampaignValues>
        fresh={fresh}
        draft={`edit-campaign-${began.id}-${began.revision}`}
        submitWords={{ idle: messages.save, busy: messages.updating }}
        validate={validateEdit}
        stays={(params) => params.get('dialog') === 'edit-campaign'}
        submit={submit}
        onDone={leave}
        onCancel={leave}
        onFailure={({ fields, told }, late) => {
          if ((told === true || Object.keys(fields).length > 0) && !late) return;
          notify(messages.error, { lines: [messages.updateFailed], severity: 'destructive' });
        }}
      >
        {(_, busy) => <CampaignFields busy={busy} />}
      </DraftForm>
    </Dialog>
  );
}
