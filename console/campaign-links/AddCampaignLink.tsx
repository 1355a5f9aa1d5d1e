/** Add Link on a campaign's screen: the link is the campaign's, and its fields change with how it came about. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef } from 'react';
import type { CampaignAnswer } from '../../query-service/contract/answers/campaigns.ts';
import { useCampaign } from '../campaigns/queries.ts';
import { dayAt } from '../campaigns/timeline.ts';
import { AddLinkDialog } from '../links/edit/AddLinkDialog.tsx';
import { DuplicateWarning } from '../links/edit/DuplicateWarning.tsx';
import { messages as linkWords } from '../links/messages.ts';
import { useOverlay } from '../platform/address/overlays.ts';
import { useNow } from '../platform/timing/use-now.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useTeams } from '../session/my-teams.ts';
import { useCampaignDenialReason } from '../session/permissions.ts';
import { DraftForm } from '../ui/forms/FormDialog.tsx';
import type { SubmitResult } from '../ui/forms/submit-result.ts';
import { SMALL_SCREEN } from '../ui/theme/breakpoints.ts';
import { notify } from '../ui/toasts/toast-store.ts';
import { CampaignLinkFields } from './CampaignLinkFields.tsx';
import { type CampaignLinkValues, initialCampaignLink, validate } from './campaign-link-form.ts';
import { addCampaignLink } from './commands.ts';
import { messages } from './messages.ts';

function AddDialog({ campaign }: { campaign: CampaignAnswer }) {
  const { open, close } = useOverlay();
  const user = useCurrentUser();
  const small = useMediaQuery(SMALL_SCREEN, { noSsr: true });
  const today = dayAt(useNow());
  const team = useTeams()?.find(({ id }) => id === campaign.teamId) ?? null;
  const fresh = useMemo(() => initialCampaignLink(user.id), [user.id]);
  const anyway = useRef(false);
  const leave = () => close('dialog');

  const submit = async (values: CampaignLinkValues): Promise<SubmitResult> => {
    const outcome = await addCampaignLink(values, campaign, today, anyway.current);
    anyway.current = false;
    if (outcome.done || outcome.duplicate === undefined) return outcome;
    return { ...outcome, message: <DuplicateWarning error={outcome.duplicate} anyway={anyway} />, told: true };
  };

  return (
    <Dialog open onClose={leave} fullWidth maxWidth="sm" fullScreen={small} aria-labelledby="add-campaign-link-title">
      <DialogTitle id="add-campaign-link-title">{messages.addTitle}</DialogTitle>
      <DraftForm<CampaignLinkValues>
        fresh={fresh}
        draft={`add-link-to-${campaign.id}`}
        submitWords={{ idle: messages.addLink, busy: messages.checking }}
        busyNote={{ title: linkWords.checkingTitle, hint: linkWords.checkingHint }}
        validate={(values) => validate(values, 'add')}
        stays={(params) => params.get('dialog') === 'add'}
        submit={submit}
        onDone={leave}
        onCancel={leave}
        onFailure={({ fields, told }, late) => {
          const problems = Object.values(fields);
          if ((problems.length > 0 || told === true) && !late) return;
          notify(messages.error, {
            lines: [messages.addFailed, ...(told === true ? [linkWords.duplicate] : problems)],
            severity: 'destructive',
            ...(late ? { action: { label: messages.openAgain, run: () => open('dialog', 'add') } } : {}),
          });
        }}
      >
        {(values, busy) => <CampaignLinkFields values={values} busy={busy} team={team} />}
      </DraftForm>
    </Dialog>
  );
}

/** Where the campaign is not there, or one may only look at it, a link is added as anywhere else. */
export function AddCampaignLink({ campaignId }: { campaignId: string }) {
  const { data: campaign, error } = useCampaign(campaignId);
  const refusal = useCampaignDenialReason('AddLink', campaign?.teamId);
  if (error !== undefined || refusal !== null) return <AddLinkDialog />;
  return campaign === undefined ? null : <AddDialog campaign={campaign} />;
}
